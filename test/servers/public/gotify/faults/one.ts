import { without } from "../../../change.js";
import { empty, json } from "../../../service.js";
import { type Fault, reading } from "../../variations.js";
import { crashesFor, describing, inData, listing, showing, toValid } from "./variations.js";

const LIMIT = "the maximal amount of messages to return";
const SINCE = "return all messages with an ID less than this value";
const SIZE = "The amount of messages that got returned in the current request.";

const lists = ["getMessages", "getAppMessages"];

/** Faults that one exchange shows. */
export const FAULTS_OF_ONE: Fault[] = [
  { title: "ignores how many messages are wanted", breaks: LIMIT, respond: reading(lists, ["limit"], () => "100") },
  {
    title: "sends one message more than wanted",
    breaks: LIMIT,
    respond: reading(["getMessages"], ["limit"], (limit) => String(Math.min(200, Number(limit) + 1))),
  },
  {
    title: "sends the messages after a number, that with the number included",
    breaks: SINCE,
    respond: reading(["getMessages"], ["since"], (since) => String(Number(since) + 1)),
  },
  {
    title: "ignores the number before which messages are wanted",
    breaks: SINCE,
    respond: reading(lists, ["since"], () => undefined),
  },
  {
    title: "counts one message too many on a page",
    breaks: SIZE,
    respond: describing(["getMessages"], (paging) => ({ ...paging, size: Number(paging.size) + 1 })),
  },
  {
    title: "always says that a page has no messages",
    breaks: SIZE,
    respond: describing(["getAppMessages"], (paging) => ({ ...paging, size: 0 })),
  },
  {
    title: "names the first message of a page as the last one",
    breaks: "The ID of the last message returned in the current request.",
    respond: inData(["getMessages"], (page) => {
      if (typeof page !== "object" || page === null || Array.isArray(page)) return page;
      const { paging, messages } = page;
      const first = Array.isArray(messages) ? messages[0] : undefined;
      if (typeof first !== "object" || first === null || Array.isArray(first)) return page;
      return { ...page, paging: { ...Object(paging), since: first.id ?? 0 } };
    }),
  },
  {
    title: "shows a limit of 0",
    breaks: "The limit of the messages for the current request.",
    respond: describing(["getMessages"], (paging) => ({ ...paging, limit: 0 })),
  },
  {
    title: "shows the usual limit whatever is wanted",
    breaks: "The limit of the messages for the current request.",
    respond: describing(["getMessages"], (paging) => ({ ...paging, limit: 100 })),
  },
  {
    title: "sends pages without a description",
    breaks: "#/definitions/PagedMessages",
    respond: inData(["getAppMessages"], (page) => without(Object(page), "paging")),
  },
  {
    title: "lists messages without their dates",
    breaks: "The date the message was created.",
    respond: listing(["getMessages"], (rows) => rows.map((row) => without(row, "date"))),
  },
  {
    title: "sends dates of messages without a time",
    breaks: "The date the message was created.",
    respond: listing(lists, (rows) => rows.map((row) => ({ ...row, date: String(row.date).slice(0, 10) }))),
  },
  {
    title: "sends the ids of messages as texts",
    breaks: "The message id.",
    respond: listing(["getAppMessages"], (rows) => rows.map((row) => ({ ...row, id: String(row.id) }))),
  },
  {
    title: "creates messages with another priority than wanted",
    breaks: "The priority of the message.",
    respond: showing(["createMessage"], (row) => ({ ...row, priority: Number(row.priority) + 1 })),
  },
  {
    title: "creates messages without a title",
    breaks: "The title of the message.",
    respond: showing(["createMessage"], (row) => ({ ...row, title: "" })),
  },
  {
    title: "confirms messages without saying what was sent",
    breaks: "#/definitions/Message",
    respond: showing(["createMessage"], (row) => without(row, "message")),
  },
  {
    title: "crashes for messages without a priority",
    breaks: "If unset, then the default priority",
    respond: crashesFor(["createMessage"], ({ sent }) => sent.priority === undefined),
  },
  {
    title: "crashes for messages with other characters than those of ASCII",
    breaks: "The message. Markdown (excluding html) is allowed.",
    respond: crashesFor(["createMessage"], ({ sent }) => /[^\x20-\x7e]/.test(String(sent.message))),
  },
  {
    title: "accepts messages without a text",
    breaks: "#/definitions/CreateMessage",
    ignores: ({ operation, place, keyword }) => operation === "createMessage" && place === "" && keyword === "required",
  },
  {
    title: "accepts limits above the maximum",
    breaks: LIMIT,
    ignores: ({ place, keyword }) => place === "limit" && keyword === "maximum",
  },
  {
    title: "accepts a limit of 0",
    breaks: LIMIT,
    ignores: ({ place, keyword }) => place === "limit" && keyword === "minimum",
  },
  {
    title: "accepts applications without a name",
    breaks: "#/definitions/ApplicationParams",
    ignores: ({ operation, keyword }) => operation === "createApp" && keyword === "required",
  },
  {
    title: "accepts default priorities that are texts",
    breaks: "#/definitions/ApplicationParams/properties/defaultPriority",
    ignores: ({ place, keyword }) => place === "/defaultPriority" && keyword === "type",
  },
  {
    title: "accepts users without a password",
    breaks: "#/definitions/CreateUserExternal",
    ignores: ({ operation, keyword }) => operation === "createUser" && keyword === "required",
  },
  {
    title: "accepts clients whose expiration is a text",
    breaks: "#/definitions/ClientParams/properties/expiresAfterInactivitySeconds",
    ignores: ({ operation, keyword, place }) =>
      operation === "createClient" && keyword === "type" && place === "/expiresAfterInactivitySeconds",
  },
  {
    title: "lists applications without a key",
    breaks: "#/paths/~1application/get/security",
    ignores: ({ operation, kind }) => operation === "getApps" && kind === "credentials",
  },
  {
    title: "shows users without a key",
    breaks: "#/paths/~1user~1{id}/get/security",
    ignores: ({ operation, kind }) => operation === "getUser" && kind === "credentials",
  },
  {
    title: "creates clients without a key",
    breaks: "#/paths/~1client/post/security",
    ignores: ({ operation, kind }) => operation === "createClient" && kind === "credentials",
  },
  {
    title: "confirms that it deleted unknown applications",
    breaks: "#/paths/~1application~1{id}/delete/responses/404",
    respond: toValid(["deleteApp"], ({ state, id }) => (state.find("application", id) ? undefined : empty(200))),
  },
  {
    title: "confirms that it deleted unknown messages",
    breaks: "#/paths/~1message~1{id}/delete/responses/404",
    respond: toValid(["deleteMessage"], ({ state, id }) => (state.find("message", id) ? undefined : empty(200))),
  },
  {
    title: "sends null for unknown users",
    breaks: "#/paths/~1user~1{id}/get/responses/404",
    respond: toValid(["getUser"], ({ state, id }) => (state.find("user", id) ? undefined : json(200, null))),
  },
  {
    title: "sends applications with an empty moment of creation",
    breaks: "The date the application was created.",
    respond: showing(["getApps", "createApp"], (row) => ({ ...row, createdAt: "" })),
  },
  {
    title: "shows new applications without their description",
    breaks: "The description of the application.",
    respond: showing(["createApp"], (row) => ({ ...row, description: "" })),
  },
  {
    title: "shows changed clients with the name before",
    breaks: "Update a client.",
    respond: showing(["updateClient"], (row) => ({ ...row, name: `${row.name}?` })),
  },
  {
    title: "sends whether users are administrators as a number",
    breaks: "If the user is an administrator.",
    respond: showing(["getUsers", "getUser"], (row) => ({ ...row, admin: row.admin ? 1 : 0 })),
  },
  {
    title: "has no state of the database",
    breaks: "The health of the database connection.",
    respond: showing(["getHealth"], (row) => without(row, "database")),
  },
];
