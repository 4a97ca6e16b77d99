/** All files of an account, with an SDK that Stainless generated. */
import OpenAI from "openai"

for await (const { id } of new OpenAI({ apiKey: "key" }).files.list()) console.log(id)
