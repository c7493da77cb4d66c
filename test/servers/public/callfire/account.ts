import { asList, type Json, type JsonObject } from "#openapi/document/document.js";
import { empty, json, type ReadRequest, Rejection } from "../../service.js";
import type { Tables } from "../tables.js";
import { added, failed, type Handlers, needed, page, rejectNoNumbers, sentIn, shown, valuesOf } from "./rows.js";

const CALL_EVENTS = ["started", "stopped", "finished"];

/** The events of resources. */
export const EVENTS: Readonly<Record<string, readonly string[]>> = {
  ...{ CccCampaign: CALL_EVENTS, CallBroadcast: CALL_EVENTS, TextBroadcast: CALL_EVENTS },
  ...{ OutboundCall: ["finished"], InboundCall: ["finished"], OutboundText: ["finished"], InboundText: ["finished"] },
  ...{ ContactList: ["validationFinished", "validationFailed"], MonthlyRenewal: ["failed", "finished"] },
  LowBalance: ["failed", "finished"],
};

const OF_DNC = ["call", "text", "inboundCall", "inboundText", "source"];

/** Numbers that do not want to be contacted. */
const DNCS: Handlers = {
  findDoNotContacts(request, tables) {
    const { prefix, campaignId, source, ...query } = request.query;
    const numbers = valuesOf(query.number);
    const rows = tables
      .rows("dnc")
      .filter(({ number }) => String(number).startsWith(String(prefix ?? "")))
      .filter(({ number = "" }) => !numbers || numbers.includes(number))
      .filter((row) => campaignId === undefined || row.campaignId === campaignId)
      .filter((row) => source === undefined || row.source === source)
      .filter((row) => ["call", "text", "inboundCall", "inboundText"].every((name) => !query[name] || row[name]));
    return page(rows, request);
  },
  addDoNotContacts({ body }, tables) {
    const { numbers = [], ...fields } = sentIn(body, ["numbers", ...OF_DNC]);
    needed({ numbers }, "numbers");
    rejectNoNumbers(asList(numbers));
    const usual = { call: true, text: true, inboundCall: false, inboundText: false, source: "Api V2" };
    for (const number of asList(numbers)) {
      const known = tables.find("dnc", number) ?? { number, ...usual, created: Date.now() };
      tables.put("dnc", number, { ...known, ...fields });
    }
    return empty(200);
  },
  getDoNotContact: ({ path }, tables) => json(200, tables.get("dnc", path.number)),
  updateDoNotContact({ path, body }, tables) {
    const row = tables.get("dnc", path.number);
    tables.put("dnc", String(path.number), { ...row, ...sentIn(body, OF_DNC) });
    return empty(200);
  },
  deleteDoNotContact({ path }, tables) {
    tables.get("dnc", path.number);
    tables.remove("dnc", String(path.number));
    return empty(200);
  },
  deleteDoNotContactsBySource({ path }, tables) {
    const rows = tables.rows("dnc").filter(({ source }) => source === path.source);
    if (rows.length === 0) return failed(404, "the source is unknown");
    for (const { number = "" } of rows) tables.remove("dnc", number);
    return empty(200);
  },
};

/** A credential as it is shown after its creation. */
function credentialShown({ password: _, ...row }: JsonObject): JsonObject {
  return row;
}

function enabling(enabled: boolean): Handlers[string] {
  return ({ path }, tables) => {
    tables.put("credential", String(path.id), { ...tables.get("credential", path.id), enabled });
    return empty(200);
  };
}

/** A handler that removes the row that the path names. */
function removing(table: string): Handlers[string] {
  return ({ path }, tables) => {
    tables.get(table, path.id);
    tables.remove(table, String(path.id));
    return empty(200);
  };
}

