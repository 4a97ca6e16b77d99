/**
 * A registry on loopback that serves the packed packages and nothing else. npm uses it for their scope only, and its usual registry
 * for every other package.
 */
import { createHash } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename } from "node:path"
import type { Packed } from "./Packed.ts"

export interface Registry {
  readonly url: string
  /** The packages that were requested so far. */
  readonly asked: ReadonlySet<string>
}

/** Returns the metadata that npm requests: the package's only version. */
const metadataOf = ({ manifest, name, tarball }: Packed, url: string) => ({
  name,
  "dist-tags": { latest: manifest.version },
  versions: {
    [manifest.version]: {
      ...manifest,
      dist: {
        tarball: new URL(basename(tarball), url).href,
        integrity: `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`
      }
    }
  }
})

/** Runs `use` with a registry of these packages, then stops it. */
export const withRegistry = async <A>(
  packages: ReadonlyArray<Packed>,
  use: (registry: Registry) => Promise<A>
): Promise<A> => {
  const asked = new Set<string>()
  let url = ""
  const server = createServer(({ method, url: path = "" }, response) => {
    const wanted = decodeURIComponent(path.slice(1))
    const described = packages.find(({ name }) => name === wanted)
    const packed = packages.find(({ tarball }) => basename(tarball) === wanted)
    // Later runs serve other packages with the same version, maybe on the same port, so npm must not cache these.
    const answer = (status: number, body: string | Buffer) =>
      response.writeHead(status, { "cache-control": "no-store" }).end(body)
    if (method !== "GET" || (described === undefined && packed === undefined)) answer(404, "{}")
    else if (described !== undefined) {
      asked.add(described.name)
      answer(200, JSON.stringify(metadataOf(described, url)))
    } else if (packed !== undefined) answer(200, readFileSync(packed.tarball))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/`
  try {
    return await use({ url, asked })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
