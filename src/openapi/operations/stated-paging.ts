import { asList, asObject, asText, isObject, type Json, type JsonObject } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import type { PageStep, Paging, Parameter } from "./operation.js";

/** The query parameter with a name; undefined if there is none. */
export function queryParameter(parameters: readonly Parameter[], wanted: string | undefined): Parameter | undefined {
  return parameters.find(({ in: place, name }) => place === "query" && name === wanted);
}

/** Reads `x-pagination` of an operation; undefined if it has none, or it lacks `items` or `forward`. */
export function paginationOf(operation: JsonObject, at: string, parameters: readonly Parameter[]): Paging | undefined {
  const { items, hasMore, pageSize, forward, backward } = asObject(operation["x-pagination"]);
  if (typeof items !== "string" || !isObject(forward)) return undefined;
  return {
    basis: "stated",
    pointer: pointerTo(at, "x-pagination"),
    items,
    hasMore: asText(hasMore),
    pageSize: queryParameter(parameters, asText(pageSize)),
    next: cursorOf(parameters, forward),
    previous: cursorOf(parameters, asObject(backward)),
  };
}

function cursorOf(parameters: readonly Parameter[], { parameter: name, item, body }: JsonObject): PageStep | undefined {
  const parameter = queryParameter(parameters, asText(name));
  if (!parameter) return undefined;
  if (typeof item === "string") return { kind: "item", parameter, pointer: item };
  return typeof body === "string" ? { kind: "cursor", parameter, pointer: body } : undefined;
}

/** Reads `x-numbered-pages` of an operation; undefined if it has none. */
export function numberedPagesOf(
  operation: JsonObject,
  at: string,
  parameters: readonly Parameter[],
): Paging | undefined {
  if (operation["x-numbered-pages"] === undefined) return undefined;
  const { items, parameter: name, counts, first, pageSize } = asObject(operation["x-numbered-pages"]);
  const parameter = queryParameter(parameters, asText(name));
  const number = typeof first === "number" ? first : 1;
  const next: PageStep | undefined =
    parameter && (counts === "items" ? { kind: "offset", parameter } : { kind: "page", parameter, first: number });
  return {
    basis: "stated",
    pointer: pointerTo(at, "x-numbered-pages"),
    items: String(items),
    hasMore: undefined,
    pageSize: queryParameter(parameters, asText(pageSize)),
    next,
    previous: undefined,
  };
}

/** Reads `x-mutually-exclusive`. */
export function mutuallyExclusiveOf(groups: Json | undefined): string[][] {
  return asList(groups).map((group) => asList(group).map(String));
}
