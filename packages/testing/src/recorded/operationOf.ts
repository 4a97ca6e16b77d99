/**
 * The operation that a recorded request belongs to.
 */
import { type OperationName, operationNames, operations } from "@effect-rooms/core/Operation"
import type { RecordedRequest } from "./exchange.ts"

const templates = operationNames.map((name) => ({
  name,
  method: operations[name].method,
  segments: operations[name].path.split("/")
}))

const fits = (template: string, segment: string) => (template.startsWith(":") ? segment !== "" : template === segment)

export const operationOf = ({ method, path }: RecordedRequest): OperationName | undefined => {
  const segments = path.split("/")
  return templates.find(
    (template) =>
      template.method === method &&
      template.segments.length === segments.length &&
      template.segments.every((segment, at) => fits(segment, segments[at] ?? ""))
  )?.name
}
