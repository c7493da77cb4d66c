import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { JUDGES, rejectedOfMocks, responseJudges, type WrittenResponse } from "./response-judges.js";

/** What a response documents, one that it admits, and one that it does not. */
type Row = [title: string, response: JsonObject, legal: WrittenResponse, faulty: WrittenResponse];

const S = "#/components/schemas/";
const text = { type: "string" };
const integer = { type: "integer" };
const order = { $ref: `${S}Order` };
const OBJECT: JsonObject = { type: "object", required: ["a"], properties: { a: integer, b: text } };

const COMPONENTS: JsonObject = {
  schemas: {
    Pet: { type: "object", required: ["kind"], properties: { kind: text } },
    Dog: { allOf: [{ $ref: `${S}Pet` }, { type: "object", required: ["bark"], properties: { bark: text } }] },
    Cat: { allOf: [{ $ref: `${S}Pet` }, { type: "object", required: ["meow"], properties: { meow: text } }] },
    Order: { type: "object", required: ["n"], properties: { n: integer } },
    Named: {
      ...{ $id: "https://shop.example/named", type: "object", properties: { part: { $ref: "#part" } } },
      $defs: { part: { $anchor: "part", ...integer } },
    },
    Page: {
      ...{ $id: "https://shop.example/page", type: "object" },
      properties: { items: { type: "array", items: { $dynamicRef: "#item" } } },
      $defs: { item: { $dynamicAnchor: "item" } },
    },
    Numbers: {
      ...{ $id: "https://shop.example/numbers", $ref: "page" },
      $defs: { own: { $dynamicAnchor: "item", ...integer } },
    },
  },
};
const choice: JsonObject = {
  oneOf: ["Pet", "Dog", "Cat"].map((name) => ({ $ref: S + name })),
  discriminator: { propertyName: "kind" },
};
const any: JsonObject = {
  anyOf: ["Dog", "Cat"].map((name) => ({ $ref: S + name })),
  discriminator: { propertyName: "kind" },
};

const content = (type: string, schema: JsonObject): JsonObject => ({ content: { [type]: { schema } } });
const sent = (type: string, body: string | Buffer): WrittenResponse => ({ headers: { "content-type": type }, body });
const JSON_TYPE = "application/json";
const json = (value: unknown) => sent(JSON_TYPE, JSON.stringify(value));
const values = (schema: JsonObject, legal: unknown, faulty: unknown) =>
  [content(JSON_TYPE, schema), json(legal), json(faulty)] as const;

/** A documented header, and the texts of a legal and a faulty one. */
const header = (title: string, documented: JsonObject, legal: string, faulty: string): Row => {
  const written = (value: string) => ({ headers: { "content-type": JSON_TYPE, "x-it": value }, body: "{}" });
  return [title, { ...content(JSON_TYPE, {}), headers: { "X-It": documented } }, written(legal), written(faulty)];
};
const asJson: JsonObject = { content: { "application/json": { schema: OBJECT } } };
const list: JsonObject = { type: "array", items: integer };

const HEADERS: Row[] = [
  header("a header with JSON", asJson, '{"a":1}', '{"a":"x"}'),
  header("a header with JSON that is none", asJson, '{"a":1}', "a,1"),
  header("a header as an object", { schema: OBJECT }, "a,1,b,x", "a,x"),
  header("a header as an object without a field", { schema: OBJECT }, "a,1", "b,x"),
  header("a header as an exploded object", { schema: OBJECT, explode: true }, "a=1, b=x", "a=x"),
  header("a header as a list", { schema: list }, "1, 2", "1, x"),
  header("a header with a minimum inside allOf", { schema: { allOf: [integer, { minimum: 1 }] } }, "1", "0"),
  header("a header as an object by allOf", { schema: { allOf: [OBJECT, { required: ["b"] }] } }, "a,1,b,x", "a,1"),
  header("a header with a pattern of Python", { schema: { type: "string", pattern: "^[a-z-]+\\Z" } }, "a-b", "a b"),
  header("a header of tenths", { schema: { type: "number", multipleOf: 0.1 } }, "0.3", "0.35"),
];

