import { type Operation, writtenPath } from "#openapi/operations/operation.js";

/** The path of a request, with values in place of its parameters. */
export function filledPath(operation: Pick<Operation, "path" | "writtenPath">, values: readonly string[]): string {
  let index = 0;
  return writtenPath(operation).replace(/\{[^{}]*\}/g, () => encodeURIComponent(values[index++] ?? ""));
}
