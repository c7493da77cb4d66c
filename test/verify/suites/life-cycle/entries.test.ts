import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json } from "../../../server.js";
import { failuresOf } from "../../failures.js";
import { type Respond, verifyServer } from "../../small-document.js";
import { data, ERRORS, get, messages, object, text } from "../../small-store.js";

const named = (...names: (string | JsonObject)[]): JsonObject => ({
  parameters: names.map((name) =>
    typeof name === "string" ? { name, in: "path", required: true, schema: text } : name,
  ),
});
const closed = (name: string, members: string[]): JsonObject => ({
  ...{ name, in: "path", required: true },
  schema: { type: "string", enum: members },
});
const done: JsonObject = { description: "Done." };
const shown = (schema: JsonObject): JsonObject => ({ ...done, content: { "application/json": { schema } } });
const body = (schema: JsonObject): JsonObject => ({
  requestBody: { required: true, content: { "application/json": { schema } } },
});
const NAMED = object({ name: { ...text, minLength: 1 } }, ["name"]);
const MAP: JsonObject = { type: "object", additionalProperties: text };
const OWNER = object({ id: text, name: text }, ["id", "name"]);

/** A collection whose items have entries. */
const lifeOf = (path: string, schema: JsonObject): JsonObject => ({
  [path]: {
    ...get("listOwners", { type: "array", items: schema }),
    post: { operationId: "addOwner", ...body(NAMED), responses: { "201": shown(schema), ...ERRORS } },
  },
  [`${path}/{id}`]: {
    ...named("id"),
    ...get("readOwner", schema),
    delete: { operationId: "removeOwner", responses: { "204": done, ...ERRORS } },
  },
});

/** The entries of each owner: their values by their names. */
type Entries = Map<string, Record<string, Json>>;

/** What a server does with entries; a row differs from the honest one in one of these. */
interface Steps {
  add(entries: Entries, owner: string, name: string, value: Json, owners: readonly string[]): void;
  remove(entries: Entries, owner: string, name: string): void;
  /** Forgets all entries before others replace them. */
  clear(entries: Entries, owner: string): void;
  /** The names that the server accepts (default: all). */
  accepts?(name: string): boolean;
}

const HONEST: Steps = {
  add: (entries, owner, name, value) => void entries.set(owner, { ...entries.get(owner), [name]: value }),
  remove: (entries, owner, name) => {
    const { [name]: _, ...others } = entries.get(owner) ?? {};
    entries.set(owner, others);
  },
  clear: (entries, owner) => void entries.set(owner, {}),
};

/** A style of writing entries in documents, and what its server reads and shows. */
interface Style {
  paths: JsonObject;
  /** The name of the collection of entries, and whether the owner shows it. */
  collection: string;
  isInOwner?: true;
  /** The entries that a body adds to the collection. */
  sentIn?(body: Json): [string, Json][];
  /** The method by which a body of the collection replaces all (default: none does). */
  replaces?: "PUT";
  /** Whether entries are added and removed one by one (default: they are). */
  isWhole?: true;
  /** The value in the body of an entry. */
  valueIn(body: Json, name: string): Json;
  show(entries: Record<string, Json>): Json;
  hasValues: boolean;
}

