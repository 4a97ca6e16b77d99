/**
 * Finds exports without a docstring.
 */
import { DeclarationReflection, type ProjectReflection, ReflectionKind, type SignatureReflection } from "typedoc"

const signaturesOf = ({
  getSignature,
  signatures,
  type
}: DeclarationReflection): ReadonlyArray<SignatureReflection> => [
  ...(signatures ?? []),
  ...(getSignature === undefined ? [] : [getSignature]),
  ...(type?.type === "reflection" ? (type.declaration.signatures ?? []) : [])
]

const hasDocstring = (reflection: DeclarationReflection): boolean =>
  reflection.hasComment() || signaturesOf(reflection).some((signature) => signature.hasComment())

const exported = [
  ReflectionKind.Module,
  ReflectionKind.Namespace,
  ReflectionKind.Class,
  ReflectionKind.Interface,
  ReflectionKind.TypeAlias,
  ReflectionKind.Function,
  ReflectionKind.Variable
]

// The name and type of a field usually explain it. Those of a function don't.
const isMethod = (reflection: DeclarationReflection): boolean =>
  reflection.parent?.kindOf([ReflectionKind.Class, ReflectionKind.Interface]) === true &&
  reflection.kindOf([ReflectionKind.Method, ReflectionKind.Property]) &&
  signaturesOf(reflection).length > 0

// Iteration needs no explanation.
const isWellKnown = ({ name }: DeclarationReflection): boolean => name.startsWith("[")

/**
 * Returns the names of all exported symbols and methods without a docstring, each with its module. A type and a value with the
 * same name are one symbol.
 */
export const undocumented = (project: ProjectReflection): ReadonlyArray<string> => {
  const symbols = Object.values(project.reflections)
    .filter((reflection) => reflection instanceof DeclarationReflection)
    .filter((reflection) => reflection.kindOf(exported) || (isMethod(reflection) && !isWellKnown(reflection)))
  const documented = new Set(symbols.filter(hasDocstring).map((symbol) => symbol.getFullName()))
  return [...new Set(symbols.map((symbol) => symbol.getFullName()))]
    .filter((name) => !documented.has(name))
    .sort()
    .map((name) => `${name} has no docstring`)
}
