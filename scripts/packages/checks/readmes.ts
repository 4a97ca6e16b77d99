/**
 * The way of somebody who has nothing but a README: it is followed in an empty folder, with the packed packages, command by command.
 * What the terminal showed is written down in `transcripts`, so that whoever reviews a change sees it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, join, relative } from "node:path"
import { fileURLToPath } from "node:url"
import { matches } from "../../../docs/src/Output.ts"
import type { Consumer } from "../Consumer.ts"
import { withRegistry } from "../Registry.ts"
import type { Report } from "../Report.ts"
import { runtimes } from "../Runtime.ts"
import { withService } from "../Service.ts"
import { follow, npmEnvironment, type Place, serviceArguments, type Walked } from "../Terminal.ts"
import { difference, transcriptOf } from "../Transcript.ts"
import { afterInstall, beginningOf, readWalk, stepsOf, type Walk } from "../Walk.ts"
import { root } from "../Workspace.ts"

const transcripts = fileURLToPath(new URL("../transcripts", import.meta.url))

/** Where a walk ended early, or a block did not print what the README says. */
export const walkProblems = (walk: Walk, { failure, printed }: Walked): ReadonlyArray<string> => {
  const { path, stretches } = walk
  if (failure !== undefined) {
    const command = stepsOf(walk)[printed.length - 1]?.command ?? "bash"
    return [`${path}: $ ${command}\n${printed.at(-1) ?? ""}\n${failure}`]
  }
  let done = 0
  return stretches.flatMap(({ output, steps }) => {
    const text = printed.slice(done, done + steps.length).join("")
    done += steps.length
    return output === undefined || matches(output.text, text)
      ? []
      : [`${path}:${output.line}: it says\n${output.text}\nand what is printed is\n${text}`]
  })
}

export const transcriptProblems = (path: string, before: string, after: string): ReadonlyArray<string> =>
  before === after
    ? []
    : [`${path}\n${difference(before, after)}\nIf that is meant: pnpm packages -- --update-transcript`]

interface Subject {
  /** Of the transcript. */
  readonly name: string
  readonly walk: Walk
}

const transcriptProblemsOf = ({ name, walk }: Subject, walked: Walked, update: boolean): ReadonlyArray<string> => {
  const path = join(transcripts, `${name}.txt`)
  const now = transcriptOf(walk, walked)
  if (update) {
    mkdirSync(transcripts, { recursive: true })
    writeFileSync(path, now)
  }
  return transcriptProblems(relative(root, path), existsSync(path) ? readFileSync(path, "utf8") : "", now)
}

const oldestNode = () => runtimes().flatMap((runtime) => ("command" in runtime && runtime.isNode ? [runtime] : []))[0]

export const checkReadmes = async (
  report: Report,
  consumer: Consumer,
  { folder, update }: { readonly folder: string; readonly update: boolean }
) => {
  if (process.platform === "win32") {
    report.skipped("the READMEs, followed in an empty folder", "their commands are typed into bash")
    return
  }
  const { packages } = consumer
  const readme: Subject = { name: "README", walk: readWalk(join(root, "README.md")) }
  const subjects = [
    readme,
    ...packages.map(({ source }): Subject => {
      const walk = beginningOf(readWalk(join(source, "README.md")))
      return { name: basename(source), walk }
    })
  ]
  await withService(consumer, serviceArguments, (service) =>
    withRegistry(packages, async (registry) => {
      const npm = await npmEnvironment(folder, registry)
      const place = (name: string, node = process.execPath): Place => ({
        folder: join(folder, "followed", name),
        node,
        npm,
        service
      })
      const followed = await Promise.all(
        subjects.map(async (subject) => ({ subject, walked: await follow(subject.walk, place(subject.name)) }))
      )
      for (const { subject, walked } of followed) {
        const { name, walk } = subject
        const problems = walkProblems(walk, walked)
        report.problems(
          `${walk.path}, followed in an empty folder`,
          problems.length > 0 ? problems : transcriptProblemsOf(subject, walked, update),
          `${stepsOf(walk).length} commands, as in ${name}.txt`
        )
      }
      const oldest = oldestNode()
      if (oldest !== undefined) {
        const walk = afterInstall(readme.walk)
        const walked = await follow(walk, place(readme.name, oldest.command[0]))
        report.problems(`${walk.path}, followed on ${oldest.name} after the install`, walkProblems(walk, walked))
      }
      const elsewhere = packages.filter(({ name }) => !registry.asked.has(name))
      report.problems(
        "every packed package is installed by a README",
        elsewhere.map(({ name }) => `${name} is not: no README leads to it, or npm has asked elsewhere for it`)
      )
    })
  )
}
