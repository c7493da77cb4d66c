import { asList, asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { changeJson, everywhere, inEveryResponse, inSuccesses, jsonOf, without } from "../../change.js";
import { empty, json, type Variation } from "../../service.js";
import type { Tables } from "../tables.js";
import { listing, paging, sending, showing, toValid } from "./faults/variations.js";
import { added, failed } from "./rows.js";

const CONFIRMATIONS = [
  ...["addDoNotContacts", "updateDoNotContact", "deleteDoNotContact", "deleteDoNotContactsBySource"],
  ...["updateContact", "deleteContact", "updateContactList", "deleteContactList", "addContactListItems"],
  ...["removeContactListItems", "removeContactListItem", "deleteApiCredential", "disableApiCredentials"],
  ...["enableApiCredentials", "updateWebhook", "deleteWebhook", "deleteTextAutoReply"],
];
const READS = ["getContact", "getContactList", "getDoNotContact", "getApiCredential", "getWebhook", "getTextAutoReply"];
const PAGES = ["findContacts", "findContactLists", "findDoNotContacts", "findWebhooks", "findTextAutoReplys"];
const CREATIONS = ["createContacts", "createWebhook", "createTextAutoReply"];
const TABLES = ["contact", "list", "dnc", "credential", "webhook", "reply"];

const inValues = (change: (value: Json) => Json) =>
  inEveryResponse((response) => changeJson(response, (body) => everywhere(body, change)));

function trimmed(sent: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, typeof value === "string" ? value.trim() : (value ?? null)]),
  );
}

const hasPhone = (contact: Json) => Object.keys(asObject(contact)).some((name) => /Phone\d?$/.test(name));

/** Servers that follow callfire.yaml in other ways than the service. No run may fail. */
export const CALLFIRE_LEGAL: Variation<Tables>[] = [
  {
    title: "sends fields in another order",
    respond: inValues((value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)),
  },
  {
    title: "sends further fields",
    respond: showing(READS, (row, { query }) => (query.has("fields") ? row : { ...row, revision: 3, links: [] })),
  },
  { title: "confirms changes with 204", respond: inSuccesses(CONFIRMATIONS, () => empty(204)) },
  { title: "confirms changes with an empty object", respond: inSuccesses(CONFIRMATIONS, () => json(200, {})) },
  {
    title: "does not know how many results there are",
    respond: paging(PAGES, (page) => ("totalCount" in page ? { ...page, totalCount: -1 } : page)),
  },
  {
    title: "names the place of new resources",
    respond: inSuccesses(CREATIONS, (response, { path }) => {
      const id = asObject(jsonOf(response)).id ?? asObject(asList(asObject(jsonOf(response)).items)[0]).id ?? "";
      return { ...response, headers: { ...response.headers, Location: `${path}/${id}` } };
    }),
  },
  {
    title: "rejects requests with a message only",
    respond: inEveryResponse((response) =>
      response.status < 400 ? response : changeJson(response, (body) => ({ message: asObject(body).message ?? "" })),
    ),
  },
  {
    title: "rejects contacts without a phone number",
    respond: async (request, next, { operation, violation }) => {
      const body = jsonOf(request);
      if (operation !== "createContacts" || !Array.isArray(body) || (await violation())) return next();
      return body.every(hasPhone) ? next() : failed(400, "a contact has a phone number");
    },
  },
  {
    title: "creates lists from one source of contacts only",
    respond: toValid(["createContactList", "addContactListItems"], ({ sent }) => {
      const sources = ["contacts", "contactNumbers", "contactIds"].filter((name) => asList(sent[name]).length > 0);
      return sources.length > 1 ? failed(400, "use one source of contacts") : undefined;
    }),
  },
  {
    title: "imports the contacts of a list before it is active",
    respond: showing(["createContactList"], (row) => ("status" in row ? { ...row, status: "VALIDATING" } : row)),
  },
  {
    title: "shows no secrets of webhooks",
    respond: async (request, next, context) => {
      const one = showing(["getWebhook"], (row) => without(row, "secret"));
      const many = listing(["findWebhooks"], (items) => items.map((item) => without(item, "secret")));
      return context.operation === "getWebhook" ? one(request, next, context) : many(request, next, context);
    },
  },
  {
    title: "takes spaces from both ends of texts",
    respond: sending(
      ["createContactList", "updateContactList", "updateContact", "createTextAutoReply", "createApiCredential"],
      trimmed,
    ),
  },
  {
    title: "rejects a webhook with a name that another one has",
    respond: toValid(["createWebhook"], ({ state, sent: { name } }) =>
      name != null && state.rows("webhook").some((row) => row.name === name)
        ? failed(400, "the name is taken")
        : undefined,
    ),
  },
  {
    title: "shows the newest contacts first",
    respond: async (_, next, { operation, state }) => {
      if (operation !== "findContacts") return next();
      const rows = state.rows("contact");
      const put = (all: typeof rows) => {
        for (const { id = 0 } of rows) state.remove("contact", id);
        for (const row of all) state.put("contact", String(row.id), row);
      };
      put(rows.toReversed());
      const response = await next();
      put(rows);
      return response;
    },
  },
  {
    title: "has no data at first",
    prepare: (state) => {
      for (const table of TABLES) {
        for (const row of state.rows(table)) state.remove(table, (table === "dnc" ? row.number : row.id) ?? 0);
      }
    },
  },
  {
    title: "has other clients, which add contacts and replies meanwhile",
    respond: (_, next, { count, state }) => {
      if (count % 30 === 0) added(state, "contact", { homePhone: "13105550100", deleted: false });
      if (count % 50 === 0) added(state, "reply", { number: "13105550100", message: `Reply ${count}` });
      return next();
    },
  },
];
