import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { objectIn } from "#test/verify/small-store.js";
import { verifyServer } from "../small-document.js";

const PRODUCT: JsonObject = {
  type: "object",
  properties: {
    id: { type: "integer" },
    name: { type: "string" },
    price: { type: "number" },
    vatId: { type: "integer" },
  },
};
const EXAMPLE: JsonObject = { name: "Lamp", price: 240, vatId: 3 };
const content = { "application/json": { schema: PRODUCT, examples: { lamp: { value: EXAMPLE } } } };
const shown = { description: "Done.", content: { "application/json": { schema: PRODUCT } } };
const body = { requestBody: { content } };
const missing = { "404": { description: "Unknown." }, "422": { description: "Invalid." } };

const PATHS: JsonObject = {
  "/products": { post: { operationId: "add", ...body, responses: { "201": shown, ...missing } } },
  "/products/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    get: { operationId: "read", responses: { "200": shown, ...missing } },
    put: { operationId: "change", ...body, responses: { "200": shown, ...missing } },
    delete: { operationId: "remove", responses: { "200": { description: "Done." }, ...missing } },
  },
};

/** Runs against a server of products. @param stored what a change stores of the product that it shows */
async function run(stored: (product: JsonObject, before: JsonObject) => JsonObject) {
  const products = new Map<number, JsonObject>();
  const changes: JsonObject[] = [];
  let last = 100;
  const { results } = await verifyServer(PATHS, ({ method, url, body: text }, response) => {
    const id = Number(url.split("/")[2]);
    const before = products.get(id);
    if (method !== "POST" && !before) return json(response, 404, {});
    if (method === "DELETE") products.delete(id);
    const sent = objectIn(text);
    const isProduct = sent !== undefined && isValid(sent);
    if (["POST", "PUT"].includes(method) && !isProduct) return json(response, 422, {});
    if (method === "POST" && isProduct) {
      last += 1;
      products.set(last, { ...sent, id: last });
      return json(response, 201, products.get(last) ?? {});
    }
    if (method !== "PUT" || !isProduct || !before) return json(response, 200, before ?? {});
    const changed = { ...before, ...sent, id };
    changes.push(sent);
    products.set(id, stored(changed, before));
    json(response, 200, changed);
  });
  return {
    changes,
    texts: results.flatMap((result) => [...result.warnings.map(({ message }) => message), ...textsOf(result)]),
  };
}

const isValid = ({ name = "", price = 0, vatId = 0 }: JsonObject) =>
  typeof name === "string" && typeof price === "number" && Number.isInteger(vatId);

const textsOf = ({ outcome }: { outcome: object }) => [JSON.stringify(outcome)];

test("a change with the example of the creation is also sent with other values, and with the same identifiers", async () => {
  const { changes } = await run((product) => product);
  expect(changes).toContainEqual(expect.objectContaining({ name: "Lamp b", price: 241.25, vatId: 3 }));
});

test.each<[string, (product: JsonObject, before: JsonObject) => JsonObject]>([
  ["price", (product, before) => ({ ...product, price: before.price ?? null })],
  ["name", (product, before) => ({ ...product, name: before.name ?? null })],
])("a server that stores another %s than it confirms is told apart", async (field, stored) => {
  const { texts } = await run(stored);
  expect(texts.join("\n")).toContain(`value of /${field}`);
});

const OPEN: JsonObject = {
  "a text without a type": { description: "Any value.", example: "all of it" },
  "a member of a map": { type: "object", example: { shelf: "top" } },
  "a member of a map of texts": { type: "object", additionalProperties: { type: "string" }, example: { shelf: "top" } },
};

test.each(Object.entries(OPEN))(
  "a field that is %s is changed, although the document has one example",
  async (_, schema) => {
    const kept = new Map<string, JsonObject>();
    const changes: JsonObject[] = [];
    let last = 0;
    const note = {
      type: "object",
      properties: { id: { type: "string" }, label: { type: "string" }, content: schema ?? {} },
    };
    const answer = { description: "Done.", content: { "application/json": { schema: note } } };
    const sent = (properties: JsonObject): JsonObject => ({
      required: true,
      content: { "application/json": { schema: { type: "object", properties } } },
    });
    const content = schema ?? {};
    const made = sent({ label: { type: "string" }, content });
    const paths: JsonObject = {
      "/notes": { post: { operationId: "add", requestBody: made, responses: { "201": answer, ...missing } } },
      "/notes/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
        get: { operationId: "read", responses: { "200": answer, ...missing } },
        put: { operationId: "change", requestBody: sent({ content }), responses: { "200": answer, ...missing } },
        delete: { operationId: "remove", responses: { "204": { description: "Done." }, ...missing } },
      },
    };
    const { results } = await verifyServer(
      paths,
      ({ method, url, body: text }, response) => {
        const id = url.split("/")[2] ?? "";
        const found = kept.get(id);
        if (method !== "POST" && !found) return json(response, 404, {});
        if (method === "DELETE") {
          kept.delete(id);
          return void response.writeHead(204).end();
        }
        if (method === "GET") return json(response, 200, found ?? {});
        const value = objectIn(text);
        if (!value) return json(response, 422, {});
        if (method === "PUT") {
          // It confirms changes of the content, and forgets them.
          changes.push(value);
          return json(response, 200, { ...found, ...value });
        }
        last += 1;
        kept.set(`n${last}`, { ...value, id: `n${last}` });
        json(response, 201, kept.get(`n${last}`) ?? {});
      },
      { hasExampleData: false, settle: 0 },
      { only: ["life-cycle"] },
    );
    expect(changes.length).toBeGreaterThan(0);
    expect(results.flatMap(textsOf).join("\n")).toContain("value of /content");
  },
);
