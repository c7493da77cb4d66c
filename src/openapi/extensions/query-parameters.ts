import { suggestion } from "#cli/similar-name.js";
import type { Operation, Parameter } from "../operations/operation.js";
import type { ExtensionDefect } from "./extension.js";

/** The query parameter with a name; undefined if there is none. */
export function queryParameter(parameters: readonly Parameter[], wanted: string | undefined): Parameter | undefined {
  return parameters.find(({ in: place, name }) => place === "query" && name === wanted);
}

/** A defect if an operation has no query parameter of a name. @param at the place that has the name */
export function unknownParameter(operation: Operation, name: string, at: string): ExtensionDefect[] {
  const names = operation.parameters.filter((parameter) => parameter.in === "query").map((parameter) => parameter.name);
  if (names.includes(name)) return [];
  const message = `${operation.id} has no query parameter \`${name}\`. ${suggestion(name, names)}`;
  return [{ pointer: at, message }];
}
