import type { JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, type ServedRequest, type ServedResponse } from "../../service.js";
import { removeMessages } from "./applications.js";
import { added, type Handlers, now, OK, refuse, rowOf, sentIn } from "./rows.js";

/** A page of messages, the newest ones first. */
function paged(rows: JsonObject[], { query }: ReadRequest, { path }: ServedRequest): ServedResponse {
  const limit = Number(query.limit ?? 100);
  const { since } = query;
  const older = rows.toReversed().filter(({ id }) => since === undefined || Number(id) < Number(since));
  const messages = older.slice(0, limit);
  const last = Number(messages.at(-1)?.id ?? 0);
  const next = older.length > limit ? { next: `${path}?limit=${limit}&since=${last}` } : {};
  return json(200, { paging: { size: messages.length, since: last, limit, ...next }, messages });
}

export const MESSAGES: Handlers = {
  getMessages: (request, tables, served) => paged(tables.rows("message"), request, served),
  createMessage: (request, tables) => {
    const { appid = null, ...sent } = sentIn(request, ["appid", "message", "title", "priority", "extras"]);
    const application = appid === null ? undefined : tables.find("application", appid);
    if (!application) return refuse("the application does not exist");
    const defaults = { title: application.name ?? "", priority: application.defaultPriority ?? 0 };
    return json(200, added(tables, "message", { appid, ...defaults, ...sent, date: now() }));
  },
  deleteMessages: (_, tables) => {
    for (const { id = 0 } of tables.rows("message")) tables.remove("message", id);
    return OK();
  },
  deleteMessage: (request, tables) => {
    const { id = 0 } = rowOf(request, tables, "message");
    tables.remove("message", id);
    return OK();
  },
  getAppMessages: (request, tables, served) => {
    const { id = 0 } = rowOf(request, tables, "application");
    return paged(
      tables.rows("message").filter(({ appid }) => appid === id),
      request,
      served,
    );
  },
  deleteAppMessages: (request, tables) => {
    removeMessages(tables, Number(rowOf(request, tables, "application").id));
    return OK();
  },
};
