import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { changeJson, isSuccess, jsonOf, type Respond, within } from "../change.js";
import type { ServedRequest, ServedResponse, Variation, VariationContext } from "../service.js";
import type { Tables } from "./tables.js";

/** A fault of a server. */
export interface Fault extends Variation<Tables> {
  /** The sentence of the document that it breaks, or the JSON pointer of a schema or an operation. */
  breaks: string;
}

/** A request to an operation. */
export interface SentRequest {
  state: Tables;
  memory: Map<string, number>;
  /** The parts of the path, decoded: `/tags/{tag}` has the tag at 1. */
  parts: readonly string[];
  /** The last number in the path: `/c/1/products/2` has 2. Empty if there is none. */
  id: string;
  query: URLSearchParams;
  /** The resource in the body. */
  sent: JsonObject;
}

/** The effects of a success of an operation, after the service has handled its request. */
export interface Effects {
  /** The resource in the response. */
  shown: JsonObject;
  /** The data as they were before the request. */
  before: Tables;
}

/** How a service writes its resources. */
interface Style<Named> {
  /** The field of bodies that has the resource (default: the body is the resource). */
  envelope?: string;
  /** The field of a resource that is the key of its row (default: `id`). */
  key?: string;
  /** Further things that a path names, by its parts. */
  namedIn: (parts: readonly string[]) => Named;
}

