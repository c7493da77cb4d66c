import { asObject, type JsonObject } from "#openapi/document/document.js";
import { type Fault, reading, stillShowing } from "../../variations.js";
import {
  after,
  alsoBefore,
  deletingBefore,
  describing,
  forgets,
  inData,
  keepingFields,
  listing,
  notListingNew,
  storing,
  withAll,
} from "./variations.js";

const needsTwo = true;

const SENDS = "#/paths/~1message/post";
const DELETES_MESSAGE = "Deletes a message with an id.";
const DELETES_MESSAGES = "Delete all messages from a specific application.";
const SINCE = "return all messages with an ID less than this value";
const NEXT = "The relative path for the next page.";
const MESSAGES_OF = "Return all messages from a specific application.";
const CREATES_CLIENT = "Create a client.";
const UPDATES_CLIENT = "Update a client.";
const DELETES_CLIENT = "#/paths/~1client~1{id}/delete";
const EXPIRES = "The number of seconds of inactivity after which the client is removed.";
const ELEVATED = "How long the elevation should last, in seconds.";
const CREATES_USER = "#/paths/~1user/post";
const UPDATES_USER = "#/paths/~1user~1{id}/post";
const DELETES_USER = "#/paths/~1user~1{id}/delete";
const ADMIN = "If the user is an administrator.";

const lists = ["getMessages", "getAppMessages"];

/** Faults of messages, which need two exchanges. */
const MESSAGE_FAULTS: Fault[] = [
  { title: "forgets new messages", breaks: SENDS, needsTwo, respond: forgets("createMessage") },
  {
    title: "stores messages without their extras",
    breaks: "The extra data sent along the message.",
    needsTwo,
    respond: storing(["createMessage"], "message", ({ extras: _, ...row }) => row),
  },
  {
    title: "stores messages with the priority of their application",
    breaks: "The priority of the message.",
    needsTwo,
    respond: storing(["createMessage"], "message", (row, { state }) => ({
      ...row,
      priority: state.find("application", row.appid)?.defaultPriority ?? 0,
    })),
  },
  {
    title: "cuts the titles of messages to four characters",
    breaks: "The title of the message.",
    needsTwo,
    respond: storing(["createMessage"], "message", (row) => ({ ...row, title: String(row.title).slice(0, 4) })),
  },
  {
    title: "stores messages in the first application",
    breaks: "The application id that send this message.",
    needsTwo,
    respond: storing(["createMessage"], "message", (row, { state }) => ({
      ...row,
      appid: state.rows("application")[0]?.id ?? 0,
    })),
  },
  {
    title: "does not list new messages",
    breaks: "Return all messages.",
    needsTwo,
    ...notListingNew("getMessages", "message"),
  },
  {
    title: "does not list new messages of an application",
    breaks: MESSAGES_OF,
    needsTwo,
    ...notListingNew("getAppMessages", "message"),
  },
  {
    title: "lists the messages of all applications for each",
    breaks: MESSAGES_OF,
    needsTwo,
    respond: listing(["getAppMessages"], (_, { state, query }) => {
      const since = Number(query.get("since") ?? Number.POSITIVE_INFINITY);
      const older = state.rows("message").toReversed();
      return older.filter(({ id }) => Number(id) < since).slice(0, Number(query.get("limit") ?? 100));
    }),
  },
  { title: "deletes no message", breaks: DELETES_MESSAGE, needsTwo, respond: forgets("deleteMessage") },
  {
    title: "deletes the message before as well",
    breaks: DELETES_MESSAGE,
    needsTwo,
    respond: deletingBefore("deleteMessage", "message"),
  },
  {
    title: "still lists deleted messages",
    breaks: DELETES_MESSAGE,
    needsTwo,
    respond: stillShowing("deleteMessage", ["getMessages"], "message"),
  },
  {
    title: "still lists deleted messages of an application",
    breaks: DELETES_MESSAGE,
    needsTwo,
    respond: stillShowing("deleteMessage", ["getAppMessages"], "message"),
  },
  {
    title: "deletes no message of an application",
    breaks: DELETES_MESSAGES,
    needsTwo,
    respond: forgets("deleteAppMessages"),
  },
  {
    title: "deletes the messages of all applications with those of one",
    breaks: DELETES_MESSAGES,
    needsTwo,
    respond: after(["deleteAppMessages"], ({ state }) => {
      for (const { id = 0 } of state.rows("message")) state.remove("message", id);
    }),
  },
  {
    title: "repeats the last message of a page on the next one",
    breaks: SINCE,
    needsTwo,
    respond: reading(lists, ["since"], (since) => String(Number(since) + 1)),
  },
  {
    title: "leaves one message out between pages",
    breaks: SINCE,
    needsTwo,
    respond: reading(lists, ["since"], (since) => String(Math.max(0, Number(since) - 1))),
  },
  {
    title: "names the first message of a page in the link to the next page",
    breaks: NEXT,
    needsTwo,
    respond: inData(["getMessages"], (page) => {
      const { paging, messages } = asObject(page);
      const { next, ...others } = asObject(paging);
      const first = Array.isArray(messages) ? asObject(messages[0]) : {};
      const link = `/message?limit=${others.limit}&since=${first.id}`;
      return { paging: next === undefined ? others : { ...others, next: link }, messages: messages ?? [] };
    }),
  },
  {
    title: "links to a next page although the page is the last one",
    breaks: "Empty/Null when no next page is available.",
    needsTwo,
    respond: describing(["getMessages"], (paging, { query }) =>
      query.has("since") ? paging : { ...paging, next: `/message?limit=${paging.limit}&since=1` },
    ),
  },
  {
    title: "never links to a next page",
    breaks: NEXT,
    needsTwo,
    respond: describing(lists, ({ next: _, ...paging }) => paging),
  },
];

