import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { ServedRequest, ServedResponse, Variation, Violation } from "./service.js";

/** How a variation handles a request. */
export type Respond<State> = NonNullable<Variation<State>["respond"]>;

/** True for 2xx. */
export function isSuccess({ status }: ServedResponse): boolean {
  return status >= 200 && status < 300;
}

/** The JSON body of a request or response; undefined if it has none. */
export function jsonOf({ body }: ServedRequest | ServedResponse): Json | undefined {
  try {
    const value: Json = JSON.parse(String(body));
    return value;
  } catch {
    return undefined;
  }
}

/** A response whose JSON body is changed. Any other response stays as it is. */
export function changeJson(response: ServedResponse, change: (body: Json) => Json): ServedResponse {
  const body = /json/i.test(response.headers["Content-Type"] ?? "") ? jsonOf(response) : undefined;
  return body === undefined ? response : { ...response, body: JSON.stringify(change(body)) };
}

/** Changes the query of the requests of an operation. */
export function inQuery(operation: string, change: (query: URLSearchParams) => void): Respond<unknown> {
  return (request, next, context) => {
    if (context.operation !== operation) return next();
    const query = new URLSearchParams(request.query);
    change(query);
    return next({ ...request, query });
  };
}

/** A parameter of a list that sets the size of a page. */
interface PageSize {
  parameter: string;
  usual: number;
  maximum: number;
}

/** Reduces a page size above the maximum. */
export function reducingPageSize(operation: string, { parameter, maximum }: Pick<PageSize, "parameter" | "maximum">) {
  return inQuery(operation, (query) => {
    if (Number(query.get(parameter)) > maximum) query.set(parameter, String(maximum));
  });
}

/** Has at most some items on a page, whatever valid size is requested. */
export function withAtMost(most: number, operation: string, { parameter, usual, maximum }: PageSize): Respond<unknown> {
  return inQuery(operation, (query) => {
    const size = query.get(parameter) ?? String(usual);
    if (/^\d+$/.test(size) && Number(size) > most && Number(size) <= maximum) query.set(parameter, String(most));
  });
}

/** Changes the query of the valid requests of an operation. */
export function inValidQuery(operation: string, change: (query: URLSearchParams) => void): Respond<unknown> {
  const respond = inQuery(operation, change);
  return async (request, next, context) => {
    const isConcerned = context.operation === operation && !(await context.violation());
    return isConcerned ? respond(request, next, context) : next();
  };
}

/** Changes every response. */
export function inEveryResponse(change: (response: ServedResponse, request: ServedRequest) => ServedResponse) {
  const respond: Respond<unknown> = async (request, next) => change(await next(), request);
  return respond;
}

/** Changes the successes of some operations. */
export function inSuccesses(
  operations: readonly string[],
  change: (response: ServedResponse, request: ServedRequest) => ServedResponse,
) {
  const respond: Respond<unknown> = async (request, next, { operation = "" }) => {
    const response = await next();
    return operations.includes(operation) && isSuccess(response) ? change(response, request) : response;
  };
  return respond;
}

/** Changes the JSON object that some operations send with success. */
export function inBodies(operations: readonly string[], change: (body: JsonObject) => Json) {
  return inSuccesses(operations, (response) => changeJson(response, (body) => change(asObject(body))));
}

/** Changes the items of a list. */
export function inItems(operation: string, list: string, change: (items: JsonObject[]) => Json[]) {
  return inBodies([operation], (body) => ({ ...body, [list]: change(asList(body[list]).map(asObject)) }));
}

/** Changes the JSON objects that valid requests to some operations send, as a service does that normalizes values. */
export function inValidRequests(operations: readonly string[], change: (body: JsonObject) => JsonObject) {
  const respond: Respond<unknown> = async (request, next, { operation = "", violation }) => {
    const sent = jsonOf(request);
    if (!operations.includes(operation) || !isObject(sent) || (await violation())) return next();
    return next({ ...request, body: Buffer.from(JSON.stringify(change(sent))) });
  };
  return respond;
}

/** Responds to requests with some violations, such as a wrong key, in place of the service. */
export function toViolations(
  applies: (violation: Violation) => boolean,
  respondTo: (violation: Violation) => ServedResponse,
) {
  const respond: Respond<unknown> = async (_, next, { violation }) => {
    const found = await violation();
    return found && applies(found) ? respondTo(found) : next();
  };
  return respond;
}

/** Changes every value of a JSON value, the innermost ones first. */
export function everywhere(value: Json, change: (value: Json) => Json): Json {
  if (Array.isArray(value)) return change(value.map((each) => everywhere(each, change)));
  if (!isObject(value)) return change(value);
  const entries = Object.entries(value).map(([name, each]) => [name, everywhere(each ?? null, change)]);
  return change(Object.fromEntries(entries));
}

/** An object without some of its properties. */
export function without(value: JsonObject, ...names: string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)));
}

/** An object with the change of one of its objects. */
export function within(value: JsonObject, name: string, change: (inner: JsonObject) => Json): JsonObject {
  return { ...value, [name]: change(asObject(value[name])) };
}
