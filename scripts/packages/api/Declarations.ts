/** The public declarations of a package, read from its `.d.ts` files as an installed program sees them. */
import { createRequire } from "node:module"
import { join, relative } from "node:path"
import type * as Ts from "typescript-6.0"
import type { Consumer } from "../Consumer.ts"
import { moduleEntryPoints } from "../EntryPoint.ts"

// TypeScript 7 has no API yet; that of 6 reads the same declarations.
const ts: typeof Ts = createRequire(import.meta.url)("typescript-6.0")

/** What a name of an entry point is: its declaration, or where it is declared. */
export type Entry = ReadonlyMap<string, string>
/** By entry point; what is not exported but shows in what is, by its module. */
export type Api = ReadonlyMap<string, Entry>

const printer = ts.createPrinter({ removeComments: true })

const byText = (left: string, right: string) => (left < right ? -1 : left > right ? 1 : 0)
const sorted = (entries: Iterable<readonly [string, string]>): Entry =>
  new Map([...entries].sort(([left], [right]) => byText(left, right)))

/** The compiler writes the members of a union in the order in which it met them, which is another one from build to build. */
const sortUnions = (node: Ts.Node): Ts.Node => {
  const source = node.getSourceFile()
  const print = (member: Ts.Node) => printer.printNode(ts.EmitHint.Unspecified, member, source)
  const { transformed } = ts.transform(node, [
    (context) => {
      const visit = (child: Ts.Node): Ts.Node => {
        const visited = ts.visitEachChild(child, visit, context)
        if (!ts.isUnionTypeNode(visited)) return visited
        const members = [...visited.types].sort((left, right) => byText(print(left), print(right)))
        return ts.factory.createUnionTypeNode(members)
      }
      return visit
    }
  ])
  return transformed[0] ?? node
}

/** The compiler writes every path with `/`. */
const slashed = (path: string) => path.replaceAll("\\", "/")

/** The statement that declares it: a variable's is two steps up. */
const statementOf = (declaration: Ts.Declaration): Ts.Node =>
  ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration

export const declarationsOf = ({ folder, packages }: Consumer): ReadonlyMap<string, Api> => {
  const modules = packages.flatMap((packed) =>
    moduleEntryPoints(packed).map(({ specifier, types }) => ({
      package: packed.name,
      specifier,
      file: slashed(join(folder, "node_modules", packed.name, types))
    }))
  )
  const program = ts.createProgram({
    rootNames: modules.map(({ file }) => file),
    options: {
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      types: [],
      noEmit: true,
      // `vitest` and its kin are not installed here.
      skipLibCheck: true
    }
  })
  const checker = program.getTypeChecker()
  const specifierOf = new Map(modules.map(({ file, specifier }) => [file, specifier]))

  const resolved = (symbol: Ts.Symbol): Ts.Symbol =>
    (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : checker.getAliasedSymbol(symbol)

  const exportsOf = (file: string): ReadonlyArray<Ts.Symbol> => {
    const source = program.getSourceFile(file)
    const symbol = source === undefined ? undefined : checker.getSymbolAtLocation(source)
    return symbol === undefined ? [] : checker.getExportsOfModule(symbol)
  }

  const text = (node: Ts.Node) => printer.printNode(ts.EmitHint.Unspecified, sortUnions(node), node.getSourceFile())

  const apiOf = (name: string): Api => {
    const base = slashed(join(folder, "node_modules", name))
    const isOurs = (node: Ts.Node) => node.getSourceFile().fileName.startsWith(`${base}/`)
    const api = new Map<string, Entry>()
    const internal = new Map<string, Map<string, string>>()
    const seen = new Set<Ts.Symbol>()
    const pending: Array<Ts.Node> = []
    const ours = modules.filter((module) => module.package === name)
    /** Which entry point exports a symbol under its own module: the one to look it up in. */
    const home = new Map<Ts.Symbol, string>()
    for (const { file, specifier } of ours) {
      for (const symbol of exportsOf(file)) {
        const target = resolved(symbol)
        if (target.declarations?.some((node) => node.getSourceFile().fileName === file)) home.set(target, specifier)
      }
    }

    const describe = (specifier: string, symbol: Ts.Symbol): ReadonlyArray<readonly [string, string]> => {
      const target = resolved(symbol)
      const declarations = target.declarations ?? []
      const [first] = declarations
      if (first === undefined) return [[symbol.name, "could not be resolved"]]
      if (ts.isSourceFile(first)) {
        const module = specifierOf.get(first.fileName)
        if (module !== undefined) return [[symbol.name, `namespace: all of ${module}`]]
        if (!isOurs(first)) return [[symbol.name, "namespace of another package"]]
        return exportsOf(first.fileName).flatMap((member) =>
          describe(specifier, member).map(([key, value]) => [`${symbol.name}.${key}`, value] as const)
        )
      }
      const at = home.get(target)
      if (at !== undefined && at !== specifier) {
        return [[symbol.name, `from ${at}${target.name === symbol.name ? "" : `, where it is ${target.name}`}`]]
      }
      seen.add(target)
      if (!declarations.some(isOurs)) {
        const from = slashed(relative(join(folder, "node_modules"), first.getSourceFile().fileName)).replace(
          /\.d\.ts$/,
          ""
        )
        return [[symbol.name, `from ${from}`]]
      }
      const statements = declarations.map(statementOf)
      pending.push(...statements)
      return [[symbol.name, statements.map(text).join("\n")]]
    }

    for (const { file, specifier } of ours) {
      api.set(specifier, sorted(exportsOf(file).flatMap((symbol) => describe(specifier, symbol))))
    }
    const exported = new Set(home.keys())
    const visit = (node: Ts.Node): void => {
      if (ts.isIdentifier(node)) {
        const symbol = checker.getSymbolAtLocation(node)
        const target = symbol === undefined ? undefined : resolved(symbol)
        const declarations = (target?.declarations ?? []).filter(
          (declaration) => isOurs(declaration) && ts.isSourceFile(statementOf(declaration).parent ?? declaration)
        )
        if (target !== undefined && declarations.length > 0 && !seen.has(target) && !exported.has(target)) {
          seen.add(target)
          const statements = declarations.filter((declaration) => !ts.isSourceFile(declaration)).map(statementOf)
          const [first] = statements
          if (first !== undefined) {
            const file = slashed(relative(join(base, "dist"), first.getSourceFile().fileName))
            const module = `${name}/${file.replace(/\.d\.ts$/, "")}`
            const names = internal.get(module) ?? new Map<string, string>()
            names.set(target.name, statements.map(text).join("\n"))
            internal.set(module, names)
            pending.push(...statements)
          }
        }
      }
      ts.forEachChild(node, visit)
    }
    for (let node = pending.pop(); node !== undefined; node = pending.pop()) visit(node)
    for (const module of [...internal.keys()].sort(byText)) {
      api.set(`${module} (not exported; part of the above)`, sorted(internal.get(module) ?? []))
    }
    return api
  }

  return new Map(
    packages.filter((packed) => moduleEntryPoints(packed).length > 0).map(({ name }) => [name, apiOf(name)])
  )
}