const STYLES: Record<string, Style> = {
  "values of a map, added by a map": {
    collection: "metadata",
    hasValues: true,
    paths: {
      ...lifeOf("/projects", OWNER),
      "/projects/{id}/metadata": {
        ...named("id"),
        ...get("listMetadata", MAP),
        post: { operationId: "addMetadata", ...body(MAP), responses: { "200": done, ...ERRORS } },
      },
      "/projects/{id}/metadata/{name}": {
        ...named("id", "name"),
        ...get("readMetadata", MAP),
        put: { operationId: "setMetadata", ...body(MAP), responses: { "200": done, ...ERRORS } },
        delete: { operationId: "dropMetadata", responses: { "200": done, ...ERRORS } },
      },
    },
    sentIn: (sent) => Object.entries(asObject(sent)).map(([name, value = null]) => [name, value]),
    valueIn: (sent, name) => asObject(sent)[name] ?? null,
    show: (entries) => entries,
  },
  "values of a map with a closed set of names, set one by one": {
    collection: "aliases",
    hasValues: true,
    paths: {
      ...lifeOf("/tracks", OWNER),
      "/tracks/{id}/aliases": { ...named("id"), ...get("listAliases", MAP) },
      "/tracks/{id}/aliases/{kind}": {
        ...named("id", closed("kind", ["isrc", "upc", "grid"])),
        post: {
          operationId: "setAlias",
          ...body(object({ alias: text }, ["alias"])),
          responses: { "201": done, ...ERRORS },
        },
        delete: { operationId: "dropAlias", responses: { "200": done, ...ERRORS } },
      },
    },
    valueIn: (sent) => asObject(sent).alias ?? null,
    show: (entries) => entries,
  },
  "texts of a list in the resource, put one by one without a body": {
    collection: "topics",
    isInOwner: true,
    hasValues: false,
    paths: {
      ...lifeOf("/repositories", object({ id: text, name: text, topics: { type: "array", items: text } }, ["id"])),
      "/repositories/{id}/topics/{topic}": {
        ...named("id", "topic"),
        put: { operationId: "addTopic", responses: { "204": done, ...ERRORS } },
        delete: { operationId: "dropTopic", responses: { "204": done, ...ERRORS } },
      },
    },
    valueIn: () => true,
    show: (entries) => Object.keys(entries),
  },
  "texts of a list below the resource, added by a list": {
    collection: "labels",
    hasValues: false,
    paths: {
      ...lifeOf("/boxes", OWNER),
      "/boxes/{id}/labels": {
        ...named("id"),
        ...get("listLabels", { type: "array", items: text }),
        post: {
          operationId: "addLabels",
          ...body({ type: "array", items: { ...text, minLength: 1 }, minItems: 1 }),
          responses: { "200": done, ...ERRORS },
        },
      },
      "/boxes/{id}/labels/{label}": {
        ...named("id", "label"),
        delete: { operationId: "dropLabel", responses: { "204": done, ...ERRORS } },
      },
    },
    sentIn: (sent) => (Array.isArray(sent) ? sent.map((name) => [String(name), true]) : []),
    valueIn: () => true,
    show: (entries) => Object.keys(entries),
  },
  "values of a map that are replaced together": {
    collection: "settings",
    replaces: "PUT",
    isWhole: true,
    hasValues: false,
    paths: {
      ...lifeOf("/rooms", OWNER),
      "/rooms/{id}/settings": {
        ...named("id"),
        ...get("readSettings", MAP),
        put: { operationId: "putSettings", ...body(MAP), responses: { "200": done, ...ERRORS } },
      },
    },
    sentIn: (sent) => Object.entries(asObject(sent)).map(([name, value = null]) => [name, value]),
    valueIn: () => null,
    show: (entries) => entries,
  },
  "texts of a list that are replaced together, and removed one by one": {
    collection: "tags",
    replaces: "PUT",
    isWhole: true,
    hasValues: false,
    paths: {
      ...lifeOf("/films", OWNER),
      "/films/{id}/tags": {
        ...named("id"),
        ...get("listTags", { type: "array", items: text }),
        put: { operationId: "putTags", ...body({ type: "array", items: text }), responses: { "200": done, ...ERRORS } },
      },
      "/films/{id}/tags/{tag}": {
        ...named("id", "tag"),
        delete: { operationId: "dropTag", responses: { "204": done, ...ERRORS } },
      },
    },
    sentIn: (sent) => (Array.isArray(sent) ? sent.map((name) => [String(name), true]) : []),
    valueIn: () => null,
    show: (entries) => Object.keys(entries),
  },
};

/** A server of a style, which notes the entries of which owners it wrote. */
function serverOf(
  { collection, isInOwner, sentIn, replaces, valueIn, show }: Style,
  { add, remove, clear, accepts }: Steps,
): Respond {
  const owners = new Map<string, JsonObject>();
  const entries: Entries = new Map();
  const of = (owner: string) => entries.get(owner) ?? {};
  return ({ method, url, body: sent }, response) => {
    const [, , id = "", below, name = ""] = (url.split("?")[0] ?? "").split("/").map(decodeURIComponent);
    const empty = (status: number) => void response.writeHead(status).end();
    const given = jsonIn(sent);
    const ownerShown = (owner: JsonObject) =>
      isInOwner ? { ...owner, [collection]: show(of(String(owner.id))) } : owner;
    if (id === "") {
      if (method === "GET") return json(response, 200, [...owners.values()].map(ownerShown));
      const { name: title } = asObject(given ?? {});
      if (method !== "POST") return json(response, 405, {});
      if (typeof title !== "string" || title === "") return json(response, 400, {});
      const owner = { id: randomUUID(), name: title };
      owners.set(owner.id, owner);
      return json(response, 201, ownerShown(owner));
    }
    const owner = owners.get(id);
    if (!owner) return json(response, 404, {});
    if (below === undefined) {
      if (method === "GET") return json(response, 200, ownerShown(owner));
      if (method !== "DELETE") return json(response, 405, {});
      owners.delete(id);
      return empty(204);
    }
    if (name === "") {
      if (method === "GET" && !isInOwner) return json(response, 200, show(of(id)));
      const added = method === (replaces ?? "POST") ? sentIn?.(given ?? null) : undefined;
      if (!added) return json(response, 405, {});
      if (added.length === 0 || !added.every(([key]) => accepts?.(key) ?? true)) return json(response, 400, {});
      if (replaces) clear(entries, id);
      for (const [key, value] of added) add(entries, id, key, value, [...owners.keys()]);
      return empty(200);
    }
    if (method === "GET")
      return name in of(id) ? json(response, 200, { [name]: of(id)[name] }) : json(response, 404, {});
    if (method === "DELETE") {
      if (!(name in of(id))) return json(response, 404, {});
      remove(entries, id, name);
      return empty(["topics", "labels", "tags"].includes(collection) ? 204 : 200);
    }
    const isSet = ["PUT", "POST"].includes(method);
    if (!isSet) return json(response, 405, {});
    const value = valueIn(given ?? null, name);
    if (!(accepts?.(name) ?? true)) return json(response, 400, {});
    if (value === null || typeof value === "object") return json(response, 400, {});
    add(entries, id, name, value, [...owners.keys()]);
    return empty(collection === "aliases" ? 201 : collection === "topics" ? 204 : 200);
  };
}

