/** Runs the portable program in a worker. A binding has the service's URL. */
import { run } from "./portable.ts"

export default {
  fetch: async (_: Request, { ROOMS_BASE_URL }: { readonly ROOMS_BASE_URL: string }): Promise<Response> => {
    try {
      return Response.json(await run(ROOMS_BASE_URL))
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  }
}