/** Faults of clients, which need two exchanges. */
const CLIENT_FAULTS: Fault[] = [
  { title: "forgets new clients", breaks: CREATES_CLIENT, needsTwo, respond: forgets("createClient") },
  {
    title: "stores new clients as ones that never expire",
    breaks: EXPIRES,
    needsTwo,
    respond: storing(["createClient"], "client", ({ expiresAt: _, ...row }) => ({
      ...row,
      expiresAfterInactivitySeconds: 0,
    })),
  },
  {
    title: "stores the names of new clients backwards",
    breaks: "The client name.",
    needsTwo,
    respond: storing(["createClient"], "client", (row) => ({
      ...row,
      name: String(row.name).split("").reverse().join(""),
    })),
  },
  {
    title: "does not list new clients",
    breaks: "Return all clients.",
    needsTwo,
    ...notListingNew("getClients", "client"),
  },
  { title: "forgets changes of clients", breaks: UPDATES_CLIENT, needsTwo, respond: forgets("updateClient") },
  {
    title: "keeps the expiration of clients that are changed",
    breaks: EXPIRES,
    needsTwo,
    respond: keepingFields("updateClient", "client", "expiresAfterInactivitySeconds"),
  },
  {
    title: "gives changed clients another token",
    breaks: "The client token.",
    needsTwo,
    respond: storing(["updateClient"], "client", (row) => ({ ...row, token: `${row.token}1` })),
  },
  {
    title: "renames all clients with one",
    breaks: UPDATES_CLIENT,
    needsTwo,
    respond: withAll(["updateClient"], "client", (row, { name = "" }) => ({ ...row, name })),
  },
  { title: "deletes no client", breaks: DELETES_CLIENT, needsTwo, respond: forgets("deleteClient") },
  {
    title: "deletes the client before as well",
    breaks: DELETES_CLIENT,
    needsTwo,
    respond: deletingBefore("deleteClient", "client"),
  },
  {
    title: "still lists deleted clients",
    breaks: DELETES_CLIENT,
    needsTwo,
    respond: stillShowing("deleteClient", ["getClients"], "client"),
  },
  { title: "elevates no client", breaks: ELEVATED, needsTwo, respond: forgets("elevateClient") },
  {
    title: "elevates the client before as well",
    breaks: ELEVATED,
    needsTwo,
    respond: alsoBefore(["elevateClient"], "client", (row, changed) => ({
      ...row,
      elevatedUntil: changed.elevatedUntil ?? "",
    })),
  },
];

const everyUser = (change: (row: JsonObject) => JsonObject) => storing(["createUser"], "user", change);

/** Faults of users and plugins, which need two exchanges. */
const PEOPLE_FAULTS: Fault[] = [
  { title: "forgets new users", breaks: CREATES_USER, needsTwo, respond: forgets("createUser") },
  {
    title: "makes all new users administrators",
    breaks: ADMIN,
    needsTwo,
    respond: everyUser((row) => ({ ...row, admin: true })),
  },
  {
    title: "makes no new user an administrator",
    breaks: ADMIN,
    needsTwo,
    respond: everyUser((row) => ({ ...row, admin: false })),
  },
  {
    title: "stores the names of new users with a number",
    breaks: "The user name. For login.",
    needsTwo,
    respond: everyUser((row) => ({ ...row, name: `${row.name}1` })),
  },
  { title: "does not list new users", breaks: "Return all users.", needsTwo, ...notListingNew("getUsers", "user") },
  { title: "forgets changes of users", breaks: UPDATES_USER, needsTwo, respond: forgets("updateUser") },
  {
    title: "keeps the name of users that are changed",
    breaks: UPDATES_USER,
    needsTwo,
    respond: keepingFields("updateUser", "user", "name"),
  },
  {
    title: "keeps the role of users that are changed",
    breaks: ADMIN,
    needsTwo,
    respond: keepingFields("updateUser", "user", "admin"),
  },
  {
    title: "gives the role of a changed user to the user before as well",
    breaks: ADMIN,
    needsTwo,
    respond: alsoBefore(["updateUser"], "user", (row, { admin = false }) => ({ ...row, admin })),
  },
  { title: "deletes no user", breaks: DELETES_USER, needsTwo, respond: forgets("deleteUser") },
  {
    title: "still shows deleted users by their ids",
    breaks: DELETES_USER,
    needsTwo,
    respond: stillShowing("deleteUser", ["getUser"], "user"),
  },
  {
    title: "still lists deleted users",
    breaks: DELETES_USER,
    needsTwo,
    respond: stillShowing("deleteUser", ["getUsers"], "user"),
  },
  {
    title: "deletes the user before as well",
    breaks: DELETES_USER,
    needsTwo,
    respond: deletingBefore("deleteUser", "user"),
  },
  {
    title: "shows users as they were when they were first read",
    breaks: "Get a user.",
    needsTwo,
    respond: inData(["getUser"], (shown, { state, id }) => {
      return state.find("user read", id) ?? state.put("user read", id, asObject(shown));
    }),
  },
  {
    title: "enables no plugin",
    breaks: "Enable a plugin.",
    needsTwo,
    respond: forgets("enablePlugin"),
  },
  {
    title: "disables no plugin",
    breaks: "Disable a plugin.",
    needsTwo,
    respond: forgets("disablePlugin"),
  },
  {
    title: "forgets configurations of plugins",
    breaks: "Update YAML configuration for Configurer plugin.",
    needsTwo,
    respond: forgets("updatePluginConfig"),
  },
];

export const OTHER_FAULTS: Fault[] = [...MESSAGE_FAULTS, ...CLIENT_FAULTS, ...PEOPLE_FAULTS];
