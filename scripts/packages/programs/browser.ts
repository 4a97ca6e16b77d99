/** Runs the portable program in a page. The service's URL is in the page's fragment. */
import { run } from "./portable.ts"

run(decodeURIComponent(location.hash.slice(1))).then(
  (counted) => {
    document.title = JSON.stringify(counted)
  },
  (error) => {
    document.title = `failed: ${error}`
  }
)
