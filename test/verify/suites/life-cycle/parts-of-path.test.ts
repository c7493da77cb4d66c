import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "../../../server.js";
import { failuresOf } from "../../failures.js";
import { type Respond, verifyServer } from "../../small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "../../small-store.js";

const word: JsonObject = { type: "string", minLength: 1, maxLength: 40 };
const SHOP = object({ id: { ...text, readOnly: true }, name: word }, ["name"]);
const ADDRESS = object({ city: word, phone: word, code: text }, ["city", "phone"]);
const done = (schema?: JsonObject): JsonObject => ({
  description: "Done.",
  ...(schema ? { content: { "application/json": { schema } } } : {}),
});
const sent = (schema: JsonObject): JsonObject => ({
  requestBody: { required: true, content: { "application/json": { schema } } },
});
const ID: JsonObject = { parameters: [{ name: "id", in: "path", required: true, schema: text }] };

/** A shop with an address, which has a path and no identifier. */
const PATHS: JsonObject = {
  "/shops": { post: { operationId: "addShop", ...sent(SHOP), responses: { "201": done(SHOP), ...ERRORS } } },
  "/shops/{id}": {
    ...ID,
    ...get("getShop", SHOP),
    delete: { operationId: "deleteShop", responses: { "204": done(), ...ERRORS } },
  },
  "/shops/{id}/address": {
    ...ID,
    ...get("getAddress", ADDRESS),
    put: {
      operationId: "putAddress",
      ...sent(object({ city: word, phone: word }, ["city", "phone"])),
      responses: { "200": done(ADDRESS), ...ERRORS },
    },
    delete: { operationId: "removeAddress", responses: { "204": done(), ...ERRORS } },
  },
};

interface Shops {
  /** How an address is stored (default: as it is confirmed). */
  store?(address: JsonObject): JsonObject;
  /** What is stored after a removal (default: nothing). */
  remove?(address: JsonObject | undefined): JsonObject | undefined;
}

function shops({ store = (address) => address, remove = () => undefined }: Shops): Respond {
  let created = 0;
  const rows = new Map<string, JsonObject>();
  const addresses = new Map<string, JsonObject>();
  const isWord = (value: unknown) => typeof value === "string" && value.length > 0 && value.length < 41;
  return ({ method, url, body }, response) => {
    const [, , id = "", part] = url.split("/");
    const row = rows.get(id);
    const value = objectIn(body);
    if (id === "") {
      if (method !== "POST") return json(response, 405, {});
      if (!value || !isWord(value.name)) return json(response, 400, {});
      created += 1;
      const shop = { id: `s${created}`, name: value.name ?? "" };
      rows.set(shop.id, shop);
      return json(response, 201, shop);
    }
    if (!row) return json(response, 404, {});
    const address = addresses.get(id);
    if (method === "GET" && part === undefined) return json(response, 200, row);
    if (method === "GET") return json(response, address ? 200 : 404, address ?? {});
    if (method === "DELETE") {
      const left = part === undefined ? undefined : remove(address);
      if (part !== undefined && !address) return json(response, 404, {});
      if (part === undefined) rows.delete(id);
      if (left) addresses.set(id, left);
      else addresses.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== "PUT" || part === undefined) return json(response, 405, {});
    if (!value || !isWord(value.city) || !isWord(value.phone)) return json(response, 400, {});
    const confirmed = { city: value.city ?? "", phone: value.phone ?? "", code: "" };
    addresses.set(id, store(confirmed));
    json(response, 200, confirmed);
  };
}

async function findingsOf(fault: Shops): Promise<string[]> {
  const { results } = await verifyServer(
    PATHS,
    shops(fault),
    { ...data, settle: 20 },
    { only: ["the created resource lives"] },
  );
  return [...failuresOf(results), ...messages(results)];
}

test.each<[title: string, legal: Shops]>([
  ["stores it as it is confirmed", {}],
  ["leaves out fields without a value", { store: ({ code: _, ...address }) => address }],
  ["shows a usual address after the removal", { remove: () => ({ city: "Bergen", phone: "1", code: "" }) }],
])("a part of a resource: a server that %s has no finding", async (_, legal) => {
  expect(await findingsOf(legal)).toEqual([]);
});

test.each<[title: string, message: string, fault: Shops]>([
  [
    "stores no phone number",
    "putAddress confirmed another /phone than the resource has afterwards",
    { store: ({ phone: _, ...address }) => address },
  ],
  [
    "removes nothing",
    "removeAddress succeeded, but getAddress still shows what was written there",
    { remove: (address) => address },
  ],
])("a part of a resource: a server that %s is told apart", async (_, message, fault) => {
  expect(await findingsOf(fault)).toContainEqual(expect.stringContaining(message));
});