const BODIES: Row[] = [
  [
    "a media type of a range",
    content("image/*", { type: "string", format: "binary" }),
    sent("image/gif", "GIF"),
    sent("text/html", "GIF"),
  ],
  [
    "a media type of a suffix",
    content("application/*+json", order),
    sent("application/vnd.shop+json", '{"n":1}'),
    sent("application/vnd.shop+json", '{"n":"x"}'),
  ],
  ["a media type of any kind", content("*/*", order), sent(JSON_TYPE, '{"n":1}'), sent(JSON_TYPE, '{"n":"x"}')],
  [
    "a media type with a parameter",
    content("application/json; charset=utf-8", order),
    json({ n: 1 }),
    json({ n: "x" }),
  ],
  ["a key that is not a media type", content("json", order), json({ n: 1 }), json({ n: "x" })],
  ["an empty key", content("", order), json({ n: 1 }), json({ n: "x" })],
  ["a key in words", content("JSON object", order), sent("application/hal+json", '{"n":1}'), json({})],
  [
    "a text in its charset",
    content("text/csv", { type: "string", pattern: "^größe$" }),
    sent("text/csv; charset=iso-8859-1", Buffer.from("größe", "latin1")),
    sent("text/csv; charset=iso-8859-1", Buffer.from("grösse", "latin1")),
  ],
  ["a kind with its own fields", ...values(choice, { kind: "Dog", bark: "w" }, { kind: "Dog", meow: "m" })],
  ["a known kind", ...values(choice, { kind: "Cat", meow: "m" }, { kind: "Cow", meow: "m" })],
  ["a kind of anyOf", ...values(any, { kind: "Cat", meow: "m" }, { kind: "Cat", bark: "w" })],
  ["a kind in a list", ...values({ type: "array", items: choice }, [{ kind: "Pet" }], [{ kind: "Dog" }])],
  ["a multiple of cents", ...values({ type: "number", multipleOf: 0.01 }, 19.99, 19.999)],
  ["a multiple of tenths", ...values({ type: "number", multipleOf: 0.1 }, 98.8, 98.85)],
  ["a multiple of large steps", ...values({ type: "number", multipleOf: 2.5 }, 1e21, 1.5)],
  [
    "an integer above 2^53",
    content(JSON_TYPE, integer),
    sent(JSON_TYPE, "9223372036854775807"),
    sent(JSON_TYPE, '"9223372036854775807"'),
  ],
  [
    "a multiple above 2^53",
    content(JSON_TYPE, { type: "array", items: { multipleOf: 5 } }),
    sent(JSON_TYPE, "[9007199254740995]"),
    sent(JSON_TYPE, "[9007199254740994]"),
  ],
  ["a pattern of Java", ...values({ type: "string", pattern: "^[\\pL\\d]+\\z" }, "ä1", "ä-")],
  ["a pattern of Python", ...values({ type: "string", pattern: "^(?P<y>\\d{4})-(?P=y)\\Z" }, "2026-2026", "2026-2025")],
  ["a pattern of Ruby", ...values({ type: "string", pattern: "\\A[[:alpha:]]+\\z" }, "ab", "a1")],
  ["a pattern without case", ...values({ type: "string", pattern: "(?i)^abc$" }, "aBC", "abd")],
  ["a possessive pattern", ...values({ type: "string", pattern: "^\\d++x$" }, "12x", "12")],
  ["a reference to an $id", ...values({ $ref: "https://shop.example/named" }, { part: 1 }, { part: "x" })],
  ["a reference to an $anchor", ...values({ $ref: "https://shop.example/named#part" }, 1, "x")],
  [
    "a $dynamicRef that nothing narrows",
    ...values({ $ref: "https://shop.example/page" }, { items: ["x"] }, { items: "x" }),
  ],
  [
    "a $dynamicRef that its reader narrows",
    ...values({ $ref: "https://shop.example/numbers" }, { items: [1] }, { items: ["x"] }),
  ],
];

const ROWS = [...BODIES, ...HEADERS];
const titlesOf = (rows: readonly Row[]) => new Set(rows.map(([title]) => title));

function documentOf() {
  const paths = Object.fromEntries(
    ROWS.map(([title, response], index) => [
      `/r${index}`,
      { get: { operationId: title, responses: { "200": { description: "ok", ...response } } } },
    ]),
  );
  return { openapi: "3.1.1", info: { title: "Wire", version: "1.0.0" }, paths, components: COMPONENTS };
}

const started = (twin: 2 | 3) =>
  responseJudges(documentOf(), new Map(ROWS.map((row, index) => [`/r${index}`, row[twin]])));
let servers: Record<"honest" | "faulty", Awaited<ReturnType<typeof started>>>;
beforeAll(async () => {
  servers = { honest: await started(2), faulty: await started(3) };
});
afterAll(async () => {
  for (const server of Object.values(servers)) await server.close();
});

describe.each(JUDGES)("%s", (part) => {
  test("accepts each legal response", async () => {
    expect(await servers.honest[part]()).toEqual(new Set());
  });

  test(`rejects each faulty response${part === "client" ? " by its body" : ""}`, async () => {
    expect(await servers.faulty[part]()).toEqual(titlesOf(part === "client" ? BODIES : ROWS));
  });
});

test("the mock and the handlers of MSW respond with what the document admits", async () => {
  expect(await rejectedOfMocks(documentOf())).toEqual({ mock: [], MSW: [] });
});
