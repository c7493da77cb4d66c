import type { IHttpRequest } from "@stoplight/prism-http";
import { cookiesOf } from "#http/request/cookies.js";
import type { RequestParts } from "#http/request/read-parameter.js";
import { type RequestReading, readRequest } from "#http/request/read-request.js";
import { routesOf } from "#http/routes.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import { type DocumentedOperation, documentedOperation } from "../responder/choosing/documented.js";

/** The parts of a request without the values of its path, which an operation reads. */
type OtherParts = Omit<RequestParts, "path">;

/**
 * A request with what was read of it: each thing is read once. Requests live for a moment, and a weak map of them takes as long as the
 * reading.
 */
interface HeldRequest extends IHttpRequest {
  parts?: OtherParts | undefined;
  reading?: { by: Operation; reading: RequestReading } | undefined;
}

/** An operation of the contract, which reads requests. */
export interface ReadableOperation extends DocumentedOperation {
  /**
   * Reads a request by the contract. Prism asks twice: to validate the request, and to respond.
   *
   * @param path the values of its path, where they are known
   */
  read(request: HeldRequest, path?: Readonly<Record<string, string>>): RequestReading;
}

/** Finds an operation of the contract, also by one of Prism's. */
export type OperationLookup = (resource: Pick<Operation, "method" | "path" | "writtenPath">) => ReadableOperation;

export function operationLookup(
  contract: OpenApiDocument,
  described: readonly Operation[],
  validator: SchemaValidator,
): OperationLookup {
  const operations = new Map<string, ReadableOperation>(
    routesOf(described, "").map(({ operation, valuesOf }) => {
      const read: ReadableOperation["read"] = (request, path) => {
        if (request.reading?.by === operation) return request.reading.reading;
        const { query, headers, cookies } = partsOf(request);
        const values = path ?? valuesOf({ origin: "", pathname: request.url.path }) ?? {};
        const body = typeof request.body === "string" ? request.body : "";
        const received = { query, headers, cookies, path: values, body };
        const reading = readRequest(contract, operation, received, validator);
        request.reading = { by: operation, reading };
        return reading;
      };
      const documented = Object.assign(documentedOperation(contract, operation), { read });
      return [`${operation.method} ${writtenPath(operation)}`, documented];
    }),
  );
  return (resource) => {
    const place = `${resource.method} ${writtenPath(resource)}`;
    const found = operations.get(place);
    if (!found) throw new Error(`Prism has the operation ${place}, which the contract does not have.`);
    return found;
  };
}

/** The parts of a request, whose headers have names in lower case. */
export function partsOf(request: HeldRequest): OtherParts {
  request.parts ??= readParts(request);
  return request.parts;
}

function readParts({ headers = {}, url }: IHttpRequest): OtherParts {
  const all = { get: (name: string) => headers[name.toLowerCase()]?.trim() ?? null };
  return { query: searchParamsOf(url), headers: all, cookies: cookiesOf(all.get("cookie")) };
}

/** The request without a header, of which nothing is read yet. */
export function withoutHeader(request: HeldRequest, name: string): HeldRequest {
  const others = Object.entries(request.headers ?? {}).filter(([each]) => each !== name);
  return { ...request, headers: Object.fromEntries(others), parts: undefined, reading: undefined };
}

/** The query of most requests. It is only read, and a new one takes longer than most parts of a request. */
const NO_QUERY = new URLSearchParams();

/** The query of a request. */
function searchParamsOf({ query = {} }: IHttpRequest["url"]): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  );
  return pairs.length === 0 ? NO_QUERY : new URLSearchParams(pairs);
}