function jsonIn(sent: string): Json | undefined {
  try {
    const value: Json = JSON.parse(sent);
    return value;
  } catch {
    return undefined;
  }
}

async function findingsOf(style: Style, steps: Partial<Steps>): Promise<string[]> {
  const server = serverOf(style, { ...HONEST, ...steps });
  const { results } = await verifyServer(
    style.paths,
    server,
    { ...data, allowed: new Set(["addOwner"]), settle: 20 },
    {
      only: ["life-cycle"],
    },
  );
  return [...failuresOf(results), ...messages(results)];
}

describe.each(Object.entries(STYLES))("%s", (_, style) => {
  test("an honest server has no finding, and entries are added and removed", async () => {
    const seen = { added: new Set<string>(), removed: new Set<string>() };
    const steps: Partial<Steps> = {
      add(entries, owner, name, ...rest) {
        seen.added.add(name);
        HONEST.add(entries, owner, name, ...rest);
      },
      remove(entries, owner, name) {
        seen.removed.add(name);
        HONEST.remove(entries, owner, name);
      },
    };
    expect(await findingsOf(style, steps)).toEqual([]);
    expect(seen.added.size).toBeGreaterThan(1);
    if (!style.isWhole) expect(seen.removed.size).toBeGreaterThan(0);
  });

  test.each<[does: string, steps: Partial<Steps>]>([
    ["accepts no name of a client", { accepts: () => false }],
    [
      "adds an entry of its own to each",
      {
        add: (entries, owner, name, value) => {
          entries.set(owner, { ...entries.get(owner), [name]: value, touched: "yes" });
        },
      },
    ],
  ])("a server that %s has no finding", async (_does, steps) => {
    expect(await findingsOf(style, steps)).toEqual([]);
  });

  test.each<[does: string, message: RegExp, steps: Partial<Steps>]>([
    ["adds no entry", /does not list what \S+ added/, { add: () => {} }],
    [
      "adds entries to all others of the kind as well",
      /changed \/\w+ of another resource/,
      {
        add(entries, _owner, name, value, owners) {
          for (const other of owners) entries.set(other, { ...entries.get(other), [name]: value });
        },
      },
    ],
  ])("a server that %s is found", async (_does, message, steps) => {
    const found = await findingsOf(style, steps);
    expect(found.join("\n")).toMatch(message);
  });

  test.runIf(style.replaces)("a server that adds entries in place of replacing all is found", async () => {
    const found = await findingsOf(style, { clear: () => {} });
    expect(found.join("\n")).toMatch(/put\w+ added to \/\w+ in place of replacing it/);
  });

  test.runIf(!style.isWhole).each<[does: string, message: RegExp, steps: Partial<Steps>]>([
    [
      "keeps the last entry alone",
      /for "[^"]+" removed "/,
      { add: (entries, owner, name, value) => void entries.set(owner, { [name]: value }) },
    ],
    ["removes no entry", /is not as it was before/, { remove: () => {} }],
    [
      "removes all entries with one",
      /for "[^"]+" removed "/,
      { remove: (entries, owner) => void entries.set(owner, {}) },
    ],
  ])("a server that %s is found", async (_does, message, steps) => {
    const found = await findingsOf(style, steps);
    expect(found.join("\n")).toMatch(message);
  });

  test.runIf(style.hasValues).each<[does: string, message: RegExp, add: Steps["add"]]>([
    [
      "keeps the first value of an entry",
      /succeeded, but the resource does not have the sent value/,
      (entries, owner, name, value) => void entries.set(owner, { [name]: value, ...entries.get(owner) }),
    ],
    [
      "stores one value for all entries",
      /lists another \/\S+ than \S+ added/,
      (entries, owner, name) => void entries.set(owner, { ...entries.get(owner), [name]: "yes" }),
    ],
  ])("a server that %s is found", async (_does, message, add) => {
    expect((await findingsOf(style, { add })).join("\n")).toMatch(message);
  });
});