/** Ways in which a server of a public document differs from its service. */
export function variationsOf<Named extends object>({ envelope, key = "id", namedIn }: Style<Named>) {
  type Sent = SentRequest & Named;
  type Done = Sent & Effects;
  const resourceIn = (body: Json | undefined) => asObject(envelope === undefined ? body : asObject(body)[envelope]);

  /** Reads a request. */
  function sentIn(request: ServedRequest, { state, memory }: VariationContext<Tables>): Sent {
    const parts = request.path.split("/").slice(1).map(decoded);
    const id = parts.findLast((part) => /^\d+$/.test(part)) ?? "";
    return { ...namedIn(parts), state, memory, parts, id, query: request.query, sent: resourceIn(jsonOf(request)) };
  }

  /** Changes the data after each success of some operations. The response stays as it is. */
  function after(operations: readonly string[], change: (done: Done) => void): Respond<Tables> {
    return async (request, next, context) => {
      if (!operations.includes(context.operation ?? "")) return next();
      const before = context.state.copy();
      const response = await next();
      if (isSuccess(response)) change({ ...sentIn(request, context), shown: resourceIn(jsonOf(response)), before });
      return response;
    };
  }

  /** Forgets the effect of some operations, whose responses are as usual. */
  function forgets(...operations: string[]): Respond<Tables> {
    return after(operations, ({ state, before }) => state.become(before));
  }

  /** Changes the row that some operations show, or whose number is in the path. Their responses stay as they are. */
  function storing(
    operations: readonly string[],
    table: string,
    change: (row: JsonObject, done: Done) => JsonObject,
  ): Respond<Tables> {
    return after(operations, (done) =>
      changeRow(done.state, table, done.shown[key] ?? done.id, (row) => change(row, done)),
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

  /** Changes what the successes of some operations have in their envelope. */
  function inData(operations: readonly string[], change: (data: Json, sent: Sent) => Json): Respond<Tables> {
    return inSuccessesOf(operations, (response, sent) =>
      changeJson(response, (body) =>
        envelope === undefined
          ? change(body, sent)
          : { ...asObject(body), [envelope]: change(asObject(body)[envelope] ?? null, sent) },
      ),
    );
  }

  /** Changes each object that the successes of some operations show. */
  function showing(operations: readonly string[], change: (shown: JsonObject, sent: Sent) => Json): Respond<Tables> {
    return inData(operations, (data, sent) => {
      if (Array.isArray(data)) return data.map((each) => (isObject(each) ? change(each, sent) : each));
      return isObject(data) ? change(data, sent) : data;
    });
  }

  /** Changes the page that a list shows. */
  function paging(
    operations: readonly string[],
    change: (page: JsonObject, items: JsonObject[], sent: Sent) => Json,
  ): Respond<Tables> {
    return inSuccessesOf(operations, (response, sent) =>
      changeJson(response, (body) => {
        const page = asObject(body);
        return change(page, asList(page[listIn(page)]).map(asObject), sent);
      }),
    );
  }

  /** Changes the items of a list. */
  function listing(
    operations: readonly string[],
    change: (items: JsonObject[], sent: Sent) => Json[],
  ): Respond<Tables> {
    return paging(operations, (page, items, sent) => ({ ...page, [listIn(page)]: change(items, sent) }));
  }

  /** Responds in place of the service to the valid requests of some operations. */
  function toValid(
    operations: readonly string[],
    respond: (sent: Sent) => ServedResponse | undefined,
  ): Respond<Tables> {
    return async (request, next, context) => {
      const isMeant = operations.includes(context.operation ?? "") && !(await context.violation());
      return (isMeant ? respond(sentIn(request, context)) : undefined) ?? next();
    };
  }

  /** Handles the resources that valid requests of some operations send in another way. */
  function sending(operations: readonly string[], change: (sent: JsonObject) => JsonObject): Respond<Tables> {
    return async (request, next, context) => {
      const isMeant = operations.includes(context.operation ?? "") && !(await context.violation());
      const body = jsonOf(request);
      if (!isMeant || !isObject(body) || (envelope !== undefined && !isObject(body[envelope]))) return next();
      const changed = envelope === undefined ? change(body) : within(body, envelope, change);
      return next({ ...request, body: Buffer.from(JSON.stringify(changed)) });
    };
  }

  return { sentIn, after, forgets, storing, inData, showing, paging, listing, toValid, sending };
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

/** A row with the values that some fields had before. */
export function withFieldsOf(row: JsonObject, before: JsonObject, names: readonly string[]): JsonObject {
  const kept = names.filter((name) => before[name] !== undefined).map((name) => [name, before[name] ?? null]);
  const others = Object.entries(row).filter(([name]) => !names.includes(name));
  return Object.fromEntries([...others, ...kept]);
}

/**
 * Responds to some operations with the rows that a deletion hides.
 *
 * @param key the field that identifies a row
 */
export function stillShowing(deletion: string, readers: readonly string[], table: string, key = "id"): Respond<Tables> {
  return async (_, next, { operation = "", state }) => {
    const hidden = `deleted ${table}`;
    const keyOf = (row: JsonObject) => String(row[key]);
    if (readers.includes(operation)) {
      const rows = state.rows(hidden);
      for (const row of rows) state.put(table, keyOf(row), row);
      const response = await next();
      for (const row of rows) state.remove(table, keyOf(row));
      return response;
    }
    const before = state.rows(table);
    const response = await next();
    if (operation !== deletion || !isSuccess(response)) return response;
    const kept = new Set(state.rows(table).map(keyOf));
    for (const row of before) if (!kept.has(keyOf(row))) state.put(hidden, keyOf(row), row);
    return response;
  };
}

/** Ignores some parameters of the query. */
export function ignoring(operations: readonly string[], ...names: string[]): Respond<Tables> {
  return reading(operations, names, () => undefined);
}

/** Reads some parameters of the query in another way. @param change undefined for one that is ignored */
export function reading(
  operations: readonly string[],
  names: readonly string[],
  change: (value: string) => string | undefined,
): Respond<Tables> {
  return async (request, next, { operation = "", violation }) => {
    if (!operations.includes(operation) || (await violation())) return next();
    const query = new URLSearchParams(request.query);
    for (const name of names) {
      const value = query.get(name);
      const read = value === null ? undefined : change(value);
      if (read === undefined) query.delete(name);
      else query.set(name, read);
    }
    return next({ ...request, query });
  };
}

/** The name of the list in a page. */
function listIn(page: JsonObject): string {
  return Object.keys(page).find((name) => Array.isArray(page[name])) ?? "";
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
