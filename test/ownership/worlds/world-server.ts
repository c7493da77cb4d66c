import type { Json } from "#openapi/document/document.js";
import { serve } from "../../server.js";
import { NOT_ALLOWED, NOT_FOUND, type Reply } from "../reply.js";
import type { Item, Store } from "./store.js";
import { type Asked, Visit } from "./visit.js";
import type { WorldOperation } from "./world.js";

/** A request that changed something, or whose method may. */
export interface LoggedRequest {
  method: string;
  url: string;
  body: string;
  /** The method and the path of the operation. */
  rule: string;
  status: number;
  /** What of others it changed or used. */
  touched: readonly string[];
  created: readonly Item[];
  changedOwn: boolean;
}

/** A running server of a world. */
export interface WorldServer {
  url: string;
  /** The unsafe requests, and the safe ones that changed something. */
  unsafe: readonly LoggedRequest[];
  close(): Promise<void>;
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** What a server does for the requests of a team, and what it keeps for it. */
export interface TeamData {
  operations: readonly WorldOperation[];
  store: Store;
}

/** Starts the server of a world. It trusts each request. @param teams what it keeps for other keys than that of the run */
export async function startWorld(
  operations: readonly WorldOperation[],
  store: Store,
  teams: Readonly<Record<string, TeamData>> = {},
): Promise<WorldServer> {
  const unsafe: LoggedRequest[] = [];
  const routesOf = (team: TeamData) => {
    const routes = team.operations.map((operation) => ({ operation, ...routeOf(operation) }));
    return routes.sort((one, other) => one.names.length - other.names.length);
  };
  const first = { store, routes: routesOf({ operations, store }) };
  const byKey = new Map(
    Object.entries(teams).map(([key, team]) => [`Bearer ${key}`, { store: team.store, routes: routesOf(team) }]),
  );
  const { url, close } = await serve(async ({ method, url, headers, body }, response) => {
    const { pathname, searchParams } = new URL(`http://127.0.0.1${url.startsWith("/") ? url : "/"}`);
    const wanted = method === "HEAD" ? "GET" : method;
    const team = byKey.get(headers.authorization ?? "") ?? first;
    const here = team.routes.flatMap((route) => {
      const captured = capturedBy(route, pathname);
      return captured ? [{ ...route, captured }] : [];
    });
    const route = here.find(({ operation }) => operation.method.toUpperCase() === wanted);
    const rule = `${wanted} ${route?.operation.path ?? "(unknown path)"}`;
    const cookies = Object.fromEntries((headers.cookie ?? "").split(/; */).map((pair) => pair.split("=", 2)));
    const asked: Asked = {
      ...{ method, url, rule, captured: route?.captured ?? {}, query: searchParams, headers, cookies },
      body: parsed(body, headers["content-type"] ?? ""),
    };
    const visit = new Visit(asked, team.store);
    const reply = route ? await route.operation.handle(visit) : here.length > 0 ? NOT_ALLOWED : NOT_FOUND;
    if (!SAFE.has(method) || visit.touched.length > 0) {
      const { touched, created, changedOwn } = visit;
      unsafe.push({ method, url, body, rule, status: reply.status, touched, created, changedOwn });
    }
    send(reply);

    function send({ status, headers = {}, body: content }: Reply): void {
      const type = content === undefined ? {} : { "content-type": "application/json" };
      response.writeHead(status, { ...type, ...headers });
      response.end(content === undefined || method === "HEAD" ? undefined : JSON.stringify(content));
    }
  });
  return { url, unsafe, close };
}

/** How paths fit the template of an operation. */
function routeOf({ path }: WorldOperation): { pattern: RegExp; names: string[] } {
  const names: string[] = [];
  const source = path.replace(/\{([^}]+)\}|[.*+?^$()|[\]\\]/g, (text, name?: string) => {
    if (name === undefined) return `\\${text}`;
    names.push(name);
    return "([^/:]+)";
  });
  return { pattern: new RegExp(`^${source}/?$`), names };
}

function capturedBy(
  { pattern, names }: { pattern: RegExp; names: readonly string[] },
  path: string,
): Record<string, string> | undefined {
  const found = pattern.exec(path);
  if (!found) return undefined;
  return Object.fromEntries(names.map((name, index) => [name, decoded(found[index + 1] ?? "")]));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The content of a body: of JSON, of a form, or its text; undefined without one. */
function parsed(body: string, type: string): Json | undefined {
  if (body === "") return undefined;
  if (type.includes("form-urlencoded")) return Object.fromEntries(new URLSearchParams(body));
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}
