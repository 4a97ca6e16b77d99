/** The portable program in a page: the address is behind its `#`. */
import { run } from "./portable.ts"

run(decodeURIComponent(location.hash.slice(1))).then(
  (counted) => {
    document.title = JSON.stringify(counted)
  },
  (error) => {
    document.title = `failed: ${error}`
  }
)
