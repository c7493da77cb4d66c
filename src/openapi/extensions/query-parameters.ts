import { suggestion } from "#cli/similar-name.js";
import type { Operation } from "../operations/operation.js";
import type { ExtensionDefect } from "./extension.js";

/** A defect if an operation has no query parameter of a name. @param at the place that has the name */
export function unknownParameter(operation: Operation, name: string, at: string): ExtensionDefect[] {
  const names = operation.parameters.filter((parameter) => parameter.in === "query").map((parameter) => parameter.name);
  if (names.includes(name)) return [];
  const message = `The operation ${operation.id} has no query parameter \`${name}\`. ${suggestion(name, names)}`;
  return [{ pointer: at, message }];
}
