import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { changeJson, isSuccess, jsonOf, type Respond } from "../../../change.js";
import type { Tables } from "../../tables.js";
import { type SentRequest, variationsOf } from "../../variations.js";
import { keyIn } from "../rows.js";

export const { after, listing, sentIn, showing, storing } = variationsOf({ namedIn: () => ({}) });

/** The key of what the path names below a namespace. */
export function keyOf({ parts: [, namespace, , name] }: Pick<SentRequest, "parts">): string {
  return keyIn(namespace, name);
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
