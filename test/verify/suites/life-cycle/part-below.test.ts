import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import type { Target } from "#verify/model/target/target.js";
import { json } from "../../../server.js";
import { failuresOf } from "../../failures.js";
import { type Respond, verifyServer } from "../../small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "../../small-store.js";

const word: JsonObject = { type: "string", minLength: 1, maxLength: 40 };
const SHOP = object({ id: { ...text, readOnly: true }, name: word }, ["name"]);
const SETTINGS: JsonObject = {
  tags: { type: "array", items: word, maxItems: 5, uniqueItems: true },
  mode: { enum: ["open", "closed", "private"], default: "open" },
  note: word,
};
const done = (schema?: JsonObject): JsonObject => ({
  description: "Done.",
  ...(schema ? { content: { "application/json": { schema } } } : {}),
});
const sent = (schema: JsonObject, example?: JsonObject): JsonObject => ({
  requestBody: { required: true, content: { "application/json": { schema, ...(example ? { example } : {}) } } },
});
const ID: JsonObject = { parameters: [{ name: "id", in: "path", required: true, schema: text }] };

/** A shop with settings below it, whose example has one of its fields. */
const PATHS: JsonObject = {
  "/shops": { post: { operationId: "addShop", ...sent(SHOP), responses: { "201": done(SHOP), ...ERRORS } } },
  "/shops/{id}": {
    ...ID,
    ...get("getShop", SHOP),
    delete: { operationId: "deleteShop", responses: { "204": done(), ...ERRORS } },
  },
  "/shops/{id}/settings": {
    ...ID,
    ...get("getSettings", object(SETTINGS, ["tags", "mode"])),
    put: {
      operationId: "putSettings",
      ...sent(object(SETTINGS, ["tags"]), { tags: ["first", "second"] }),
      responses: { "200": done(object(SETTINGS)), ...ERRORS },
    },
  },
};

interface Shops {
  /** The settings that a PUT stores (default: those that were sent, with the default). */
  store?(sent: JsonObject, before: JsonObject): JsonObject;
  /** Whether each shop gets them. */
  isForAll?: boolean;
  /** The settings of a new shop; undefined if it has none (default: empty ones). */
  first?: JsonObject | undefined;
}

const right = (settings: JsonObject): JsonObject => ({ mode: "open", ...settings });

function shops({ store = right, isForAll = false, first }: Shops): Respond {
  let created = 0;
  const rows = new Map<string, { shop: JsonObject; settings: JsonObject | undefined }>();
  const isWord = (value: unknown) => typeof value === "string" && value.length > 0 && value.length < 41;
  const areWords = (value: unknown) => Array.isArray(value) && value.every(isWord) && value.length < 6;
  const modes: unknown[] = [undefined, "open", "closed", "private"];
  const isRight = ({ tags, mode, note }: JsonObject) =>
    areWords(tags) &&
    new Set(Array.isArray(tags) ? tags : []).size === (Array.isArray(tags) ? tags.length : 0) &&
    modes.includes(mode) &&
    (note === undefined || isWord(note));
  return ({ method, url, body }, response) => {
    const [, , id = "", part] = url.split("/");
    const row = rows.get(id);
    const value = objectIn(body);
    if (id === "") {
      if (method !== "POST") return json(response, 405, {});
      if (!value || !isWord(value.name)) return json(response, 400, {});
      created += 1;
      const shop = { id: `s${created}`, name: value.name ?? "" };
      rows.set(shop.id, { shop, settings: first });
      return json(response, 201, shop);
    }
    if (!row) return json(response, 404, {});
    if (method === "GET" && part === undefined) return json(response, 200, row.shop);
    if (method === "GET") return json(response, row.settings ? 200 : 404, row.settings ?? {});
    if (method === "DELETE" && part === undefined) {
      rows.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== "PUT" || part === undefined) return json(response, 405, {});
    if (!value || !isRight(value)) return json(response, 400, {});
    row.settings = store(value, row.settings ?? {});
    if (isForAll) for (const other of rows.values()) other.settings = row.settings;
    json(response, 200, right(value));
  };
}

const textsIn = (value: Json | undefined): string[] =>
  (Array.isArray(value) ? value : []).flatMap((item) => (typeof item === "string" ? [item] : []));
const EMPTY: JsonObject = { tags: [], mode: "open" };

async function findingsOf(server: Shops, settings: Partial<Target> = {}): Promise<string[]> {
  const { results } = await verifyServer(
    PATHS,
    shops({ first: EMPTY, ...server }),
    { ...data, settle: 20, ...settings },
    { only: ["changes show in getSettings"] },
  );
  expect(results.map(({ outcome }) => outcome.verdict)).not.toContain("skipped");
  return [...failuresOf(results), ...messages(results)];
}

test.each<[string, Shops]>([
  ["stores what is sent", {}],
  ["has no settings before the first PUT", { first: undefined }],
  ["shows tags in their order", { store: ({ tags, ...rest }) => right({ ...rest, tags: textsIn(tags).sort() }) }],
])("a server that %s has no finding", async (_, server) => {
  expect(await findingsOf(server)).toEqual([]);
});

test.each<[string, Shops, RegExp]>([
  ["stores nothing", { store: (_, before) => before }, /does not have the sent value of \/tags/],
  [
    "loses an optional field that no example has",
    { store: ({ note: _, ...rest }) => right(rest) },
    /does not have the sent \/note/,
  ],
  [
    "keeps a field that a later PUT does not have",
    { store: (settings, before) => right({ ...before, ...settings }) },
    /succeeded without \/mode, but the resource does not have its documented default/,
  ],
  [
    "has another default",
    { store: (settings) => ({ mode: "private", ...settings }) },
    /succeeded without \/mode, but the resource does not have its documented default/,
  ],
  ["changes the settings of each shop", { isForAll: true }, /changed \/tags of another resource/],
  [
    "adds to the tags",
    {
      store: ({ tags, ...rest }, before) =>
        right({ ...rest, tags: [...new Set([...textsIn(before.tags), ...textsIn(tags)])] }),
    },
    /added to \/tags in place of replacing it/,
  ],
])("a server that %s has a finding", async (_, server, message) => {
  expect((await findingsOf(server)).join("\n")).toMatch(message);
});

test("fields that GET of the same path shows need no permission of their own", async () => {
  const settings: Partial<Target> = { writes: "reversible", allowed: new Set() };
  expect(await findingsOf({}, settings)).toEqual([]);
  const found = await findingsOf({ store: ({ note: _, ...rest }) => right(rest) }, settings);
  expect(found.join("\n")).toMatch(/does not have the sent \/note/);
});
