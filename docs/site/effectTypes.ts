/**
 * Lets TypeDoc see Effect's idioms as those see them who use the packages: a service as its methods, a schema as the value
 * that it describes, a tagged error as its fields.
 */
import {
  type Application,
  type Context,
  Converter,
  DeclarationReflection,
  ReferenceType,
  ReflectionKind,
  type SomeType,
  TypeScript as ts
} from "typedoc"

/** `type Room = typeof Room.Type`, which says nothing to a reader. */
const isSchemaType = (node: ts.Node): node is ts.TypeAliasDeclaration =>
  ts.isTypeAliasDeclaration(node) &&
  ts.isTypeQueryNode(node.type) &&
  ts.isQualifiedName(node.type.exprName) &&
  node.type.exprName.right.text === "Type"

/** `interface Room extends Schema.Schema.Type<typeof Room> {}`, whose members are all of the schema. */
const isSchemaInterface = (node: ts.Node): node is ts.InterfaceDeclaration =>
  ts.isInterfaceDeclaration(node) && node.members.length === 0 && schemaTypeOf(node) !== undefined

const schemaTypeOf = ({ heritageClauses }: ts.InterfaceDeclaration): ts.ExpressionWithTypeArguments | undefined =>
  heritageClauses
    ?.flatMap(({ types }) => [...types])
    .find(({ expression }) => expression.getText() === "Schema.Schema.Type")

const isNamedObject = (type: ts.Type) =>
  (type.flags & ts.TypeFlags.Object) !== 0 && (type.symbol?.flags & ts.SymbolFlags.Interface) !== 0

// The compiler knows the name of a type by the alias that made it. What a schema describes is made without one.
const nameSchemaTypes = (program: ts.Program) => {
  const checker = program.getTypeChecker()
  for (const file of program.getSourceFiles()) {
    if (file.isDeclarationFile) continue
    for (const statement of file.statements) {
      if (!isSchemaType(statement) && !isSchemaInterface(statement)) continue
      const { name } = statement
      const described = ts.isInterfaceDeclaration(statement) ? (schemaTypeOf(statement) ?? name) : name
      const type = checker.getTypeAtLocation(described)
      const symbol = checker.getSymbolAtLocation(name)
      const isStructured = (type.flags & ts.TypeFlags.StructuredType) !== 0
      if (symbol !== undefined && isStructured && !isNamedObject(type)) type.aliasSymbol ??= symbol
    }
  }
}

/** The type of a service, as it is written: the second argument of `Context.Service<Self, Shape>()`. */
const shapeOf = (node: ts.Node): ReadonlyArray<ts.TypeNode> => {
  if (!ts.isClassDeclaration(node)) return []
  const base = node.heritageClauses?.[0]?.types[0]?.expression
  if (base === undefined || !ts.isCallExpression(base) || !ts.isCallExpression(base.expression)) return []
  return base.expression.typeArguments?.slice(1, 2) ?? []
}

const declarationsOf = (context: Context, reflection: DeclarationReflection): ReadonlyArray<ts.Declaration> =>
  context.getSymbolFromReflection(reflection)?.declarations ?? []

const addShape = (context: Context, service: DeclarationReflection) => {
  const [shape] = declarationsOf(context, service).flatMap(shapeOf)
  if (shape === undefined) return
  // TypeDoc asks what the members of a class overwrite; these are not even members of its instances.
  service.kind = ReflectionKind.TypeLiteral
  const scope = context.withScope(service)
  for (const member of context.checker.getTypeFromTypeNode(shape).getProperties()) {
    context.converter.convertSymbol(scope, member)
  }
  service.kind = ReflectionKind.Class
}

// What comes from Effect's own classes would be the source of a call, and constructors that nobody calls.
const removeBase = (reflection: DeclarationReflection) => {
  reflection.extendedTypes = (reflection.extendedTypes ?? []).filter(
    (type) => type instanceof ReferenceType && (type.reflection !== undefined || type.package === "typescript")
  )
  for (const member of [...(reflection.children ?? [])]) {
    // The schema of a field, which is not its default.
    if (member.inheritedFrom !== undefined) delete member.defaultValue
    delete member.inheritedFrom
    delete member.overwrites
    if (member.kindOf(ReflectionKind.Constructor) && member.signatures?.every(({ inheritedFrom }) => inheritedFrom)) {
      reflection.project.removeReflection(member)
    }
  }
}

/** A schema and its type have one name, and so one entry. */
const takeSchema = (value: DeclarationReflection) => {
  if (!(value.parent instanceof DeclarationReflection)) return
  const schema = value.parent.children?.find(
    ({ kind, name }) => kind === ReflectionKind.Variable && name === value.name
  )
  if (schema === undefined) return
  if (schema.comment !== undefined) value.comment ??= schema.comment
  value.comment?.summary.push({ kind: "text", text: "\n\nThe value of the same name is its schema." })
  value.project.removeReflection(schema)
}

/** Teaches Effect's idioms to a TypeDoc that has not converted anything yet. */
export const teachEffect = ({ converter }: Application): void => {
  const schemaTypes = new Set<DeclarationReflection>()
  const convert = converter.convertType.bind(converter)

  const convertUnnamed = (context: Context, node: ts.TypeNode): SomeType => {
    const type = context.checker.getTypeAtLocation(node)
    const { aliasSymbol } = type
    delete type.aliasSymbol
    const converted = convert(context, type)
    if (aliasSymbol !== undefined) type.aliasSymbol = aliasSymbol
    return converted
  }

  // What is written says more than what it comes to: `Room` rather than its four fields.
  converter.convertType = (context: Context, type: ts.Type | ts.TypeNode | undefined, node?: ts.TypeNode): SomeType => {
    if (node !== undefined && !ts.isTypeQueryNode(node)) return convert(context, node)
    if (type === undefined) return convert(context, type)
    if (!("kind" in type)) return convert(context, type, node)
    return isSchemaType(type.parent) ? convertUnnamed(context, type) : convert(context, type)
  }

  converter.on(Converter.EVENT_BEGIN, ({ programs }: Context) => programs.forEach(nameSchemaTypes))

  converter.on(Converter.EVENT_CREATE_DECLARATION, (context: Context, reflection: DeclarationReflection) => {
    if (reflection.kindOf(ReflectionKind.Class)) addShape(context, reflection)
    if (!reflection.kindOf([ReflectionKind.TypeAlias, ReflectionKind.Interface])) return
    const isOfSchema = (node: ts.Node) => isSchemaType(node) || isSchemaInterface(node)
    if (declarationsOf(context, reflection).some(isOfSchema)) schemaTypes.add(reflection)
  })

  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }: Context) => {
    for (const reflection of schemaTypes) {
      takeSchema(reflection)
      if (reflection.children === undefined) continue
      reflection.kind = ReflectionKind.Interface
      delete reflection.extendedTypes
      for (const property of reflection.children) {
        delete property.defaultValue
        delete property.inheritedFrom
      }
    }
    for (const reflection of Object.values(project.reflections)) {
      if (reflection instanceof DeclarationReflection && reflection.kindOf(ReflectionKind.Class)) removeBase(reflection)
    }
  })
}
