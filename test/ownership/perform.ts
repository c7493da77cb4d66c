import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Kind, RoutedRequest } from "./api.js";
import { creationReply } from "./creation-reply.js";
import { idValue } from "./ids.js";
import { INVALID, NO_CONTENT, NOT_ALLOWED, NOT_FOUND, type Reply } from "./reply.js";
import { isValidBody, requestedId } from "./request-body.js";
import { type Route, selected } from "./routes.js";
import type { Store, StoredRecord } from "./store.js";

/** The last creation of each kind. */
export type Counters = Map<Kind, number>;

/** Does what a request asks for, as a trusting server would. */
export function perform(route: Route, request: RoutedRequest, store: Store, creations: Counters): Reply {
  switch (route.about) {
    case "procedure": {
      const { effect, targets, status, reply } = route.procedure;
      const records = targets(request, store);
      if (effect === "change") for (const record of records) change(record, { state: "changed" });
      if (effect === "delete") for (const record of records) store.remove(record);
      return { status, body: status === 204 ? undefined : (reply ?? {}) };
    }
    case "single":
      return single(store.single(route.path), request, store);
    case "collection":
      return collection(route.kind, route.parent, request, store, creations);
    case "item":
      return item(route.kind, route.parent, route.id, request, store);
    case "nothing":
      return NOT_FOUND;
  }
}

function single(record: StoredRecord | undefined, { method, body }: RoutedRequest, store: Store): Reply {
  if (!record) return NOT_FOUND;
  if (method === "DELETE") {
    store.remove(record);
    return NO_CONTENT;
  }
  if (method === "PUT" || method === "PATCH") change(record, asObject(body));
  return method === "POST" ? NOT_ALLOWED : { status: 200, body: record.data };
}

function collection(
  kind: Kind,
  parent: string | undefined,
  request: RoutedRequest,
  store: Store,
  creations: Counters,
): Reply {
  const needsParent = kind.parent && !(kind.ignoresParent && request.method === "DELETE");
  if (needsParent && !store.parentOf(kind, parent)) return NOT_FOUND;
  const records = selected(kind, parent, request, store);
  switch (request.method) {
    case "GET": {
      if (!kind.verbs.has("list")) return NOT_ALLOWED;
      const data = records.slice(0, kind.list.most).map((record) => shown(kind, record));
      return { status: 200, body: kind.list.wrapped ? { data } : data };
    }
    case "POST": {
      if (!kind.verbs.has("create")) return NOT_ALLOWED;
      if (kind.validates && !isValidBody(kind, request)) return INVALID;
      const n = creations.get(kind) ?? 0;
      creations.set(kind, n + 1);
      const created = store.create(kind, parent, sentFields(kind, request.body), requestedId(kind, request));
      return creationReply(kind, created, store.all(kind, parent), n);
    }
    case "DELETE":
      for (const record of records) store.remove(record);
      return NO_CONTENT;
    case "PUT":
    case "PATCH":
      for (const record of records) change(record, asObject(request.body));
      return { status: 200, body: {} };
    default:
      return NOT_ALLOWED;
  }
}

function item(kind: Kind, parent: string | undefined, id: string, request: RoutedRequest, store: Store): Reply {
  const { method, body } = request;
  const record = store.find(kind, parent, id);
  if (method === "GET" && !kind.verbs.has("get")) return { status: kind.missingGet, body: {} };
  const creates = method === "PUT" && kind.upserts && (!kind.parent || store.parentOf(kind, parent));
  if (!record && !creates) return NOT_FOUND;
  const hindered = record && !record.seeded && method !== "GET" ? hindrance(kind, record) : undefined;
  if (hindered) return hindered;
  if ((method === "PUT" || method === "PATCH") && kind.validates && !isValidBody(kind, request)) return INVALID;
  if (!record) return { status: 201, body: wrapped(kind, store.create(kind, parent, sentFields(kind, body), id)) };
  if (method === "DELETE") {
    store.remove(record);
    return NO_CONTENT;
  }
  if (method === "PUT") record.data = sentFields(kind, body);
  if (method === "PATCH") change(record, sentFields(kind, body));
  return method === "POST" ? NOT_ALLOWED : { status: 200, body: wrapped(kind, record) };
}

/** What a server may respond in place of a change to a new item. */
function hindrance({ hindrance, item: template, ids }: Kind, { parent }: StoredRecord): Reply | undefined {
  if (hindrance === "none") return undefined;
  if (hindrance === "conflict") return { status: 409, body: { title: "In use" } };
  const path = parent === undefined ? template : template.replace(/\{[^}]+\}/, encodeURIComponent(parent));
  return { status: 307, headers: { location: path.replace(/\{[^}]+\}/, encodeURIComponent(ids.seeded[0])) } };
}

function change(record: StoredRecord, fields: JsonObject): void {
  record.data = { ...record.data, ...fields };
}

function sentFields({ idField }: Kind, body: Json | undefined): JsonObject {
  const { [idField]: _, ...fields } = asObject(body);
  return fields;
}

function shown({ idField, ids }: Kind, { id, data }: StoredRecord): JsonObject {
  return { [idField]: idValue(ids, id), ...data };
}

function wrapped(kind: Kind, record: StoredRecord): JsonObject {
  return kind.creation.form === "data" ? { data: shown(kind, record) } : shown(kind, record);
}
