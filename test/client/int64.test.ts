import { mkdir, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { join, resolve } from "node:path";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf } from "#generate/code.js";
import type { LongType, ValueTypes } from "#generate/types/value-types.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { thorough } from "#test/sample.js";
import { ended, startNode } from "../command-line.js";
import { temporaryFolder } from "../temporary.js";

// Numbers of 64 bits through a real server, which sends and gets their digits as JSON has them.

const LARGEST = "9223372036854775807";
const SMALLEST = "-9223372036854775808";

const long = { type: "integer", format: "int64" };
const order = { $ref: "#/components/schemas/Order" };
const json = (schema: object) => ({ "application/json": { schema } });
const DOCUMENT: OpenApiDocument = JSON.parse(
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Orders", version: "1.0.0" },
    paths: {
      "/orders": {
        get: {
          operationId: "listOrders",
          parameters: [{ name: "after", in: "query", schema: long }],
          responses: {
            200: {
              description: "OK",
              content: json({
                type: "object",
                required: ["orders"],
                properties: { orders: { type: "array", items: order } },
              }),
            },
          },
        },
        post: {
          operationId: "addOrder",
          requestBody: { required: true, content: json(order) },
          responses: { 201: { description: "Created", content: json(order) } },
        },
      },
      "/events": {
        get: {
          operationId: "watchOrders",
          responses: { 200: { description: "OK", content: { "text/event-stream": { schema: order } } } },
        },
      },
      "/lines": {
        get: {
          operationId: "readLines",
          responses: { 200: { description: "OK", content: { "application/x-ndjson": { schema: order } } } },
        },
      },
      "/orders/{id}": {
        get: {
          operationId: "getOrder",
          parameters: [{ name: "id", in: "path", required: true, schema: long }],
          responses: { 200: { description: "OK", content: json(order) } },
        },
      },
    },
    components: {
      schemas: {
        Order: {
          type: "object",
          required: ["id", "count"],
          properties: {
            id: { ...long, minimum: -(2 ** 63) },
            count: { type: "integer", format: "int32" },
            weight: { type: "number" },
            parent: { anyOf: [long, { type: "null" }] },
            lines: { type: "array", items: { type: "object", properties: { sku: long } } },
            small: { ...long, minimum: 0, maximum: 10 },
            at: { type: "string", format: "date-time" },
            nested: order,
          },
        },
      },
    },
  }),
);

/** A body of JSON, with more digits than a number of JavaScript has. */
const SENT = `{"id":${LARGEST},"count":1,"parent":${SMALLEST},"lines":[{"sku":5}],"small":3,"nested":{"id":1,"count":2}}`;
const GOT = SENT.replace('"count":1', '"count":1,"weight":12345678901234567890,"note":"9223372036854775807"');

let server: Server;
let baseUrl: string;
const seen: { url: string; body: string }[] = [];
let root: string;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const url = request.url ?? "";
    seen.push({ url, body });
    if (url === "/events" || url === "/lines") {
      const type = url === "/events" ? "text/event-stream" : "application/x-ndjson";
      response.writeHead(200, { "content-type": type });
      return void response.end(url === "/events" ? `data: ${GOT}\n\ndata: {"id":"no"}\n\n` : `${GOT}\n`);
    }
    const isList = url === "/orders" || url.startsWith("/orders?");
    const page = `{"orders":[${url.includes("after") ? "" : GOT}]}`;
    response.writeHead(request.method === "POST" ? 201 : 200, { "content-type": "application/json" });
    response.end(request.method === "GET" && isList ? page : GOT);
  }).listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const address = server.address();
  baseUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  root = await temporaryFolder("int64");
  await writeFile(join(root, "package.json"), '{ "type": "module" }');
  for (const int64 of ["bigint", "string", "number"] as const) await writeCode(int64, { int64 });
  await writeCode("dates", { dates: "Date" });
});
afterAll(() => void server.close());

async function writeCode(name: string, types: ValueTypes): Promise<void> {
  const folder = join(root, name);
  await mkdir(folder, { recursive: true });
  const code = codeOf(DOCUMENT, { source: "orders", command: "none", sources: resolve("src"), types });
  for (const [file, content] of code) await writeFile(join(folder, file), content);
}

const client = async (int64: LongType, url = baseUrl) =>
  (await import(join(root, int64, "client.ts"))).createClient({ baseUrl: url, retry: false });

