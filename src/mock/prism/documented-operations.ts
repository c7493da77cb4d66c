import type { IHttpRequest } from "@stoplight/prism-http";
import type { IHttpOperation } from "@stoplight/types";
import { cookiesOf } from "#http/request/cookies.js";
import type { RequestParts } from "#http/request/read-parameter.js";
import { type RequestReading, readRequest } from "#http/request/read-request.js";
import { routesOf } from "#http/routes.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import { type DocumentedOperation, documentedOperation } from "../responder/documented.js";

/** An operation of the contract, which reads requests. */
export interface ReadableOperation extends DocumentedOperation {
  /** Reads a request by the contract. Prism asks twice: to validate the request, and to respond. */
  read(request: IHttpRequest): RequestReading;
}

/** Finds the operation of the contract for one of Prism's. */
export type OperationLookup = (resource: Pick<IHttpOperation, "method" | "path">) => ReadableOperation;

export function operationLookup(
  contract: OpenApiDocument,
  described: readonly Operation[],
  validator: SchemaValidator,
): OperationLookup {
  const operations = new Map<string, ReadableOperation>(
    routesOf(described, "").map(({ operation, valuesOf }) => {
      const read = oncePer((request: IHttpRequest): RequestReading => {
        const path = valuesOf({ origin: "", pathname: request.url.path }) ?? {};
        const received = { ...partsOf(request), path, body: typeof request.body === "string" ? request.body : "" };
        return readRequest(contract, operation, received, validator);
      });
      const documented = Object.assign(documentedOperation(contract, operation), { read });
      return [`${operation.method} ${operation.path}`, documented];
    }),
  );
  return ({ method, path }) => {
    const found = operations.get(`${method} ${path}`);
    if (!found) throw new Error(`Prism has the operation ${method} ${path}, which the contract does not have.`);
    return found;
  };
}

/** The parts of a request, each read once. */
export const partsOf = oncePer(({ headers = {}, url }: IHttpRequest): Omit<RequestParts, "path"> => {
  const byName = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.trim()]));
  const all = { get: (name: string) => byName.get(name.toLowerCase()) ?? null };
  return { query: searchParamsOf(url), headers: all, cookies: cookiesOf(all.get("cookie")) };
});

/** The query of a request. */
function searchParamsOf({ query = {} }: IHttpRequest["url"]): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return new URLSearchParams(pairs);
}
