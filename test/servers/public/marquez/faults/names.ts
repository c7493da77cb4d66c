import type { JsonObject } from "#openapi/document/document.js";
import { inValidQuery, isSuccess, without } from "../../../change.js";
import { json, type Variation } from "../../../service.js";
import type { Tables } from "../../tables.js";
import { changeRow } from "../../variations.js";
import { keyIn, now } from "../rows.js";
import { after, listing, othersThan, sentIn, stillListing } from "./variations.js";

/** The sources as they were when they were first read. */
const firstRead = new WeakMap<Tables, Map<string, JsonObject>>();

/** Servers that mix up namespaces, sources or tags. */
export const NAME_FAULTS: Variation<Tables>[] = [
  {
    title: "forgets new namespaces",
    needsTwo: true,
    respond: after(["putNamespace"], ({ state, parts: [, name], before }) => {
      if (!before.find("namespace", keyIn(name))) state.remove("namespace", keyIn(name));
    }),
  },
  {
    title: "does not store the description of a namespace that is put again",
    needsTwo: true,
    respond: after(["putNamespace"], ({ state, parts: [, name], before }) => {
      const { description = "" } = before.find("namespace", keyIn(name)) ?? {};
      if (!before.find("namespace", keyIn(name))) return;
      changeRow(state, "namespace", keyIn(name), (row) => ({ ...row, description }));
    }),
  },
  {
    title: "stores the owners of namespaces in small letters",
    needsTwo: true,
    respond: after(["putNamespace"], ({ state, parts: [, name], shown }) => {
      const ownerName = String(shown.ownerName).toLowerCase();
      changeRow(state, "namespace", keyIn(name), (row) => ({ ...row, ownerName }));
    }),
  },
  {
    title: "gives a new owner to the namespace before as well",
    needsTwo: true,
    respond: after(["putNamespace"], ({ state, parts: [, name], sent: { ownerName = "" } }) => {
      const other = othersThan(state, "namespace", keyIn(name)).at(-1);
      if (other) state.put("namespace", keyIn(other.name), { ...other, ownerName });
    }),
  },
  {
    title: "deletes no namespace",
    needsTwo: true,
    respond: after(["deleteNamespace"], ({ state, parts: [, name], before }) => {
      state.put("namespace", keyIn(name), before.find("namespace", keyIn(name)) ?? {});
    }),
  },
  {
    title: "deletes the namespace before as well",
    needsTwo: true,
    respond: after(["deleteNamespace"], ({ state }) => {
      const other = state.rows("namespace").at(-1);
      if (other) state.remove("namespace", keyIn(other.name));
    }),
  },
  {
    title: "still lists deleted namespaces",
    needsTwo: true,
    respond: stillListing("deleteNamespace", "getNamespaces", "namespaces"),
  },
  {
    title: "begins each page of namespaces but the first one too early",
    needsTwo: true,
    respond: inValidQuery("getNamespaces", (query) => {
      const offset = Number(query.get("offset") ?? 0);
      if (offset > 0) query.set("offset", String(offset - 1));
    }),
  },
  {
    title: "says that a source was created when it was last put",
    needsTwo: true,
    respond: async (request, next, context) => {
      const response = await next();
      if (context.operation !== "putSource" || !isSuccess(response)) return response;
      const { state, parts } = sentIn(request, context);
      const [, name = ""] = parts;
      const row = { ...state.get("source", name), createdAt: now() };
      return json(200, state.put("source", name, row));
    },
  },
  {
    title: "keeps the connection URL of a source that is put again",
    needsTwo: true,
    respond: after(["putSource"], ({ state, parts: [, name = ""], before }) => {
      const former = before.find("source", name);
      if (!former) return;
      changeRow(state, "source", name, (row) => ({ ...row, connectionUrl: former.connectionUrl ?? "" }));
    }),
  },
  {
    title: "shows a source as it was when it was first read",
    needsTwo: true,
    respond: async (request, next, context) => {
      const response = await next();
      if (context.operation !== "getSource" || !isSuccess(response)) return response;
      const sources = firstRead.get(context.state) ?? new Map<string, JsonObject>();
      firstRead.set(context.state, sources);
      const [, name = ""] = sentIn(request, context).parts;
      const first = sources.get(name) ?? context.state.get("source", name);
      sources.set(name, first);
      return json(200, first);
    },
  },
  {
    title: "calls a source updated when it is read",
    needsTwo: true,
    respond: after(["getSource"], ({ state, parts: [, name = ""] }) => {
      changeRow(state, "source", name, (row) => ({ ...row, updatedAt: now() }));
    }),
  },
  {
    title: "lists sources without their descriptions",
    needsTwo: true,
    respond: listing(["getSources"], (items) => items.map((item) => without(item, "description"))),
  },
  {
    title: "lists tags that are new under the description of the tag before",
    needsTwo: true,
    respond: after(["putTag"], ({ state, parts: [, name = ""] }) => {
      const other = othersThan(state, "tag", name).at(-1);
      changeRow(state, "tag", name, (row) => ({ ...row, description: other?.description ?? "" }));
    }),
  },
  {
    title: "does not list new tags",
    needsTwo: true,
    respond: after(["putTag"], ({ state, parts: [, name = ""], before }) => {
      if (!before.find("tag", name)) state.remove("tag", name);
    }),
  },
];
