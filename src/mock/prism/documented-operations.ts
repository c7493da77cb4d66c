import type { IHttpOperation } from "@stoplight/types";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { type ExamplePair, examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";

/** An operation of the contract. */
export interface DocumentedOperation {
  operation: Operation;
  examples: readonly ExamplePair[];
  /** The values of the path parameters in a path; empty for a path that does not match. */
  pathValues(path: string): Record<string, string>;
}

/** Finds the operation of the contract for one of Prism's. */
export type OperationLookup = (resource: Pick<IHttpOperation, "method" | "path">) => DocumentedOperation;

export function operationLookup(contract: OpenApiDocument): OperationLookup {
  const operations = new Map(
    operationsOf(contract).map((operation) => [
      `${operation.method} ${operation.path}`,
      { operation, examples: examplePairs(operation), pathValues: pathReader(operation.path) },
    ]),
  );
  return ({ method, path }) => {
    const found = operations.get(`${method} ${path}`);
    if (!found) throw new Error(`Prism has the operation ${method} ${path}, which the contract does not have.`);
    return found;
  };
}

function pathReader(template: string): DocumentedOperation["pathValues"] {
  const names: string[] = [];
  const pattern = template
    .split(/(\{[^{}]+\})/)
    .map((part) => {
      if (!part.startsWith("{")) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
      names.push(part.slice(1, -1));
      return "([^/]+)";
    })
    .join("");
  const whole = new RegExp(`^${pattern}$`);
  return (path) => {
    const found = whole.exec(path);
    if (!found) return {};
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? "")]));
  };
}
