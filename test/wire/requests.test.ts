import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { JUDGES, type RequestJudges, requestJudges, type WrittenRequest } from "./request-judges.js";

/** What an operation documents, a request that it admits, and one that it does not. */
type Row = [title: string, operation: JsonObject, legal: Partial<WrittenRequest>, faulty: Partial<WrittenRequest>];

const S = "#/components/schemas/";
const text = { type: "string" };
const integer = { type: "integer" };

const COMPONENTS: JsonObject = {
  schemas: {
    Card: { type: "object", required: ["kind", "number"], properties: { kind: text, number: text } },
    Bank: { type: "object", required: ["kind", "iban"], properties: { kind: text, iban: text } },
    Order: { type: "object", required: ["n"], properties: { n: integer } },
    Named: {
      $id: "https://shop.example/named",
      type: "object",
      properties: { part: { $ref: "#part" } },
      $defs: { part: { $anchor: "part", ...integer } },
    },
  },
  securitySchemes: {
    id: { type: "apiKey", in: "header", name: "X-App-Id" },
    secret: { type: "apiKey", in: "header", name: "X-App-Secret" },
    own: { type: "http", scheme: "acme-key" },
    cookie: { type: "apiKey", in: "cookie", name: "session" },
  },
};

const body = (type: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  requestBody: { required: true, content: { [type]: { schema, ...more } } },
});
const parameter = (where: string, name: string, more: JsonObject): JsonObject => ({
  parameters: [{ in: where, name, required: true, ...more }],
});
const sending = (type: string, content: string): Partial<WrittenRequest> => ({
  ...{ method: "POST", headers: { "content-type": type }, body: content },
});
const json = (value: unknown) => sending("application/json", JSON.stringify(value));
const URLENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";
/** A multipart body. Each part has a name, a content, and maybe a media type and a file name. */
const parts = (...all: [name: string, content: string, type?: string, file?: string][]): Partial<WrittenRequest> => {
  const written = all.map(([name, content, type, file]) => {
    const head = `Content-Disposition: form-data; name="${name}"${file ? `; filename="${file}"` : ""}`;
    return `--B\r\n${head}${type ? `\r\nContent-Type: ${type}` : ""}\r\n\r\n${content}\r\n`;
  });
  return sending(`${MULTIPART}; boundary=B`, `${written.join("")}--B--\r\n`);
};
const order = { $ref: `${S}Order` };
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: "object",
  required,
  properties,
});
const choice: JsonObject = {
  oneOf: [{ $ref: `${S}Card` }, { $ref: `${S}Bank` }],
  discriminator: { propertyName: "kind", mapping: { card: `${S}Card`, bank: `${S}Bank` } },
};
/** A header that clients send unasked, with few values, and one that they do not. */
const unasked = (name: string): JsonObject => ({
  parameters: [
    { in: "header", name, schema: { type: "string", enum: ["base64"] } },
    { in: "header", name: "X-N", schema: integer },
  ],
});
const besides = (name: string, value: string, n: string) => ({ headers: { [name]: value, "x-n": n } });
const secured = (...security: JsonObject[]): JsonObject => ({ security });
const keys = (...names: string[]) => ({ headers: Object.fromEntries(names.map((name) => [name, "k"])) });
const file = { type: "string", format: "binary" };

