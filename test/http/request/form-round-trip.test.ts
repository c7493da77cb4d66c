import { describe, expect, test } from "vitest";
import { multipartBytes } from "#http/body/multipart.js";
import { readRequest } from "#http/request/read-request.js";
import { serializeBody, serializeQuery } from "#http/serialize.js";
import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { SchemaValidator } from "#openapi/validator/validator.js";

const INTEGER = { type: "integer" };
const ADDRESS: JsonObject = {
  type: "object",
  properties: {
    city: { type: "string" },
    floor: INTEGER,
    lines: { type: "array", items: { type: "string" } },
    geo: { type: "object", properties: { at: { type: "array", items: { type: "number" } }, ok: { type: "boolean" } } },
    people: { type: "array", items: { type: "object", properties: { age: INTEGER, tags: { type: "array" } } } },
    notes: { type: "object", additionalProperties: { type: "string" } },
  },
};
const NESTED = {
  city: "Ulm & a",
  floor: 3,
  lines: ["5", "b"],
  geo: { at: [1.5, 2], ok: true },
  people: [{ age: 4 }, { age: 5, tags: ["x", "y"] }],
  notes: { "0": "5", k: "true" },
};
const DEEP = { style: "deepObject", explode: true };
const PEOPLE: JsonObject = { type: "array", items: { type: "object", properties: { age: INTEGER } } };

const ROWS: {
  title: string;
  schema: JsonObject;
  encoding: JsonObject | undefined;
  value: JsonObject[string];
  text: string;
}[] = [
  {
    title: "an object of any depth in the style deepObject",
    schema: ADDRESS,
    encoding: DEEP,
    value: NESTED,
    text: "a[city]=Ulm & a&a[floor]=3&a[lines][]=5&a[lines][]=b&a[geo][at][]=1.5&a[geo][at][]=2&a[geo][ok]=true&a[people][0][age]=4&a[people][1][age]=5&a[people][1][tags][]=x&a[people][1][tags][]=y&a[notes][0]=5&a[notes][k]=true",
  },
  {
    title: "an object without an encoding",
    schema: ADDRESS,
    encoding: undefined,
    value: NESTED,
    text: `a=${JSON.stringify(NESTED)}`,
  },
  {
    title: "an object in the style form",
    schema: ADDRESS,
    encoding: { style: "form" },
    value: { city: "Ulm", floor: 3 },
    text: "city=Ulm&floor=3",
  },
  {
    title: "an object in the style form, not exploded",
    schema: ADDRESS,
    encoding: { style: "form", explode: false },
    value: { city: "Ulm", floor: 3 },
    text: "a=city,Ulm,floor,3",
  },
  {
    title: "a list of objects in the style deepObject",
    schema: PEOPLE,
    encoding: DEEP,
    value: [{ age: 1 }, { age: 2 }],
    text: "a[0][age]=1&a[1][age]=2",
  },
  {
    title: "a list of numbers in the style deepObject",
    schema: { type: "array", items: INTEGER },
    encoding: DEEP,
    value: [1, 2],
    text: "a[]=1&a[]=2",
  },
  {
    title: "a list of objects",
    schema: PEOPLE,
    encoding: undefined,
    value: [{ age: 1 }, { age: 2 }],
    text: 'a={"age":1}&a={"age":2}',
  },
  {
    title: "an object of the media type JSON",
    schema: ADDRESS,
    encoding: { contentType: "application/json" },
    value: NESTED,
    text: `a=${JSON.stringify(NESTED)}`,
  },
  {
    title: "a text of the media type JSON",
    schema: { type: "string" },
    encoding: { contentType: "application/vnd.shop+json" },
    value: "5",
    text: 'a="5"',
  },
  {
    title: "a list of the media type JSON",
    schema: { type: "array", items: { type: "string" } },
    encoding: { contentType: "application/json; charset=utf-8" },
    value: ["5", "b"],
    text: 'a=["5","b"]',
  },
  {
    title: "a text of a media type that is not JSON",
    schema: { type: "string" },
    encoding: { contentType: "text/plain" },
    value: "5",
    text: "a=5",
  },
  {
    title: "a list in the style pipeDelimited",
    schema: { type: "array", items: INTEGER },
    encoding: { style: "pipeDelimited", explode: false },
    value: [1, 2],
    text: "a=1|2",
  },
  {
    title: "an alternative of an object",
    schema: { anyOf: [ADDRESS, { enum: [""] }] },
    encoding: DEEP,
    value: { geo: { at: [1] } },
    text: "a[geo][at][]=1",
  },
  {
    title: "the other alternative",
    schema: { anyOf: [ADDRESS, { enum: [""] }] },
    encoding: DEEP,
    value: "",
    text: "a=",
  },
];

