import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "../server.js";
import { failuresOf } from "./failures.js";
import { REJECTED, type Respond, verifyServer } from "./small-document.js";
import { data, get, messages, object, text } from "./small-store.js";

const found = (schema: JsonObject): JsonObject => ({
  description: "Done.",
  content: { "application/json": { schema } },
});
const item = object({ id: text }, ["id"]);
const list = (collection: string) => get(`list_${collection}`, { type: "array", items: item });
const one = (collection: string): JsonObject => ({
  [`/${collection}/{id}`]: {
    parameters: [{ name: "id", in: "path", required: true, schema: text }],
    ...get(`get_${collection}`, item),
    delete: {
      operationId: `delete_${collection}`,
      responses: { "204": { description: "Deleted." }, "404": REJECTED },
    },
  },
});
const finding = async (paths: JsonObject, respond: Respond) => {
  const { results } = await verifyServer(paths, respond, { ...data, settle: 0 });
  return [...failuresOf(results), ...messages(results)];
};

/** A server that creates an item by POST, if the body is right. */
function creating(status: number, isRight: (body: string, type: string) => boolean): Respond {
  const items = new Map<string, JsonObject>();
  let last = 0;
  return ({ method, url, body, headers }, response) => {
    const [, , id] = url.split("/");
    if (id === undefined) {
      if (method === "GET") return json(response, 200, [...items.values()]);
      if (method !== "POST") return json(response, 405, {});
      if (!isRight(body, headers["content-type"] ?? "")) return json(response, 400, {});
      last += 1;
      const made = { id: `item_${last}f3c9a${last}` };
      items.set(made.id, made);
      return json(response, status, made);
    }
    if (!items.has(id)) return json(response, 404, {});
    if (method === "GET") return json(response, 200, items.get(id) ?? {});
    if (method !== "DELETE") return json(response, 405, {});
    items.delete(id);
    response.writeHead(204).end();
  };
}

test("a creation without a body, whose success is 200, has no finding", async () => {
  const post = { operationId: "add_sessions", responses: { "200": found(item), "400": REJECTED } };
  const paths = { "/sessions": { post, ...list("sessions") }, ...one("sessions") };
  expect(
    await finding(
      paths,
      creating(200, () => true),
    ),
  ).toEqual([]);
});

test("a body that is a number stays no number where it is malformed", async () => {
  const content = { "application/json": { schema: { type: "number" }, example: 956.31 } };
  const responses = { "201": found(item), "400": REJECTED };
  const post = { operationId: "add_levels", requestBody: { required: true, content }, responses };
  const isNumber = (body: string, type: string) => type.includes("json") && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(body);
  expect(await finding({ "/levels": { post, ...list("levels") }, ...one("levels") }, creating(201, isNumber))).toEqual(
    [],
  );
});

test("a PUT whose name says that it creates, too, need not reject an unknown name", async () => {
  const schema = object({ name: { ...text, minLength: 1, maxLength: 40 } }, ["name"]);
  const content = { "application/json": { schema, example: { name: "first" } } };
  const parameters = [{ name: "alias", in: "path", required: true, schema: text, example: "known" }];
  const responses = { "200": found(schema), "400": REJECTED, "404": REJECTED };
  const put = { operationId: "upsertAlias", parameters, requestBody: { required: true, content }, responses };
  const { results } = await verifyServer({ "/aliases/{alias}": { put } }, ({ method }, response) =>
    json(response, method === "PUT" ? 200 : 405, { name: "first" }),
  );
  expect(results.filter(({ suite }) => suite === "unknown-resources")).toEqual([]);
});
