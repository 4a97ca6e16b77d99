/** Fields that are certainly there. */
export type Defined<Fields> = { readonly [Key in keyof Fields]?: Exclude<Fields[Key], undefined> }

/** Leaves out what is `undefined`, which means the same as absent here and is refused further in. */
export const defined = <Fields extends object>(fields: Fields): Defined<Fields> =>
  // Every value that could break the type was just left out.
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>
