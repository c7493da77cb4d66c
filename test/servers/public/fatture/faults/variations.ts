import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { changeJson, isSuccess, jsonOf, type Respond, within } from "../../../change.js";
import type { ServedRequest, ServedResponse, VariationContext } from "../../../service.js";
import type { Tables } from "../../tables.js";

/** A request to an operation, read without its envelope. */
export interface Sent {
  state: Tables;
  memory: Map<string, number>;
  /** The number of the company in the path. */
  company: number;
  /** The last number in the path: `/c/1/products/2` has 2. */
  id: string;
  query: URLSearchParams;
  /** The data of the body. */
  sent: JsonObject;
}

/** A success of an operation, after the service has handled its request. */
export interface Done extends Sent {
  /** The data of the response. */
  shown: JsonObject;
  /** All rows by table and key, as they were before the request. */
  before: Map<string, JsonObject>;
}

/** Reads a request for a variation. */
export function sentIn(request: ServedRequest, { state, memory }: VariationContext<Tables>): Sent {
  const numbers = request.path.match(/\d+/g) ?? [];
  const sent = asObject(asObject(jsonOf(request)).data);
  return { state, memory, company: Number(numbers[0]), id: numbers.at(-1) ?? "", query: request.query, sent };
}

/** Changes the data after each success of some operations. The response stays as it is. */
export function after(operations: readonly string[], change: (done: Done) => void): Respond<Tables> {
  return async (request, next, context) => {
    if (!operations.includes(context.operation ?? "")) return next();
    const before = context.state.snapshot();
    const response = await next();
    const shown = asObject(asObject(jsonOf(response)).data);
    if (isSuccess(response)) change({ ...sentIn(request, context), shown, before });
    return response;
  };
}

/** Takes the data back to an earlier time. */
function restore({ state, before }: Pick<Done, "state" | "before">): void {
  for (const key of state.snapshot().keys()) state.remove(...placeOf(key));
  for (const [key, row] of before) state.put(...placeOf(key), row);
}

function placeOf(place: string): [table: string, key: string] {
  const [table = "", key = ""] = place.split(" ");
  return [table, key];
}

/** Forgets the effect of some operations, whose responses are as usual. */
export function forgets(...operations: string[]): Respond<Tables> {
  return after(operations, restore);
}

/** Changes a stored row, if there is one. */
export function changeRow(
  state: Tables,
  table: string,
  key: Json | undefined,
  change: (row: JsonObject) => JsonObject,
): void {
  const row = state.find(table, key);
  if (row && key !== undefined) state.put(table, String(key), change(row));
}

/** Changes the row that some operations store. Their responses stay as they are. */
export function storing(
  operations: readonly string[],
  table: string,
  change: (row: JsonObject, done: Done) => JsonObject,
): Respond<Tables> {
  return after(operations, (done) => changeRow(done.state, table, done.shown.id, (row) => change(row, done)));
}

/** Changes each object that the successes of some operations have as their data. */
export function showing(
  operations: readonly string[],
  change: (shown: JsonObject, sent: Sent) => JsonObject,
): Respond<Tables> {
  return inData(operations, (data, sent) => {
    if (Array.isArray(data)) return data.map((each) => (isObject(each) ? change(each, sent) : each));
    return isObject(data) ? change(data, sent) : data;
  });
}

/** Changes the data of the successes of some operations. */
export function inData(operations: readonly string[], change: (data: Json, sent: Sent) => Json): Respond<Tables> {
  return inSuccessesOf(operations, (response, sent) =>
    changeJson(response, (body) => ({ ...asObject(body), data: change(asObject(body).data ?? null, sent) })),
  );
}

/** Changes the page that a list shows. */
export function paging(
  operations: readonly string[],
  change: (page: JsonObject, items: JsonObject[], sent: Sent) => JsonObject,
): Respond<Tables> {
  return inSuccessesOf(operations, (response, sent) =>
    changeJson(response, (body) => {
      const page = asObject(body);
      return change(page, asList(page.data).map(asObject), sent);
    }),
  );
}

function inSuccessesOf(
  operations: readonly string[],
  change: (response: ServedResponse, sent: Sent) => ServedResponse,
): Respond<Tables> {
  return async (request, next, context) => {
    const response = await next();
    const isMeant = operations.includes(context.operation ?? "") && isSuccess(response);
    return isMeant ? change(response, sentIn(request, context)) : response;
  };
}

/** Responds in place of the service to the valid requests of some operations. */
export function toValid(
  operations: readonly string[],
  respond: (sent: Sent) => ServedResponse | undefined,
): Respond<Tables> {
  return async (request, next, context) => {
    const isMeant = operations.includes(context.operation ?? "") && !(await context.violation());
    return (isMeant ? respond(sentIn(request, context)) : undefined) ?? next();
  };
}

/** Handles the data that valid requests of some operations send in another way. */
export function sending(operations: readonly string[], change: (data: JsonObject) => JsonObject): Respond<Tables> {
  return async (request, next, context) => {
    const isMeant = operations.includes(context.operation ?? "") && !(await context.violation());
    const body = jsonOf(request);
    if (!isMeant || !isObject(body) || !isObject(body.data)) return next();
    return next({ ...request, body: Buffer.from(JSON.stringify(within(body, "data", change))) });
  };
}
