// A changelog consists of the changesets' texts, without commits. All packages are released together, so a list of updated
// dependencies would say nothing new.
const getReleaseLine = async ({ summary }) => {
  const [first, ...rest] = summary.split("\n").map((line) => line.trimEnd())
  return [`\n- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n")
}

const getDependencyReleaseLine = async () => ""

export default { getReleaseLine, getDependencyReleaseLine }
