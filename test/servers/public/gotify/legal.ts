import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { changeJson, everywhere, inEveryResponse, inSuccesses, without } from "../../change.js";
import { json, type Variation } from "../../service.js";
import type { Tables } from "../tables.js";
import { describing, listing, sending, showing, toValid } from "./faults/variations.js";
import { added, failed, now } from "./rows.js";

const CREATIONS = ["createApp", "createClient", "createUser", "createMessage"];
const CHANGES = ["updateApplication", "updateClient", "updateUser"];
const SINGLE = [...CREATIONS, ...CHANGES, "getUser", "currentUser"];
const LISTS = ["getApps", "getClients", "getUsers"];

const inValues = (change: (value: Json) => Json) =>
  inEveryResponse((response) => changeJson(response, (body) => everywhere(body, change)));

function trimmed(sent: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [name, typeof value === "string" ? value.trim() : (value ?? null)]),
  );
}

/** Servers that follow gotify.yaml in other ways than the service. No run may fail. */
export const GOTIFY_LEGAL: Variation<Tables>[] = [
  {
    title: "sends fields in another order",
    respond: inValues((value) => (isObject(value) ? Object.fromEntries(Object.entries(value).reverse()) : value)),
  },
  { title: "sends further fields", respond: showing(SINGLE, (row) => ({ ...row, revision: 3, links: [] })) },
  {
    title: "lists the newest rows first",
    respond: listing(LISTS, (rows) => rows.toReversed()),
  },
  {
    title: "shows tokens in responses to creations only",
    respond: showing([...LISTS, ...CHANGES], (row) => without(row, "token")),
  },
  {
    title: "sends empty links on last pages",
    respond: describing(["getMessages", "getAppMessages"], (paging) => ({ next: "", ...paging })),
  },
  {
    title: "links to next pages without a slash in front",
    respond: describing(["getMessages", "getAppMessages"], ({ next, ...paging }) =>
      next === undefined ? paging : { ...paging, next: String(next).slice(1) },
    ),
  },
  {
    title: "takes spaces from both ends of texts",
    respond: sending([...CREATIONS, ...CHANGES], trimmed),
  },
  {
    title: "rejects empty names",
    respond: toValid([...CREATIONS, ...CHANGES], ({ sent }) =>
      typeof sent.name === "string" && sent.name.trim() === "" ? failed(400, "the name is empty") : undefined,
    ),
  },
  {
    title: "rejects negative numbers",
    respond: toValid([...CREATIONS, ...CHANGES, "elevateClient"], ({ sent }) =>
      Object.values(sent).some((value) => typeof value === "number" && value < 0)
        ? failed(400, "a number is negative")
        : undefined,
    ),
  },
  {
    title: "rejects applications whose sort key another one has",
    respond: toValid(["createApp", "updateApplication"], ({ state, sent, id }) =>
      state.rows("application").some((row) => row.sortKey === sent.sortKey && String(row.id) !== id)
        ? failed(400, "the sort key is taken")
        : undefined,
    ),
  },
  {
    title: "confirms with an empty object",
    respond: inSuccesses(["deleteApp", "deleteClient", "deleteUser", "deleteMessage", "removeAppImage"], () =>
      json(200, {}),
    ),
  },
  {
    title: "refuses to upload files that are not images",
    respond: toValid(["uploadAppImage"], () => failed(400, "the file is not an image")),
  },
  {
    title: "rounds moments to seconds",
    respond: inValues((value) =>
      typeof value === "string" ? value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.\d+Z$/, "$1Z") : value,
    ),
  },
  {
    title: "has no data at first, except for the user and the client of the key",
    prepare: (state) => {
      for (const table of ["application", "message", "plugin"]) {
        for (const { id = 0 } of state.rows(table)) state.remove(table, id);
      }
    },
  },
  {
    title: "has other clients, which send messages and create applications meanwhile",
    respond: (_, next, { count, state }) => {
      const [application] = state.rows("application");
      const message = { message: `Note ${count}`, title: "Note", priority: 1, date: now() };
      if (count % 20 === 0) added(state, "message", { appid: application?.id ?? 0, ...message });
      const fields = { name: `Other ${count}`, description: "", defaultPriority: 0, sortKey: `b${count}` };
      const set = { internal: false, image: "static/defaultapp.png", createdAt: now(), token: `Ax${count}` };
      if (count % 45 === 0) added(state, "application", { ...fields, ...set });
      return next();
    },
  },
  {
    title: "shows no default priority of 0",
    respond: inValues((value) =>
      isObject(value) && value.defaultPriority === 0 ? without(value, "defaultPriority") : value,
    ),
  },
];
