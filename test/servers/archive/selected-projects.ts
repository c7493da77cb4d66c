import type { JsonObject } from "#openapi/document/document.js";
import type { ReadRequest } from "../service.js";
import type { ArchiveState } from "./state.js";

/** The projects that a query selects, in its order. */
export function selectedProjects({ query }: ReadRequest, { projects }: ArchiveState): JsonObject[] {
  const { status, ownerId, updatedSince, sort = "createdAt" } = query;
  const since = updatedSince === undefined ? Number.NEGATIVE_INFINITY : Date.parse(String(updatedSince));
  const owner = ownerId === undefined ? undefined : String(ownerId).toLowerCase();
  const selected = [...projects.values()].filter(
    (each) =>
      (status === undefined || each.status === status) &&
      (owner === undefined || String(each.ownerId).toLowerCase() === owner) &&
      Date.parse(String(each.updatedAt)) >= since,
  );
  return sorted(selected, String(sort));
}

/** Items in the order of a field. With `-`, the order is descending. */
export function sorted(items: readonly JsonObject[], sort: string): JsonObject[] {
  const field = sort.replace(/^-/, "");
  const direction = sort.startsWith("-") ? -1 : 1;
  return items.toSorted((a, b) => direction * compared(String(a[field]), String(b[field])));
}

/** Texts are compared by their code units. */
function compared(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
