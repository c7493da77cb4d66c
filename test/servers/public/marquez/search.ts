import type { JsonObject } from "#openapi/document/document.js";
import { json, Rejection, type Service } from "../../service.js";
import type { Tables } from "../tables.js";
import { page } from "./rows.js";

/** A pattern of a query: `%` stands for any text, `_` for one character. */
function patternOf(query: string): RegExp {
  const escaped = query
    .replace(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("%", ".*")
    .replaceAll("_", ".");
  return new RegExp(`^${escaped}$`, "isu");
}

function resultOf(
  type: "DATASET" | "JOB",
  { name = null, namespace = null, updatedAt = null }: JsonObject,
): JsonObject {
  return { type, name, namespace, updatedAt, nodeId: `${type.toLowerCase()}:${namespace}:${name}` };
}

/** The search. */
export const SEARCH_HANDLERS: Service<Tables>["handlers"] = {
  search(request, tables) {
    const { q, filter, sort, namespace } = request.query;
    if (filter !== undefined && !["dataset", "job"].includes(String(filter).toLowerCase())) {
      throw new Rejection(400, `filter '${filter}' must be one of: dataset, job`);
    }
    if (sort !== undefined && !["name", "updated_at"].includes(String(sort).toLowerCase())) {
      throw new Rejection(400, `sort '${sort}' must be one of: name, updated_at`);
    }
    const pattern = patternOf(String(q));
    const all = [
      ...tables.rows("dataset").map((row) => resultOf("DATASET", row)),
      ...tables.rows("job").map((row) => resultOf("JOB", row)),
    ];
    const isWanted = (row: JsonObject) =>
      pattern.test(String(row.name)) &&
      (filter === undefined || row.type === String(filter).toUpperCase()) &&
      (namespace === undefined || String(row.namespace).toLowerCase() === String(namespace).toLowerCase());
    const field = String(sort).toLowerCase() === "updated_at" ? "updatedAt" : "name";
    const found = all.filter(isWanted).toSorted((a, b) => (String(a[field]) < String(b[field]) ? -1 : 1));
    return json(200, { totalCount: found.length, results: page(found, request) });
  },
};
