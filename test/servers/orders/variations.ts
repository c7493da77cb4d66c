import type { JsonObject } from "#openapi/document/document.js";
import { asObject } from "#openapi/document/document.js";
import { isSuccess, jsonOf, type Respond } from "../change.js";
import type { ServedRequest, ServedResponse } from "../service.js";
import { copyOf, type OrdersState } from "./state.js";

/** The id in a path, for example of `/v1/orders/{order}/cancel`. */
export function idIn({ path }: ServedRequest): string {
  return path.split("/")[3] ?? "";
}

/** An operation that succeeded. */
interface Success {
  state: OrdersState;
  /** The data before the operation. */
  before: OrdersState;
  /** The body of the response. */
  shown: JsonObject;
  /** The id of the object in the path. */
  id: string;
  request: ServedRequest;
}

/** Changes the data after the successes of an operation. The response stays as it is. */
export function after(operation: string, change: (success: Success) => void): Respond<OrdersState> {
  return async (request, next, context) => {
    const { state } = context;
    const before = copyOf(state);
    const response = await next();
    if (context.operation === operation && isSuccess(response)) {
      change({ state, before, shown: asObject(jsonOf(response)), id: idIn(request), request });
    }
    return response;
  };
}

/** Changes the fields of a stored object. Without the object, nothing changes. */
export function alter(objects: Map<string, JsonObject>, id: string, change: (object: JsonObject) => JsonObject): void {
  const object = objects.get(id);
  if (object) objects.set(id, { ...object, ...change(object) });
}

/** The object that was stored directly before another one; undefined for the first one. */
export function neighborOf(objects: ReadonlyMap<string, JsonObject>, id: string): JsonObject | undefined {
  const all = [...objects.values()];
  return all[all.findIndex((object) => object.id === id) - 1];
}

/** The fields of a form, by their names with brackets. */
export function formOf({ body }: ServedRequest): URLSearchParams {
  return new URLSearchParams(String(body));
}

/** Changes the forms of the valid requests of some operations. */
export function inValidForms(operations: readonly string[], change: (form: URLSearchParams) => void) {
  const respond: Respond<unknown> = async (request, next, { operation = "", violation }) => {
    if (!operations.includes(operation) || (await violation())) return next();
    const form = formOf(request);
    change(form);
    return next({ ...request, body: Buffer.from(String(form)) });
  };
  return respond;
}

/** Responds to some valid requests of an operation in place of the service. */
export function toValid(
  operation: string,
  applies: (request: ServedRequest, state: OrdersState) => boolean,
  response: ServedResponse,
): Respond<OrdersState> {
  return async (request, next, context) =>
    context.operation === operation && applies(request, context.state) && !(await context.violation())
      ? response
      : next();
}
