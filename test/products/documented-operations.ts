import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import type { Row } from "./row.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** An operation of a document. */
export interface DocumentedOperation {
  /** In upper case. */
  method: string;
  path: string;
}

/** The operations of a document. */
export function documentedOperations({ paths }: OpenApiDocument): DocumentedOperation[] {
  return Object.entries(asObject(paths)).flatMap(([path, item]) =>
    METHODS.filter((method) => Object.hasOwn(asObject(item), method)).map((method) => ({
      method: method.toUpperCase(),
      path,
    })),
  );
}

/** The operation that a request addresses: the one with the most literal path. */
export function operationOf(
  operations: readonly DocumentedOperation[],
  method: string,
  path: string,
): DocumentedOperation | undefined {
  const found = operations.filter((each) => each.method === method && patternOf(each.path).test(path));
  return found.toSorted((one, other) => parametersIn(one.path) - parametersIn(other.path))[0];
}

/** The operation that removes a row; undefined if the document has none. */
export function removalOf(operations: readonly DocumentedOperation[], { removals }: Row): string | undefined {
  const deletions = operations.filter(({ method }) => method === "DELETE");
  const [found] = removals.flatMap((removal) =>
    deletions.filter(({ path }) => path.replace(/\{[^}]*\}/g, "*") === removal),
  );
  return found && `${found.method} ${found.path}`;
}

function parametersIn(path: string): number {
  return path.split("{").length - 1;
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^}]*\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join("[^/]+")}/?$`);
}