const KINDS: Record<string, Row[]> = {
  "a media type": [
    ["image/*", body("image/*", file), sending("image/gif", "GIF"), sending("text/plain", "GIF")],
    ["*/*", body("*/*", order), sending("application/json", '{"n":1}'), sending("application/json", '{"n":"x"}')],
    [
      "application/*+json",
      body("application/*+json", order),
      sending("application/vnd.shop+json", '{"n":1}'),
      sending("application/vnd.shop+json", '{"n":"x"}'),
    ],
    [
      "application/*+json, another",
      body("application/*+json", order),
      sending("application/hal+json", '{"n":1}'),
      sending("application/hal+xml", "<n>1</n>"),
    ],
    ["a list", body("image/png, image/jpeg", file), sending("image/jpeg", "x"), sending("image/gif", "x")],
    ["with a charset", body("application/json; charset=utf-8", order), json({ n: 1 }), json({ n: "x" })],
    ["no media type", body("json", order), json({ n: 1 }), json({ n: "x" })],
    ["text/*", body("text/*", text), sending("text/csv", "a,b"), json("a")],
  ],
  "a form": [
    ["urlencoded", body(URLENCODED, order), sending(URLENCODED, "n=1"), sending(URLENCODED, "n=x")],
    ["urlencoded, required", body(URLENCODED, order), sending(URLENCODED, "n=1&a=2"), sending(URLENCODED, "a=2")],
    [
      "a list",
      body(URLENCODED, object({ tag: { type: "array", items: { enum: ["a", "b"] }, maxItems: 2 } })),
      sending(URLENCODED, "tag=a&tag=b"),
      sending(URLENCODED, "tag=a&tag=c"),
    ],
    [
      "a field as JSON",
      body(URLENCODED, object({ meta: order }), { encoding: { meta: { contentType: "application/json" } } }),
      sending(URLENCODED, `meta=${encodeURIComponent('{"n":1}')}`),
      sending(URLENCODED, `meta=${encodeURIComponent('{"n":"x"}')}`),
    ],
    ["multipart", body(MULTIPART, order), parts(["n", "1"]), parts(["n", "x"])],
    [
      "an object as a part",
      body(MULTIPART, object({ meta: order }, "meta")),
      parts(["meta", '{"n":1}', "application/json"]),
      parts(["meta", '{"n":"x"}', "application/json"]),
    ],
    [
      "an object as a part that is not JSON",
      body(MULTIPART, object({ meta: order }, "meta")),
      parts(["meta", '{"n":1}']),
      parts(["meta", "n=1"]),
    ],
    [
      "a list of objects as parts",
      body(MULTIPART, object({ rows: { type: "array", items: order } })),
      parts(["rows", '{"n":1}'], ["rows", '{"n":2}']),
      parts(["rows", '{"n":1}'], ["rows", "{}"]),
    ],
    [
      "a missing file",
      body(MULTIPART, object({ photo: file, n: integer }, "photo")),
      parts(["photo", "GIF", "image/gif", "a.gif"]),
      parts(["n", "1"]),
    ],
    [
      "the media type of a part",
      body(MULTIPART, object({ photo: file }), { encoding: { photo: { contentType: "image/png, image/jpeg" } } }),
      parts(["photo", "x", "image/jpeg", "a.jpg"]),
      parts(["photo", "x", "text/plain", "a.txt"]),
    ],
    [
      "a range as the media type of a part",
      body(MULTIPART, object({ photo: file }), { encoding: { photo: { contentType: "image/*" } } }),
      parts(["photo", "x", "image/webp", "a.webp"]),
      parts(["photo", "x", "application/pdf", "a.pdf"]),
    ],
  ],
  "a discriminator": [
    [
      "another kind's fields",
      body("application/json", choice),
      json({ kind: "card", number: "1" }),
      json({ kind: "card", iban: "1" }),
    ],
    [
      "an unknown kind",
      body("application/json", choice),
      json({ kind: "bank", iban: "1" }),
      json({ kind: "coins", iban: "1" }),
    ],
    [
      "in a list",
      body("application/json", { type: "array", items: choice }),
      json([{ kind: "bank", iban: "1" }]),
      json([{ kind: "bank", number: "1" }]),
    ],
    [
      "in a part of a form",
      body(MULTIPART, object({ pay: choice }, "pay")),
      parts(["pay", '{"kind":"card","number":"1"}', "application/json"]),
      parts(["pay", '{"kind":"card"}', "application/json"]),
    ],
  ],
  "a number": [
    [
      "cents",
      body("application/json", object({ p: { type: "number", multipleOf: 0.01 } })),
      json({ p: 19.99 }),
      json({ p: 19.999 }),
    ],
    [
      "tenths in a query",
      parameter("query", "w", { schema: { type: "number", multipleOf: 0.1 } }),
      { target: "?w=98.8" },
      { target: "?w=98.85" },
    ],
    [
      "above 2^53",
      body("application/json", object({ id: integer })),
      sending("application/json", '{"id":9223372036854775807}'),
      sending("application/json", '{"id":"9223372036854775807"}'),
    ],
    [
      "tenths in a form",
      body(URLENCODED, object({ w: { type: "number", multipleOf: 0.1 } })),
      sending(URLENCODED, "w=0.3"),
      sending(URLENCODED, "w=0.35"),
    ],
  ],
  "a header": [
    [
      "with JSON",
      parameter("header", "X-It", { content: { "application/json": { schema: order } } }),
      { headers: { "x-it": '{"n":1}' } },
      { headers: { "x-it": '{"n":"x"}' } },
    ],
    [
      "with JSON that is none",
      parameter("header", "X-It", { content: { "application/json": { schema: order } } }),
      { headers: { "x-it": '{"n":1}' } },
      { headers: { "x-it": "n,1" } },
    ],
    [
      "a list",
      parameter("header", "X-It", { schema: { type: "array", items: integer } }),
      { headers: { "x-it": "1, 2" } },
      { headers: { "x-it": "1, x" } },
    ],
    [
      "an object",
      parameter("header", "X-It", { schema: order }),
      { headers: { "x-it": "n,1" } },
      { headers: { "x-it": "n,x" } },
    ],
    [
      "an exploded object",
      parameter("header", "X-It", { explode: true, schema: order }),
      { headers: { "x-it": "n=1" } },
      { headers: { "x-it": "m=1" } },
    ],
    [
      "a minimum inside allOf",
      parameter("header", "X-It", { schema: { allOf: [integer, { minimum: 1 }] } }),
      { headers: { "x-it": "1" } },
      { headers: { "x-it": "0" } },
    ],
    [
      "JSON in a query",
      parameter("query", "it", { content: { "application/json": { schema: order } } }),
      { target: `?it=${encodeURIComponent('{"n":1}')}` },
      { target: `?it=${encodeURIComponent('{"n":"x"}')}` },
    ],
    [
      "JSON in a cookie",
      parameter("cookie", "it", { content: { "application/json": { schema: order } } }),
      { headers: { cookie: `it=${encodeURIComponent('{"n":1}')}` } },
      { headers: { cookie: `it=${encodeURIComponent('{"n":"x"}')}` } },
    ],
  ],
  "a header that clients send unasked": [
    [
      "Accept-Encoding",
      unasked("Accept-Encoding"),
      besides("accept-encoding", "gzip, br", "1"),
      besides("accept-encoding", "gzip", "x"),
    ],
    [
      "Accept-Language",
      unasked("Accept-Language"),
      besides("accept-language", "fr, *;q=0.5", "1"),
      besides("accept-language", "fr", "x"),
    ],
    [
      "in another case",
      unasked("accept-LANGUAGE"),
      besides("accept-language", "fr", "1"),
      besides("accept-language", "fr", "x"),
    ],
  ],
  "a pattern of another language": [
    [
      "of Python",
      body("application/json", object({ s: { type: "string", pattern: "^[a-z-]+\\Z" } })),
      json({ s: "a-b" }),
      json({ s: "a b" }),
    ],
    [
      "of Ruby",
      parameter("query", "s", { schema: { type: "string", pattern: "\\A\\d+\\z" } }),
      { target: "?s=12" },
      { target: "?s=1a" },
    ],
    [
      "without case",
      parameter("header", "X-S", { schema: { type: "string", pattern: "(?i)^abc$" } }),
      { headers: { "x-s": "aBC" } },
      { headers: { "x-s": "abd" } },
    ],
    [
      "of POSIX",
      body(URLENCODED, object({ s: { type: "string", pattern: "^[[:alpha:]]+$" } })),
      sending(URLENCODED, "s=ab"),
      sending(URLENCODED, "s=a1"),
    ],
    [
      "as a name",
      body("application/json", { type: "object", patternProperties: { "\\An_": integer } }),
      json({ n_a: 1 }),
      json({ n_a: "x" }),
    ],
  ],
  "a reference": [
    [
      "to an $id",
      body("application/json", { $ref: "https://shop.example/named" }),
      json({ part: 1 }),
      json({ part: "x" }),
    ],
    [
      "to an $anchor of an $id",
      body("application/json", { $ref: "https://shop.example/named#part" }),
      json(1),
      json("x"),
    ],
    [
      "to an $id in a form",
      body(URLENCODED, { $ref: "https://shop.example/named" }),
      sending(URLENCODED, "part=1"),
      sending(URLENCODED, "part=x"),
    ],
    [
      "to an $anchor in a query",
      parameter("query", "n", { schema: { $ref: "https://shop.example/named#part" } }),
      { target: "?n=1" },
      { target: "?n=x" },
    ],
  ],
  "a free-form object": [
    [
      "in a query",
      parameter("query", "filter", { schema: { type: "object", additionalProperties: text } }),
      { target: "?a=1" },
      { target: "" },
    ],
    [
      "of numbers in a query",
      parameter("query", "filter", { schema: { type: "object", additionalProperties: integer } }),
      { target: "?a=1" },
      { target: "?a=x" },
    ],
    [
      "as deepObject",
      parameter("query", "f", {
        style: "deepObject",
        explode: true,
        schema: { type: "object", additionalProperties: integer },
      }),
      { target: "?f[a]=1" },
      { target: "?f[a]=x" },
    ],
  ],
};

