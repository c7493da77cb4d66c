import type { JsonObject } from "#openapi/document/document.js";
import { empty, json } from "../../service.js";
import { added, after, type Handlers, now, OK, put, rowOf, sentIn, tokenOf } from "./rows.js";

const FIELDS = ["name", "expiresAfterInactivitySeconds"];

/** A client with the time at which it expires. */
export function expiring({ expiresAt: _, ...row }: JsonObject): JsonObject {
  const seconds = Number(row.expiresAfterInactivitySeconds ?? 0);
  return seconds > 0 ? { ...row, expiresAt: after(seconds) } : row;
}

export const CLIENTS: Handlers = {
  getClients: (_, tables) => json(200, tables.rows("client")),
  createClient: (request, tables) => {
    const set = { createdAt: now(), token: tokenOf(tables, "C") };
    const fields = { expiresAfterInactivitySeconds: 0, ...sentIn(request, FIELDS), ...set };
    return json(200, added(tables, "client", expiring(fields)));
  },
  updateClient: (request, tables) => {
    const row = rowOf(request, tables, "client");
    const fields = { expiresAfterInactivitySeconds: 0, ...sentIn(request, FIELDS) };
    return json(200, put(tables, "client", expiring({ ...row, ...fields })));
  },
  deleteClient: (request, tables) => {
    const { id = 0 } = rowOf(request, tables, "client");
    tables.remove("client", id);
    return OK();
  },
  elevateClient: (request, tables) => {
    const row = rowOf(request, tables, "client");
    const { durationSeconds } = sentIn(request, ["durationSeconds"]);
    put(tables, "client", { ...row, elevatedUntil: after(Math.max(0, Number(durationSeconds))) });
    return empty(204);
  },
};
