import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { asObject, type Json } from "#openapi/document/document.js";
import { serve } from "#test/server.js";
import { testTarget } from "#test/verify/target.js";
import { Contract } from "#verify/model/contract.js";
import { verify } from "#verify/verify.js";

const SETTINGS = { credentials: {}, hasExampleData: false, writes: "reversible" } as const;
const ID = { type: "integer", format: "int64" };
const ITEM = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { ...ID, readOnly: true }, name: { type: "string", minLength: 1, maxLength: 40 }, owner: ID },
};
const content = (schema: Json) => ({ "application/json": { schema } });
const item = { description: "An item.", content: content(ITEM) };
const path = [{ name: "itemId", in: "path", required: true, schema: ID }];
const none = { description: "None." };
const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Items", version: "1" },
  paths: {
    "/items": {
      get: {
        operationId: "listItems",
        responses: {
          "200": { description: "Items.", content: content({ type: "array", items: ITEM, uniqueItems: true }) },
        },
      },
      post: {
        operationId: "addItem",
        requestBody: { required: true, content: content(ITEM) },
        responses: { "201": item, "400": none, "415": none },
      },
    },
    "/items/{itemId}": {
      parameters: path,
      get: { operationId: "getItem", responses: { "200": item, "400": none, "404": none } },
      delete: { operationId: "deleteItem", responses: { "204": none, "400": none, "404": none } },
    },
  },
};

/** A server whose identifiers are larger than 2^53, and lie closer to each other than doubles do. @param isFaulty shows another id */
function serveItems(isFaulty = false) {
  const items = new Map([
    ["9007199254740993", { name: "a", owner: "9223372036854775807" }],
    ["9007199254740992", { name: "b", owner: "1" }],
  ]);
  let last = 9007199254740993n;
  const text = (id: string, shown = id) => {
    const { name, owner } = items.get(id) ?? {};
    return `{"id":${shown},"name":${JSON.stringify(name)}${owner === undefined ? "" : `,"owner":${owner}`}}`;
  };
  return serve(({ method, url, headers, body }, response) => {
    const [, collection, id] = url.split("?")[0]?.split("/") ?? [];
    const send = (status: number, json?: string) =>
      response.writeHead(status, json === undefined ? {} : { "content-type": "application/json" }).end(json);
    if (collection !== "items") return send(404);
    if (id === undefined && method === "GET") return send(200, `[${[...items.keys()].map((key) => text(key))}]`);
    if (id === undefined && method === "POST") {
      if (headers["content-type"] !== "application/json") return send(415);
      const sent = asObject(parseJson(body)?.value);
      const { name, owner, id: own } = sent;
      const isNamed = typeof name === "string" && name !== "" && [...name].length <= 40;
      if (!isNamed || own !== undefined || (owner !== undefined && !Number.isInteger(owner))) return send(400);
      last += 1n;
      items.set(String(last), { name, owner: /"owner":(-?\d+)/.exec(body)?.[1] ?? "1" });
      return send(201, text(String(last)));
    }
    if (id === undefined || !["GET", "DELETE"].includes(method))
      return response.writeHead(405, { allow: "GET, POST, DELETE" }).end();
    if (!/^-?\d+$/.test(id)) return send(400);
    if (!items.has(id)) return send(404);
    if (method === "GET") return send(200, text(id, isFaulty ? `${BigInt(id) + 1n}` : id));
    items.delete(id);
    return send(204);
  });
}

test("items with identifiers above 2^53 are reached, created and removed by their digits", async () => {
  const server = await serveItems();
  const report = await verify({ contract: new Contract(DOCUMENT), target: testTarget(server.url, SETTINGS) });
  await server.close();
  expect(report.causes.map(({ title }) => title)).toEqual([]);
  expect(report.verdict).toBe("passed");
  expect(server.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(
    expect.arrayContaining([
      "GET /items/9007199254740993",
      "GET /items/9007199254740994",
      "DELETE /items/9007199254740994",
    ]),
  );
});

test("a server that shows another identifier is told, with the digits of both, and a line that reproduces it", async () => {
  const server = await serveItems(true);
  const report = await verify({
    contract: new Contract(DOCUMENT),
    target: testTarget(server.url, SETTINGS),
    only: ["getItem"],
  });
  await server.close();
  const warnings = report.cases.flatMap((result) => result.warnings);
  expect(warnings).toContainEqual(
    expect.objectContaining({
      expected: "9007199254740992 at /id",
      received: "9007199254740993",
      reproduce: expect.stringContaining(`${server.url}/items/9007199254740992'`),
    }),
  );
  // The reading by `node` keeps the digits, too.
  expect(warnings.map(({ reproduce }) => reproduce)).toContainEqual(expect.stringContaining("id=$(curl"));
});
