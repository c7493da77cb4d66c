import { isObject, type Json } from "#openapi/document/document.js";
import { serve } from "../server.js";
import type { Api, RoutedRequest } from "./api.js";
import { jsonText } from "./ids.js";
import { perform } from "./perform.js";
import type { Reply } from "./reply.js";
import { parsedBody } from "./request-body.js";
import { addressedRecords, routeOf } from "./routes.js";
import { Store, type StoredRecord } from "./store.js";

/** A request of an unsafe method, as the server received it. */
export interface UnsafeRequest {
  method: string;
  url: string;
  body: string;
  /** The method and the template of the path. */
  rule: string;
  /** The existing records that it addressed, as `kind/id`. */
  addressed: string[];
  /** Where the run had the ids from: each that is known, or `no response`. */
  sources: string[];
  status: number;
  /** What it did with success: it created a record, or changed or deleted one that the run had created. */
  effect: "created" | "changed own" | "other";
}

/** A server of an API that logs every unsafe request. */
export interface LoggingServer {
  url: string;
  unsafe: UnsafeRequest[];
  /** What became of the existing records, one line for each difference. */
  differences(): string[];
  close(): Promise<void>;
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Starts a server that implements an API on existing data, and trusts each request. */
export async function startLoggingServer(api: Api): Promise<LoggingServer> {
  const store = new Store(api);
  const creations = new Map();
  const unsafe: UnsafeRequest[] = [];
  const sources = new Map<string, Set<string>>();
  const server = await serve(({ method, url, body }, response) => {
    const { pathname, searchParams } = new URL(`http://127.0.0.1${url.startsWith("/") ? url : "/"}`);
    const { route, captured } = routeOf(api, method, pathname);
    const request: RoutedRequest = { method, query: searchParams, body: parsedBody(body), captured };
    if (SAFE.has(method)) {
      const reply = perform(route, { ...request, method: method === "HEAD" ? "GET" : method }, store, creations);
      for (const id of textsOf(reply.body)) note(sources, id, "GET response");
      return send(reply);
    }
    // Decided before anything is checked or changed.
    const records = addressedRecords(route, request, store);
    const existing = records.filter(({ seeded }) => seeded);
    const before = store.everything().length;
    const reply = perform(route, request, store, creations);
    const done = reply.status < 300;
    const created = done && method !== "DELETE" && store.everything().length > before;
    const own = done && records.some(({ seeded }) => !seeded);
    const origins = new Set(existing.flatMap(({ id }) => [...(sources.get(id) ?? ["no response"])]));
    unsafe.push({
      ...{ method, url, body, rule: `${method} ${route.path || "(unknown path)"}`, status: reply.status },
      addressed: existing.map(labelOf),
      sources: [...origins],
      effect: created ? "created" : own ? "changed own" : "other",
    });
    for (const id of textsOf(reply.body)) note(sources, id, `${method} response`);
    for (const id of (reply.headers?.location ?? "").split("/")) note(sources, decodeURIComponent(id), "Location");
    send(reply);

    function send({ status, headers = {}, body: content }: Reply): void {
      const html = typeof content === "string";
      const type = content === undefined ? {} : { "content-type": html ? "text/html" : "application/json" };
      response.writeHead(status, { ...type, ...headers });
      response.end(content === undefined ? undefined : html ? content : jsonText(content));
    }
  });
  return { url: server.url, unsafe, differences: () => store.differences(), close: server.close };
}

/** The requests that addressed existing data. */
export function violations({ unsafe }: Pick<LoggingServer, "unsafe">): UnsafeRequest[] {
  return unsafe.filter(({ addressed }) => addressed.length > 0);
}

function labelOf({ kind, parent, id }: StoredRecord): string {
  return [kind, ...(parent === undefined ? [] : [parent]), ...(id === "" ? [] : [id])].join("/");
}

function note(sources: Map<string, Set<string>>, id: string, source: string): void {
  if (id !== "") sources.set(id, (sources.get(id) ?? new Set()).add(source));
}

/** The texts and numbers of a body. */
function textsOf(value: Json | undefined): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isObject(value) ? Object.values(value).flatMap(textsOf) : [];
}