/** Keys that an operation needs, a request that has them, and one that lacks one. Recorders remove keys, so traffic says nothing. */
const KEYS: Row[] = [
  ["both of two", secured({ id: [], secret: [] }), keys("x-app-id", "x-app-secret"), keys("x-app-id")],
  [
    "both of two, the other way",
    secured({ id: [], secret: [] }),
    keys("x-app-secret", "x-app-id"),
    keys("x-app-secret"),
  ],
  [
    "one of two pairs",
    secured({ id: [], cookie: [] }, { secret: [], own: [] }),
    { headers: { "x-app-secret": "k", authorization: "acme-key k" } },
    keys("x-app-id", "x-app-secret"),
  ],
  [
    "by a scheme that only the API has",
    secured({ own: [] }),
    { headers: { authorization: "Acme-Key k" } },
    { headers: { authorization: "Bearer k" } },
  ],
  [
    "by such a scheme, with a value",
    secured({ own: [] }),
    { headers: { authorization: "acme-key k" } },
    { headers: { authorization: "acme-key" } },
  ],
  ["in a cookie", secured({ cookie: [] }), { headers: { cookie: "a=1; session=k" } }, { headers: { cookie: "a=1" } }],
  ["one of two", secured({ id: [] }, { own: [] }), keys("x-app-id"), keys("x-app-secret")],
];

