import type { Api, Danger, Kind, Procedure, RoutedRequest } from "./api.js";
import { requestedId } from "./request-body.js";
import type { Store, StoredRecord } from "./store.js";

/** What a request is about, whatever else is right or wrong with it. */
export type Route =
  | { about: "procedure"; procedure: Procedure; path: string }
  | { about: "single"; path: string }
  | { about: "collection" | "item"; kind: Kind; parent: string | undefined; id: string; path: string }
  | { about: "nothing"; path: string };

/** Routes a request. Paths are compared as texts, but a slash at their end does not count. */
export function routeOf(api: Api, method: string, path: string): { route: Route; captured: RoutedRequest["captured"] } {
  const named = (danger: Danger) => danger.procedure && danger.method.toUpperCase() === method;
  // Fixed paths come before those with parameters.
  const dangers = api.dangers.filter(named).sort((first, second) => captures(first.path) - captures(second.path));
  for (const { path: template, procedure } of dangers) {
    const captured = matched(template, path);
    if (captured && procedure) return { route: { about: "procedure", procedure, path: template }, captured };
  }
  const single = api.singletons.find((template) => matched(template, path));
  if (single !== undefined) return { route: { about: "single", path: single }, captured: {} };
  for (const about of ["collection", "item"] as const) {
    for (const kind of api.kinds) {
      const captured = matched(kind[about], path);
      if (!captured) continue;
      const parent = kind.parent ? captured[kind.parent.parameter] : undefined;
      return { route: { about, kind, parent, id: captured[kind.parameter] ?? "", path: kind[about] }, captured };
    }
  }
  return { route: { about: "nothing", path: "" }, captured: {} };
}

/** The existing records that a request addresses: those that it would change if it were valid and allowed. */
export function addressedRecords(route: Route, request: RoutedRequest, store: Store): StoredRecord[] {
  switch (route.about) {
    case "procedure":
      return route.procedure.effect === "read" ? [] : route.procedure.targets(request, store);
    case "single":
      return changes(request.method) ? present(store.single(route.path)) : [];
    case "collection":
      return request.method === "POST"
        ? addressedByCreation(route.kind, route.parent, request, store)
        : changes(request.method)
          ? selected(route.kind, route.parent, request, store)
          : [];
    case "item": {
      const record = changes(request.method) ? store.find(route.kind, route.parent, route.id) : undefined;
      if (record) return [record];
      const creates = request.method === "PUT" && route.kind.upserts;
      return creates ? present(store.parentOf(route.kind, route.parent)) : [];
    }
    case "nothing":
      return [];
  }
}

/** The records of a collection that a request to it selects: all, unless a filter names one. */
export function selected(
  kind: Kind,
  parent: string | undefined,
  { method, query }: RoutedRequest,
  store: Store,
): StoredRecord[] {
  const named = present(store.find(kind, parent, query.get("id") ?? ""));
  return method === "DELETE" && named.length > 0 ? named : store.all(kind, parent);
}

function addressedByCreation(kind: Kind, parent: string | undefined, request: RoutedRequest, store: Store) {
  if (!kind.verbs.has("create")) return [];
  const id = requestedId(kind, request);
  const overwritten = id === undefined ? undefined : store.find(kind, parent, id);
  return [...present(store.parentOf(kind, parent)), ...present(overwritten)];
}

function changes(method: string): boolean {
  return method === "PUT" || method === "PATCH" || method === "DELETE";
}

function present(record: StoredRecord | undefined): StoredRecord[] {
  return record ? [record] : [];
}

function captures(template: string): number {
  return template.split("{").length - 1;
}

/** The path parameters of a path, if the template fits. */
function matched(template: string, path: string): Record<string, string> | undefined {
  const expected = template.split("/");
  const segments = (path.length > 1 ? path.replace(/\/$/, "") : path).split("/").map(decoded);
  if (expected.length !== segments.length) return undefined;
  const captured: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const name = /^\{(.+)\}$/.exec(expected[index] ?? "")?.[1];
    if (name === undefined && expected[index] !== segment) return undefined;
    if (name !== undefined && segment === "") return undefined;
    if (name !== undefined) captured[name] = segment;
  }
  return captured;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
