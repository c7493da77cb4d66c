import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, numbers } from "../server.js";
import { failuresOf } from "./failures.js";
import { type Respond, verifyServer } from "./small-document.js";

const text = (length: number) => ({ type: "string", minLength: 1, maxLength: length });
const ADDRESS = {
  type: "object",
  required: ["city"],
  properties: { city: text(40), lines: { type: "array", items: text(20), maxItems: 3 } },
};
const SHIPPING = {
  type: "object",
  required: ["address", "name"],
  properties: { name: text(40), address: ADDRESS, express: { type: "boolean" } },
};
const ORDER: JsonObject = {
  type: "object",
  required: ["currency", "shipping", "items"],
  properties: {
    currency: { enum: ["eur", "usd"] },
    shipping: SHIPPING,
    items: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["price"],
        properties: { price: text(20), quantity: { type: "integer", minimum: 1 } },
      },
    },
    metadata: { type: "object", additionalProperties: { type: "string" } },
    expand: { type: "array", items: text(30) },
  },
};
const STORED: JsonObject = {
  ...ORDER,
  required: ["id", "currency", "shipping", "items"],
  properties: { id: { type: "string" }, ...(ORDER.properties as JsonObject) },
};
const DEEP = { style: "deepObject", explode: true };
const response = (schema: JsonObject) => ({ description: "Done.", content: { "application/json": { schema } } });
const REJECTED = { description: "Rejected." };

/** Orders in nested forms, with lists of expanded fields in queries. */
function pathsOf(mediaType: string, names = { path: "/v1/orders", id: "order" }): JsonObject {
  const content = {
    [mediaType]: { schema: ORDER, encoding: { shipping: DEEP, items: DEEP, metadata: DEEP, expand: DEEP } },
  };
  const expand = { name: "expand", in: "query", ...DEEP, schema: { type: "array", items: text(30) } };
  return {
    [names.path]: {
      post: {
        requestBody: { required: true, content },
        responses: { "200": response(STORED), "400": REJECTED },
      },
    },
    [`${names.path}/{${names.id}}`]: {
      parameters: [{ name: names.id, in: "path", required: true, schema: { type: "string" } }],
      get: { parameters: [expand], responses: { "200": response(STORED), "400": REJECTED, "404": REJECTED } },
      delete: { responses: { "204": { description: "Gone." }, "404": REJECTED } },
    },
  };
}

const isValid = new Ajv2020({ strict: false, coerceTypes: true }).compile({ ...ORDER, additionalProperties: false });

/** A form as Express, PHP and Rails read it: brackets are levels, empty ones add an item. */
function nested(form: string): JsonObject {
  const root: JsonObject = {};
  for (const [key, value] of new URLSearchParams(form)) {
    const [first = "", ...names] = key.replaceAll("]", "").split("[");
    let here = root;
    let name = first;
    for (const next of names) {
      const below = (here[name] ?? {}) as JsonObject;
      here[name] = below;
      here = below;
      name = next === "" ? String(Object.keys(below).length) : next;
    }
    here[name] = value;
  }
  return listsOf(root) as JsonObject;
}

function listsOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, listsOf(item)] as const);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

function orders(prefix: string): Respond {
  const stored = new Map<string, JsonObject>();
  const next = numbers();
  return ({ method, url, body }, answer) => {
    const { pathname, searchParams } = new URL(url, "http://a");
    const id = pathname.split("/").at(-1) ?? "";
    if (pathname.split("/").length === 3) {
      if (method !== "POST") return json(answer, 405, {});
      const order = nested(body);
      if (!isValid(order)) return json(answer, 400, {});
      const created = { id: `${prefix}_${next()}`, ...order };
      stored.set(created.id, created);
      return json(answer, 200, created);
    }
    if (!["GET", "DELETE"].includes(method)) return json(answer, 405, {});
    const found = stored.get(id);
    if (!found) return json(answer, 404, {});
    if (method === "DELETE") {
      stored.delete(id);
      answer.writeHead(204).end();
      return undefined;
    }
    const names = [...searchParams].filter(([name]) => name.startsWith("expand"));
    const isExpandable = names.every(
      ([name, value]) => /^expand\[\d*\]$/.test(name) && value !== "" && value.length <= 30,
    );
    return json(answer, isExpandable ? 200 : 400, isExpandable ? found : {});
  };
}

test.each([
  ["/v1/orders", "order", "ord"],
  ["/v2/parcels", "parcel_id", "9"],
])("a server that reads nested forms has no failures, below %s", async (path, id, prefix) => {
  const paths = pathsOf("application/x-www-form-urlencoded", { path, id });
  const { results, requests } = await verifyServer(paths, orders(prefix), { hasExampleData: false });
  expect(failuresOf(results)).toEqual([]);
  const created = requests.filter(
    ({ method, body }) => method === "POST" && body.includes("shipping%5Baddress%5D%5Bcity%5D"),
  );
  expect(created.length).toBeGreaterThan(0);
  expect(results.filter(({ outcome }) => outcome.verdict === "passed").length).toBeGreaterThan(8);
});
