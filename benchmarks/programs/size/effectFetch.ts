/** One request over Effect's client, and its answer checked: what a client on Effect has in it. */
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Schema from "effect/Schema"

HttpClient.get("https://rooms.example.com").pipe(
  Effect.flatMap(HttpClientResponse.schemaBodyJson(Schema.Struct({ rooms: Schema.Array(Schema.String) }))),
  Effect.flatMap(({ rooms }) => Console.log(rooms)),
  Effect.provide(FetchHttpClient.layer),
  Effect.runPromise
)