const READ = Object.entries(KINDS).flatMap(([kind, rows]) =>
  rows.map(([title, ...row]): Row => [`${kind}: ${title}`, ...row]),
);
const ALL = [...READ, ...KEYS];
const targetOf = (row: Row) => `/r${ALL.indexOf(row)}`;

function documentOf(): JsonObject {
  const paths = Object.fromEntries(
    ALL.map((row) => {
      const [, operation] = row;
      const responses = { "200": { description: "ok" } };
      return [targetOf(row), { [operation.requestBody ? "post" : "get"]: { ...operation, responses } }];
    }),
  );
  return { openapi: "3.1.1", info: { title: "Wire", version: "1.0.0" }, paths, components: COMPONENTS };
}

let judges: RequestJudges;
beforeAll(async () => {
  judges = await requestJudges(documentOf());
});
afterAll(() => judges.close());

/** Whether a part accepts the legal request of a row, and the faulty one. */
async function judgedBy(part: (typeof JUDGES)[number], row: Row): Promise<(boolean | undefined)[]> {
  const [, , legal, faulty] = row;
  const judged = (request: Partial<WrittenRequest>) =>
    judges[part]({ ...request, target: targetOf(row) + (request.target ?? "") });
  return [await judged(legal), await judged(faulty)];
}

describe.each(JUDGES)("%s judges by the document", (part) => {
  test.each(READ.map((row) => [row[0], row] as const))("%s", async (_, row) => {
    expect(await judgedBy(part, row)).toEqual([true, false]);
  });
});

describe.each(["mock", "MSW"] as const)("%s wants a key", (part) => {
  test.each(KEYS.map((row) => [row[0], row] as const))("%s", async (_, row) => {
    expect(await judgedBy(part, row)).toEqual([true, false]);
  });
});
