// What stands in a changelog: what was written for users, and nothing of commits. All packages are released together, so that
// a list of the others' versions tells nobody anything.
const getReleaseLine = async ({ summary }) => {
  const [first, ...rest] = summary.split("\n").map((line) => line.trimEnd())
  return [`\n- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n")
}

const getDependencyReleaseLine = async () => ""

export default { getReleaseLine, getDependencyReleaseLine }
