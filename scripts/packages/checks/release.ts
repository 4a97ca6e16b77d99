/** What the next release would publish can be published: the dry run of it, which changes nothing. */
import type { Report } from "../Report.ts"
import { root, run } from "../Workspace.ts"

export const checkRelease = async (report: Report) => {
  // The packages are built: that is what was packed.
  const env = { TURBO_HASH: process.env.TURBO_HASH ?? "built" }
  const { status, stderr, stdout } = await run(process.execPath, ["scripts/release/run.ts", "--dry-run"], {
    cwd: root,
    env
  })
  const titles = [...stdout.matchAll(/^(@effect-rooms\/\S+), tag/gm)].map(([, title = ""]) => title)
  report.problems("release --dry-run", status === 0 ? [] : [`${stdout}${stderr}`], titles.join(", "))
}