const CREDENTIALS: Handlers = {
  findApiCredentials(request, tables) {
    const { name } = request.query;
    const rows = tables.rows("credential").filter((row) => name === undefined || row.name === name);
    return page(rows.map(credentialShown), request);
  },
  createApiCredential({ body }, tables) {
    const fields = sentIn(body, ["name"]);
    needed(fields, "name");
    const secret = { username: `u${tables.nextNumber()}`, password: `p${tables.nextNumber()}` };
    return json(200, added(tables, "credential", { ...fields, enabled: true, ...secret }));
  },
  getApiCredential: (request, tables) => shown(credentialShown(tables.get("credential", request.path.id)), request),
  deleteApiCredential: removing("credential"),
  enableApiCredentials: enabling(true),
  disableApiCredentials: enabling(false),
};

const OF_WEBHOOK = [
  ...["name", "resource", "events", "callback", "enabled", "expiresAt", "fields", "nonStrictSsl", "secret"],
  "singleUse",
];

/** Rejects a webhook without a resource, events of it, and a URL. */
function rejectInvalid(webhook: JsonObject): void {
  needed(webhook, "resource", "events", "callback");
  const known = EVENTS[String(webhook.resource)];
  if (!known) throw new Rejection(400, "the resource is unknown");
  const names = known.map((name) => name.toLowerCase());
  const isKnown = (event: Json) => names.includes(String(event).toLowerCase());
  if (!asList(webhook.events).every(isKnown)) throw new Rejection(400, "the resource does not have the event");
  if (!/^https?:\/\/[^\s/]+/.test(String(webhook.callback))) throw new Rejection(400, "callback is not a URL");
}

function isWanted(webhook: JsonObject, { query }: ReadRequest): boolean {
  const { event, ...others } = query;
  const hasAll = ["name", "resource", "callback", "enabled"].every(
    (name) => others[name] === undefined || webhook[name] === others[name],
  );
  return hasAll && (event === undefined || asList(webhook.events).includes(event));
}

const resourceShown = ([resource, events]: [string, readonly string[]]): JsonObject => ({
  resource,
  supportedEvents: [...events],
});

const WEBHOOKS: Handlers = {
  findWebhooks: (request, tables) =>
    page(
      tables.rows("webhook").filter((row) => isWanted(row, request)),
      request,
    ),
  createWebhook({ body }, tables) {
    const sent = sentIn(body, OF_WEBHOOK);
    rejectInvalid(sent);
    const times = { createdAt: Date.now(), updatedAt: Date.now() };
    return json(201, { id: added(tables, "webhook", { enabled: true, ...sent, ...times }).id ?? 0 });
  },
  getWebhook: (request, tables) => shown(tables.get("webhook", request.path.id), request),
  updateWebhook({ path, body }, tables) {
    const changed = { ...tables.get("webhook", path.id), ...sentIn(body, OF_WEBHOOK), updatedAt: Date.now() };
    rejectInvalid(changed);
    tables.put("webhook", String(path.id), changed);
    return empty(200);
  },
  deleteWebhook: removing("webhook"),
  findWebhookResources: (request) => shown({ items: Object.entries(EVENTS).map(resourceShown) }, request),
  getWebhookResource(request) {
    const events = EVENTS[String(request.path.resource)];
    if (!events) return failed(404, "the resource is unknown");
    return shown(resourceShown([String(request.path.resource), events]), request);
  },
};

/** Automatic replies to texts. */
const REPLIES: Handlers = {
  findTextAutoReplys(request, tables: Tables) {
    const { number } = request.query;
    const rows = tables.rows("reply").filter((row) => !number || row.number === number);
    return page(rows, request);
  },
  createTextAutoReply({ body }, tables) {
    const sent = sentIn(body, ["number", "keyword", "match", "message"]);
    needed(sent, "message", ...(sent.keyword ? [] : ["number"]));
    rejectNoNumbers(sent.number === undefined ? [] : [sent.number]);
    return json(201, { id: added(tables, "reply", sent).id ?? 0 });
  },
  getTextAutoReply: (request, tables) => shown(tables.get("reply", request.path.id), request),
  deleteTextAutoReply: removing("reply"),
};

export const ACCOUNT: Handlers = { ...DNCS, ...CREDENTIALS, ...WEBHOOKS, ...REPLIES };
