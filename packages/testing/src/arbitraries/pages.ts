/**
 * Lists cut into pages, and what is asked for to get one.
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Array from "effect/Array"
import { element, integer, oneOf } from "./choice.ts"

/** A whole list, and the same list in pages. */
export interface Paged<Row, Page> {
  /** All rows, in the order of the list. */
  readonly rows: ReadonlyArray<Row>
  /** At least one page. All of them but the last are full. */
  readonly pages: ReadonlyArray<Page>
  /** How many rows a full page has. */
  readonly pageSize: number
}

/** How a generated list is cut into pages. */
export interface PageSizeOptions {
  /** How many rows a full page has, at least 1. Default: any number from 1 to what is usual for the list. */
  readonly pageSize?: number
}

export const pageSizes = ({ pageSize }: PageSizeOptions, usual: number): Arbitrary.Arbitrary<number> =>
  pageSize === undefined ? oneOf(Arbitrary.Constant(usual), integer(1, usual)) : Arbitrary.Constant(pageSize)

/** The rows in pages. A list without rows has one page without rows. */
export const cut = <Row>(rows: ReadonlyArray<Row>, pageSize: number): ReadonlyArray<ReadonlyArray<Row>> =>
  rows.length === 0 ? [[]] : Array.chunksOf(rows, pageSize)

const large = element(2 ** 31 - 1, 2 ** 31, 2 ** 32, Number.MAX_SAFE_INTEGER)

/** A cursor, mostly small; sometimes where 32 bits or whole numbers end. */
export const cursor: Arbitrary.Arbitrary<number> = oneOf<number>(integer(0, 20), integer(0, 10_000), large)

/** A limit of at least 1: around the sizes that services give, and where 32 bits or whole numbers end. */
export const limit: Arbitrary.Arbitrary<number> = oneOf<number>(
  integer(1, 25),
  element(100, 1, 20, 21, 50, 99, 101, 1000),
  large
)
