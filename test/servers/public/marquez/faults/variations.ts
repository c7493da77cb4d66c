import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { changeJson, inBodies, isSuccess, jsonOf, type Respond } from "../../../change.js";
import type { ServedRequest, VariationContext } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { keyIn } from "../rows.js";

/** A request to an operation. */
export interface Sent {
  state: Tables;
  memory: Map<string, number>;
  /** The parts of the path, decoded: `/namespaces/{namespace}` has the namespace at 1. */
  parts: readonly string[];
  query: URLSearchParams;
  sent: JsonObject;
}

/** A success of an operation, after the service has handled its request. */
export interface Done extends Sent {
  shown: JsonObject;
  /** A row as it was before the request. */
  before(table: string, key: string): JsonObject | undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Reads a request for a variation. */
export function sentIn(request: ServedRequest, { state, memory }: VariationContext<Tables>): Sent {
  const parts = request.path.split("/").slice(1).map(decoded);
  return { state, memory, parts, query: request.query, sent: asObject(jsonOf(request)) };
}

/** The key of what the path names below a namespace. */
export function keyOf({ parts: [, namespace, , name] }: Pick<Sent, "parts">): string {
  return keyIn(namespace, name);
}

/** Changes the data after each success of some operations. The response stays as it is. */
export function after(operations: readonly string[], change: (done: Done) => void): Respond<Tables> {
  return async (request, next, context) => {
    if (!operations.includes(context.operation ?? "")) return next();
    const rows = context.state.snapshot();
    const response = await next();
    const before = (table: string, key: string) => rows.get(`${table} ${key}`);
    if (isSuccess(response)) change({ ...sentIn(request, context), shown: asObject(jsonOf(response)), before });
    return response;
  };
}

/** Changes a stored row, if there is one. */
export function changeRow(state: Tables, table: string, key: string, change: (row: JsonObject) => JsonObject): void {
  const row = state.find(table, key);
  if (row) state.put(table, key, change(row));
}

/** Changes the run that a response shows, as it is stored. The response stays as it is. */
export function storingRun(operation: string, change: (run: JsonObject, done: Done) => JsonObject): Respond<Tables> {
  return after([operation], (done) => changeRow(done.state, "run", String(done.shown.id), (run) => change(run, done)));
}

/** Changes the items of a list. */
export function listing(
  operation: string,
  list: string,
  change: (items: JsonObject[], sent: Sent) => Json[],
): Respond<Tables> {
  return async (request, next, context) => {
    const response = await next();
    if (context.operation !== operation || !isSuccess(response)) return response;
    const sent = sentIn(request, context);
    return changeJson(response, (body) => {
      const object = asObject(body);
      return { ...object, [list]: change(asList(object[list]).map(asObject), sent) };
    });
  };
}

/** Changes the object that some operations show. */
export function showing(operations: readonly string[], change: (shown: JsonObject) => Json): Respond<Tables> {
  return inBodies(operations, change);
}

/** The rows of a table that were created before a request, the newest one last. */
export function othersThan(state: Tables, table: string, key: string): JsonObject[] {
  const row = state.find(table, key);
  return state.rows(table).filter((other) => other !== row);
}

/** Lists what was deleted, at the end of a page that is not full. */
export function stillListing(deletion: string, operation: string, list: string): Respond<Tables> {
  return async (request, next, context) => {
    const { state } = context;
    const response = await next();
    if (!isSuccess(response)) return response;
    if (context.operation === deletion) {
      const shown = asObject(jsonOf(response));
      state.put(`deleted ${list}`, keyIn(shown.namespace, shown.name), shown);
    }
    if (context.operation !== operation) return response;
    const { parts, query } = sentIn(request, context);
    const isIn = ({ namespace }: JsonObject) => namespace === undefined || keyIn(namespace) === keyIn(parts[1]);
    const deleted = state.rows(`deleted ${list}`).filter(isIn);
    return changeJson(response, (body) => {
      const items = asList(asObject(body)[list]);
      return { ...asObject(body), [list]: [...items, ...deleted].slice(0, Number(query.get("limit") ?? 100)) };
    });
  };
}