describe.each([
  { int64: "bigint" as const, of: (digits: string): unknown => BigInt(digits) },
  { int64: "string" as const, of: (digits: string): unknown => digits },
])("with --int64 $int64", ({ int64, of }) => {
  const body = {
    ...{ id: of(LARGEST), count: 1, parent: of(SMALLEST), lines: [{ sku: of("5") }], small: of("3") },
    nested: { id: of("1"), count: 2 },
  };

  test("2^63-1 is read with all digits, and each number of 64 bits has the type, also a small one", async () => {
    const api = await client(int64);
    const { data } = await api.getOrder({ path: { id: of(LARGEST) } });
    expect(seen.at(-1)?.url).toBe(`/orders/${LARGEST}`);
    expect(data).toEqual({ ...body, weight: Number("12345678901234567890"), note: LARGEST });
  });

  test("2^63-1 is sent as a number with all digits", async () => {
    const api = await client(int64);
    const result = await api.addOrder({ body });
    expect(result.failure?.message).toBeUndefined();
    expect(seen.at(-1)?.body).toBe(SENT);
  });

  test("a function of an operation does the same, and pages follow an item with all digits", async () => {
    const { connectTo, listOrders, addOrder } = await import(join(root, int64, "operations.ts"));
    const connection = connectTo({ baseUrl, retry: false });
    await addOrder(connection, { body });
    expect(seen.at(-1)?.body).toBe(SENT);
    const ids: unknown[] = [];
    for await (const { id } of listOrders.items(connection)) ids.push(id);
    expect(ids).toEqual([of(LARGEST)]);
    expect(seen.at(-1)?.url).toBe(`/orders?after=${LARGEST}`);
  });

  test("items of a sequence are read in the same way", async () => {
    const api = await client(int64);
    const read = { ...body, weight: Number("12345678901234567890"), note: LARGEST };
    for await (const item of api.readLines.stream()) expect(item).toEqual(read);
    const events = api.watchOrders.stream();
    expect((await events.next()).value).toEqual(read);
    await expect(events.next()).rejects.toMatchObject({
      name: "InvalidResponse",
      message: expect.stringContaining("an item violates the contract: the item"),
    });
  });

  test("a response whose number is no integer is a failure", async () => {
    const wrong = async () => Response.json({ id: 1.5, count: 1 });
    const { createClient } = await import(join(root, int64, "client.ts"));
    const result = await createClient({ baseUrl, fetch: wrong }).getOrder({ path: { id: of("1") } });
    expect(result.failure).toMatchObject({ name: "InvalidResponse" });
    expect(result.failure.message).toContain("/id must be integer");
  });

  test("an override of MSW has the type, and the client reads it", async () => {
    const { handlers } = await import(join(root, int64, "msw.ts"));
    const mocked = setupServer(...handlers({ getOrder: { status: 200, body } }));
    mocked.listen();
    try {
      const api = await client(int64, "http://orders.test");
      expect((await api.getOrder({ path: { id: of("1") } })).data).toEqual(body);
    } finally {
      mocked.close();
    }
  });
});

test("with --dates, the items of a sequence have dates as well", async () => {
  const event = 'data: {"id":1,"count":1,"at":"2024-01-02T03:04:05Z"}\n\n';
  const fetch = async () => new Response(event, { headers: { "content-type": "text/event-stream" } });
  const { createClient } = await import(join(root, "dates", "client.ts"));
  const { value } = await createClient({ baseUrl, fetch }).watchOrders.stream().next();
  expect(value).toEqual({ id: 1, count: 1, at: new Date("2024-01-02T03:04:05Z") });
});

test("with --int64 number, JavaScript rounds the number, and nothing else changes", async () => {
  const api = await client("number");
  expect((await api.getOrder({ path: { id: 1 } })).data.id).toBe(Number(LARGEST));
});

thorough("types are those of the option, in requests and results", async () => {
  const use = (int64: string, value: string) => `import { createClient, unwrap } from "./${int64}/client.js";
    import { connectTo, getOrder } from "./${int64}/operations.js";
    import { queriesOf } from "#tanstack-query/index.js";
    const api = createClient({ baseUrl: "" });
    const order = unwrap(await api.addOrder({ body: { id: ${value}, count: 1, parent: null } }));
    export const id: ${int64} = order.id;
    export const parent: ${int64} | null | undefined = unwrap(await getOrder(connectTo({ baseUrl: "" }), { path: { id: ${value} } })).parent;
    export const small: ${int64} | undefined = order.small;
    export const key = queriesOf(api).getOrder.key({ path: { id: ${value} } });
    // @ts-expect-error another type
    export const wrong = () => api.getOrder({ path: { id: true } });
  `;
  const rows = { bigint: "5n", string: '"5"', number: "5" };
  for (const [int64, value] of Object.entries(rows)) await writeFile(join(root, `${int64}.ts`), use(int64, value));
  const options = {
    ...{
      target: "ES2022",
      lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
      module: "NodeNext",
      strict: true,
    },
    ...{ noEmit: true, types: [], exactOptionalPropertyTypes: true, allowImportingTsExtensions: true },
    paths: { "#*.js": [resolve("src/*.ts")] },
  };
  const files = Object.keys(rows).map((int64) => join(root, `${int64}.ts`));
  await writeFile(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files }));
  const run = await ended(startNode([resolve("node_modules/typescript7/bin/tsc"), "-p", join(root, "tsconfig.json")]));
  expect(run.stdout).toBe("");
});

test("a key of TanStack Query with a bigint can be written as JSON", async () => {
  const { queriesOf } = await import("#tanstack-query/index.js");
  const queries = queriesOf(await client("bigint"));
  const { queryKey } = Reflect.get(queries, "getOrder").query({ path: { id: BigInt(LARGEST) } });
  expect(JSON.stringify(queryKey)).toBe(`["getOrder",{"path":{"id":"${LARGEST}"}}]`);
});