/** A field that may be null, as writers of documents put it. Its texts are read as those of the plain field. */
const OPTIONAL: readonly (readonly [form: string, optional: (schema: JsonObject) => JsonObject])[] = [
  ["a choice with null", (schema) => ({ anyOf: [schema, { type: "null" }] })],
  ["the only part of `allOf`", (schema) => ({ allOf: [schema], title: "A" })],
];

function documentOf(row: Pick<(typeof ROWS)[number], "schema" | "encoding">): OpenApiDocument {
  const form = {
    schema: { type: "object", properties: { a: row.schema, z: INTEGER } },
    ...(row.encoding && { encoding: { a: row.encoding } }),
  };
  const content = { "application/x-www-form-urlencoded": form, "multipart/form-data": form };
  const parameter = { name: "a", in: "query", schema: row.schema, ...row.encoding };
  return {
    openapi: "3.1.1",
    paths: { "/": { post: { parameters: [parameter], requestBody: { content }, responses: {} } } },
  };
}

/** What the reader makes of a request to a document. */
function read(document: OpenApiDocument, query: string, contentType: string, body: string) {
  const [operation] = operationsOf(document);
  if (!operation) throw new Error("No operation.");
  const received = {
    path: {},
    query: new URLSearchParams(query),
    headers: new Headers({ "content-type": contentType }),
    cookies: {},
    body,
  };
  return readRequest(document, operation, received, new SchemaValidator(document));
}

function encodingIn(document: OpenApiDocument) {
  const [operation] = operationsOf(document);
  return operation?.requestBody?.content[0]?.encoding;
}

describe("a form is written by its encoding, and read back", () => {
  test.each(ROWS.map((row) => [row.title, row] as const))("%s", async (_, row) => {
    const document = documentOf(row);
    const body = { a: row.value, z: 5 };
    const urlencoded = String(serializeBody(body, "application/x-www-form-urlencoded", encodingIn(document)));
    const pairs = [...new URLSearchParams(urlencoded)].map((pair) => pair.join("="));
    expect(pairs.join("&")).toBe(`${row.text}&z=5`);
    const wanted = { body: { value: body }, violations: [] };
    expect(read(document, "", "application/x-www-form-urlencoded", urlencoded)).toMatchObject(wanted);
  });

  test.each(ROWS.map((row) => [row.title, row] as const))("%s, in multipart", async (_, row) => {
    const document = documentOf(row);
    const body = { a: row.value, z: 5 };
    const form = serializeBody(body, "multipart/form-data", encodingIn(document));
    if (!(form instanceof FormData)) throw new Error("No form.");
    const { bytes, type } = await multipartBytes(form);
    expect(read(document, "", type, bytes.toString())).toMatchObject({ body: { value: body }, violations: [] });
  });

  test.each<[string, unknown, string | undefined, string | undefined]>([
    ["an object", { k: 1 }, undefined, "application/json"],
    ["a list of objects", [{ k: 1 }], undefined, "application/json"],
    ["a list in a list", [[1]], undefined, "application/json"],
    ["a text", "x", undefined, undefined],
    ["a list of texts", ["x"], undefined, undefined],
    ["a text with a list of types", "x", "image/png, image/jpeg", "image/png"],
    ["a text with a range", "x", "image/*", "image/png"],
    ["an object with a range", { k: 1 }, "application/*", "application/json"],
    ["a file", new Blob(["x"], { type: "image/gif" }), "image/png, image/jpeg", "image/gif"],
    ["a file without a type", new File(["x"], "f"), "image/png, image/jpeg", "image/png"],
  ])("%s is a part of the media type that OpenAPI names", async (_, value, contentType, want) => {
    const encoding = contentType === undefined ? {} : { a: { contentType } };
    const form = serializeBody({ a: value }, "multipart/form-data", encoding);
    if (!(form instanceof FormData)) throw new Error("No form.");
    const text = (await multipartBytes(form)).bytes.toString();
    expect(/^Content-Type: (.*)$/m.exec(text)?.[1]?.trim()).toBe(want);
    if (value instanceof File) expect(text).toContain('filename="f"');
  });

  test("a text whose encoding has a media type is a part with this media type, and not a file", async () => {
    const form = serializeBody({ a: { k: 1 } }, "multipart/form-data", { a: { contentType: "application/json" } });
    if (!(form instanceof FormData)) throw new Error("No form.");
    const { bytes } = await multipartBytes(form);
    expect(bytes.toString()).toContain('form-data; name="a"\r\nContent-Type: application/json\r\n\r\n{"k":1}\r\n');
  });
});

