import { describe, expect, test } from "vitest";
import {
  acceptOf,
  chooseOffer,
  concreteType,
  isJsonOffer,
  preferredOffer,
  type Shape,
  shapeOf,
} from "#http/negotiate.js";
import type { Schema } from "#openapi/document/document.js";

const OBJECT: Schema = { type: "object" };
const TEXT: Schema = { type: "string" };
const BYTES: Schema = { type: "string", format: "binary" };

const offer = (name: string, schema: Schema | undefined = OBJECT) => ({ name, schema });

test.each<[Schema | undefined, Shape]>([
  [undefined, "structured"],
  [true, "structured"],
  [OBJECT, "structured"],
  [{ $ref: "#/components/schemas/Pet" }, "structured"],
  [TEXT, "text"],
  [{ type: ["string", "null"] }, "text"],
  [{ type: ["string", "integer"] }, "structured"],
  [BYTES, "binary"],
  [{ type: "string", contentMediaType: "application/octet-stream" }, "binary"],
  [{ type: "string", contentEncoding: "base64" }, "binary"],
])("%j describes a %s body", (schema, want) => {
  expect(shapeOf(schema)).toBe(want);
});

describe("a documented key becomes one media type", () => {
  test.each<[string, Shape, string]>([
    ["application/json; charset=utf-8", "structured", "application/json; charset=utf-8"],
    ["image/*", "binary", "image/png"],
    ["text/*", "text", "text/plain"],
    ["*/*", "structured", "application/json"],
    ["*/*", "text", "text/plain"],
    ["*/*", "binary", "application/octet-stream"],
    ["application/*", "structured", "application/json"],
    ["application/*", "binary", "application/octet-stream"],
    ["chemical/*", "text", "application/octet-stream"],
    ["application/*+json", "structured", "application/x.any+json"],
    ["application/*+xml", "structured", "application/x.any+xml"],
    ["image/png, image/jpeg", "binary", "image/png"],
    ["text/plain, application/json", "structured", "application/json"],
    ["text/plain, application/json", "text", "text/plain"],
    ["image/*, application/pdf", "binary", "application/pdf"],
  ])("%s of a %s body is %s", (key, shape, want) => {
    expect(concreteType(key, shape)).toBe(want);
  });

  test.each([
    ["image/*", "image/webp", "image/webp"],
    ["image/png, image/jpeg", "image/jpeg", "image/jpeg"],
    ["image/png, image/jpeg", "image/gif", "image/png"],
    ["application/*+json", "application/vnd.shop+json", "application/vnd.shop+json"],
  ])("%s of a body that is %s is %s", (key, given, want) => {
    expect(concreteType(key, "binary", given)).toBe(want);
  });
});

test.each<[string, Schema | undefined, boolean]>([
  ["application/vnd.shop+json", TEXT, true],
  ["*/*", OBJECT, true],
  ["*/*", TEXT, false],
  ["application/*", OBJECT, true],
  ["application/*", BYTES, false],
  ["application/*+json", OBJECT, true],
  ["image/*", OBJECT, false],
  ["text/plain", OBJECT, false],
])("whether %s with the schema %j is written as JSON: %s", (name, schema, want) => {
  expect(isJsonOffer({ name, schema })).toBe(want);
});

test.each([
  [["text/plain", "application/json", "text/json"], "application/json"],
  [["application/xml", "*/*"], "*/*"],
  [["text/csv", "multipart/form-data", "application/x-www-form-urlencoded"], "multipart/form-data"],
  [["multipart/form-data", "application/hal+json"], "application/hal+json"],
  [["image/*"], "image/*"],
])("of %j, %s is preferred, wherever it stands", (names, want) => {
  expect(preferredOffer(names.map((name) => offer(name)))?.name).toBe(want);
});

