/**
 * A registry on loopback that has the packed packages, and nothing else: npm is told to ask it for their scope alone, and asks for
 * every other name where it always does.
 */
import { createHash } from "node:crypto"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { basename } from "node:path"
import type { Packed } from "./Packed.ts"

export interface Registry {
  readonly url: string
  /** The packages that somebody has asked it for. */
  readonly asked: ReadonlySet<string>
}

/** What npm has to know of a package: its one version. */
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

/** Runs `use` with a registry of these packages, and stops it after that. */
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
    // The next packages have the same version, and may be served at the same port: npm must not keep these.
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