describe.each(OPTIONAL)("%s is read as the schema in it", (_, optional) => {
  const rows = ROWS.map((row) => [row.title, { ...row, schema: optional(row.schema) }] as const);
  test.each(rows)("%s", async (__, row) => {
    const document = documentOf(row);
    const body = { a: row.value, z: 5 };
    const wanted = { body: { value: body }, violations: [] };
    const urlencoded = String(serializeBody(body, "application/x-www-form-urlencoded", encodingIn(document)));
    expect(read(document, "", "application/x-www-form-urlencoded", urlencoded)).toMatchObject(wanted);
    const form = serializeBody(body, "multipart/form-data", encodingIn(document));
    if (!(form instanceof FormData)) throw new Error("No form.");
    const { bytes, type } = await multipartBytes(form);
    expect(read(document, "", type, bytes.toString())).toMatchObject(wanted);
  });

  test("a list that repeats its name in a query", () => {
    const schema = optional({ type: "array", items: optional(INTEGER) });
    const { parameters, violations } = read(documentOf({ schema, encoding: undefined }), "a=1&a=2", "", "");
    expect({ parameters, violations }).toMatchObject({ parameters: [{ value: [1, 2] }], violations: [] });
  });

  test("an object whose properties have names of their own in a query", () => {
    const schema = optional({ type: "object", properties: { red: optional(INTEGER) } });
    const { parameters, violations } = read(documentOf({ schema, encoding: undefined }), "red=1", "", "");
    expect({ parameters, violations }).toMatchObject({ parameters: [{ value: { red: 1 } }], violations: [] });
  });
});

describe("a query parameter in the style deepObject is written to any depth, and read back", () => {
  test.each(ROWS.filter(({ encoding }) => encoding === DEEP).map((row) => [row.title, row] as const))(
    "%s",
    (_, row) => {
      const query = serializeQuery({ a: row.value }, { "query.a": { style: "deepObject", explode: true } });
      expect(decodeURIComponent(query)).toBe(row.text);
      const { parameters, violations } = read(documentOf(row), query, "", "");
      expect(violations).toEqual([]);
      expect(parameters.map(({ value }) => value)).toEqual([row.value]);
    },
  );

  test.each(["a[0]=1&a[1]=2", "a[]=1&a[]=2", "a=1&a=2", "a[0]=1&a[]=2"])("a list is read from %s", (query) => {
    const schema = { type: "array", items: INTEGER };
    expect(read(documentOf({ schema, encoding: DEEP }), query, "", "").parameters).toMatchObject([{ value: [1, 2] }]);
  });
});