describe("Accept", () => {
  const responses = (...statuses: [status: string, ...(string | ReturnType<typeof offer>)[]][]) =>
    statuses.map(([status, ...content]) => ({
      status,
      content: content.map((part) => ({
        ...(typeof part === "string" ? offer(part) : part),
        ...{ schemaPointer: "", itemSchema: undefined, itemSchemaPointer: "", encoding: {}, pointer: "" },
        examples: { named: new Map(), fallback: undefined },
      })),
    }));

  test.each<[string, ReturnType<typeof responses>, string]>([
    ["no media type", responses(["204"], ["404"]), "*/*"],
    ["one", responses(["200", "application/json"], ["404", "application/json"]), "application/json"],
    [
      "an error's own",
      responses(["404", "application/problem+json"], ["200", "application/json"]),
      "application/json, application/problem+json;q=0.9",
    ],
    [
      "JSON beside others, which it precedes",
      responses(["200", "text/plain", "application/json", "text/json"]),
      "application/json, text/json, text/plain;q=0.9",
    ],
    ["none of JSON", responses(["200", "text/csv"], ["404"]), "text/csv, application/json;q=0.1"],
    [
      "that of an error alone",
      responses(["204"], ["404", "application/problem+json"]),
      "application/problem+json, application/json;q=0.1",
    ],
    ["any", responses(["200", "*/*"], ["404", "*/*"]), "application/json, */*;q=0.9"],
    ["any, for a text", responses(["200", offer("*/*", TEXT)]), "*/*"],
    ["a range", responses(["200", offer("image/*", BYTES)]), "image/*, application/json;q=0.1"],
    ["a range of a suffix", responses(["200", "application/*+json"]), "application/x.any+json, application/*;q=0.9"],
    [
      "a charset and a version",
      responses(["200", "application/json; charset=utf-8; version=2"]),
      "application/json;version=2",
    ],
    ["of `default` alone", responses(["default", "application/json"]), "application/json"],
    ["that is not one", responses(["200", "json"], ["404", "application/json"]), "application/json"],
  ])("of an operation that documents %s", (_, documented, want) => {
    expect(acceptOf(documented)).toBe(want);
  });

  test("names one documented type alone, and those of errors", () => {
    const documented = responses(["200", "application/json", "text/csv"], ["404", "application/problem+json"]);
    expect(acceptOf(documented, { only: "text/csv" })).toBe(
      "text/csv, application/problem+json;q=0.9, application/json;q=0.1",
    );
  });

  test("has as many types as fit", () => {
    const names = Array.from({ length: 20 }, (_, index) => `application/vnd.shop.v${index}+json`);
    expect(acceptOf(responses(["200", ...names]), { longest: 128 })).toBe(names.slice(0, 4).join(", "));
  });
});

describe("a server chooses what the client wants most", () => {
  const SWASHBUCKLE = ["text/plain", "application/json", "text/json"];
  test.each<[string[], Schema, string | undefined, string | undefined]>([
    [SWASHBUCKLE, OBJECT, undefined, "application/json"],
    [SWASHBUCKLE, OBJECT, "*/*", "application/json"],
    [SWASHBUCKLE, OBJECT, "text/*", "text/json"],
    [SWASHBUCKLE, OBJECT, "text/plain, application/json;q=0.9", "text/plain"],
    [SWASHBUCKLE, TEXT, "*/*", "text/plain"],
    [["application/xml", "application/json"], OBJECT, "*", "application/json"],
    [["application/xml", "application/json"], OBJECT, "application/*;q=0.5, application/xml", "application/xml"],
    [["application/json", "text/csv"], OBJECT, "text/html, text/csv;q=0.1", "text/csv"],
    [["application/json"], OBJECT, "application/json;q=0, */*", undefined],
    [["application/json"], OBJECT, "text/html", undefined],
    [["*/*"], OBJECT, "application/json", "application/json"],
    [["*/*"], OBJECT, "application/vnd.shop+json", "application/vnd.shop+json"],
    [["*/*"], OBJECT, "text/html", undefined],
    [["*/*"], OBJECT, "text/html, */*;q=0.1", "application/json"],
    [["*/*"], TEXT, "text/html", "text/html"],
    [["application/*"], OBJECT, undefined, "application/json"],
    [["image/*"], BYTES, "image/webp, */*;q=0.5", "image/webp"],
    [["image/*"], BYTES, "*/*", "image/png"],
    [
      ["application/json;version=1", "application/json;version=2"],
      OBJECT,
      "application/json;version=2",
      "application/json;version=2",
    ],
    [["application/json"], OBJECT, "application/json;version=2", "application/json"],
    [["application/json; charset=utf-8"], OBJECT, "application/json", "application/json; charset=utf-8"],
    [["application/json"], OBJECT, "", "application/json"],
  ])("of %j with the schema %j, %s gets %s", (names, schema, accept, want) => {
    expect(
      chooseOffer(
        names.map((name) => offer(name, schema)),
        accept,
      )?.type,
    ).toBe(want);
  });

  test("and of equals, the one with an example", () => {
    const content = ["application/json", "text/csv"].map((name) => offer(name));
    const isCsv = ({ name }: { name: string }) => name === "text/csv";
    expect(chooseOffer(content, "*/*", isCsv)?.type).toBe("text/csv");
    expect(chooseOffer(content, "application/json, text/csv;q=0.9", isCsv)?.type).toBe("application/json");
  });
});
