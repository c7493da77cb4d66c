import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { undeclaredParameters } from "#statements/resources/path-parameters.js";
import type { Row } from "./row.js";

/** An operation of a document. */
export interface DocumentedOperation {
  /** In upper case. */
  method: string;
  path: string;
  /** Whether the document declares the parameters of the path. Without that, `verify` sends no request (OpenAPI 3.1, 4.8.8.1). */
  isDeclared: boolean;
}

/** The operations of a document. */
export function documentedOperations(document: OpenApiDocument): DocumentedOperation[] {
  return operationsOf(document).map((operation) => ({
    method: operation.method.toUpperCase(),
    path: operation.path,
    isDeclared: undeclaredParameters(operation).length === 0,
  }));
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

/** The operation that removes a row. One that removes all rows of a kind does not count. Undefined if the document has none. */
export function removalOf(operations: readonly DocumentedOperation[], { removals }: Row): string | undefined {
  const deletions = operations.filter(
    ({ method, path, isDeclared }) => method === "DELETE" && isDeclared && path.endsWith("}"),
  );
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
