import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { isSelfContained } from "#openapi/bundle/self-contained.js";
import { asObject } from "#openapi/document/document.js";
import { DocumentError, loadDocument, loadWithFiles } from "#openapi/load/load.js";
import { temporaryFolder } from "#test/temporary.js";

describe("loadDocument", () => {
  test.each([
    ["does not exist", undefined, /nope\.yaml does not exist\. Name the file/],
    ["is not YAML", "openapi: [", /doc\.yaml/],
    [
      "has another version",
      "swagger: '1.2'\ninfo: {}\n",
      /is not a document of OpenAPI 3 or Swagger 2.0: `swagger` is "1.2"/,
    ],
    [
      "is a part of another one",
      "type: object\n",
      /: it has neither `openapi` nor `swagger`\. Name the file that has one/,
    ],
    ["names its version by a number", "openapi: 3.1\ninfo: {}\n", /: `openapi` is 3\.1, a number: put it in quotes\./],
    [
      "refers to a missing file",
      "openapi: 3.1.1\ninfo: {title: t, version: '1'}\npaths: {/a: {$ref: gone.yaml}}\n",
      /gone\.yaml|resolve/,
    ],
  ])("names the document that %s", async (_, content, message) => {
    const folder = await temporaryFolder("load");
    const file = join(folder, content === undefined ? "nope.yaml" : "doc.yaml");
    if (content !== undefined) await writeFile(file, content);
    await expect(loadDocument(file)).rejects.toThrow(message);
  });

  const S = "#/components/schemas/";
  const withSchemas = (schemas: string, first = `{"$ref":"${S}A"}`) =>
    `{"openapi":"3.1.1","info":{"title":"T","version":"1"},"paths":{"/a":{"get":{"responses":{"200":{"description":"","content":{"application/json":{"schema":${first}}}}}}}},"components":{"schemas":${schemas}}}`;
  const nested = (open: string, inner: string, close: string) => open.repeat(5000) + inner + close.repeat(5000);

  test.each<[string, string, string, string]>([
    [
      "refers to itself",
      "doc.json",
      withSchemas(`{"A":{"$ref":"${S}A"}}`),
      `doc.json at ${S}A: it refers to itself: ${S}A → ${S}A. Remove one of these references.`,
    ],
    [
      "has schemas that are parts of each other",
      "doc.json",
      withSchemas(`{"A":{"allOf":[{"type":"object"},{"$ref":"${S}B"}]},"B":{"allOf":[{"$ref":"${S}A"}]}}`),
      `doc.json at ${S}A: it refers to itself: ${S}A → ${S}B → ${S}A. Remove one of these references.`,
    ],
    [
      "is nested 5,000 levels deep",
      "doc.json",
      withSchemas(`{"A":${nested('{"properties":{"a":', "{}", "}}")}}`),
      `doc.json at ${S}A/properties/a/properties/a/properties: it is nested more than 500 levels deep. Move inner parts to components, and refer to them.`,
    ],
    [
      "is YAML and nested 5,000 levels deep",
      "doc.yaml",
      `# YAML\n${withSchemas(`{"A":${nested('{"items":', "{}", "}")}}`)}`,
      "doc.yaml cannot be read: it is nested too deeply. Move inner parts to components, and refer to them.",
    ],
    [
      "has a component that is a text, and a reference to another server",
      "doc.json",
      withSchemas(`{"A":{"$ref":"http://127.0.0.1:1/x"},"B":"a text"}`),
      "doc.json at #/components/schemas/B: It is a text, not an object. Correct it.",
    ],
    [
      "contains itself through an alias",
      "doc.yaml",
      `openapi: 3.1.1\ninfo: {title: T, version: "1"}\npaths: {}\ncomponents: {schemas: {A: &a {items: *a}}}\n`,
      "doc.yaml cannot be read: it is nested too deeply. Move inner parts to components, and refer to them.",
    ],
  ])("reports a document that %s", async (_, name, content, message) => {
    const file = join(await temporaryFolder("load"), name);
    await writeFile(file, content);
    const error: unknown = await loadDocument(file).then(
      () => "no error",
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DocumentError);
    expect(String(error)).toContain(message);
  });

  test.each([
    ["a chain of references", `{"A":{"$ref":"${S}B"},"B":{"$ref":"${S}C"},"C":{"type":"string"}}`],
    ["a schema that refers to itself in a property", `{"A":{"properties":{"child":{"$ref":"${S}A"}}}}`],
    ["parts that share a base", `{"A":{"allOf":[{"$ref":"${S}B"},{"$ref":"${S}C"}]},"B":{"$ref":"${S}C"},"C":{}}`],
    ["an example that looks like a reference to itself", `{"A":{"examples":[{"$ref":"${S}A/examples/0"}]}}`],
  ])("reads a document with %s", async (_, schemas) => {
    const file = join(await temporaryFolder("load"), "doc.json");
    await writeFile(file, withSchemas(schemas));
    expect(asObject(asObject((await loadDocument(file)).components).schemas)).toEqual(JSON.parse(schemas));
  });

  test.each<[string, string, string]>([
    ["an image", "./img.png", 'The $ref "./img.png" leads to a text, not to an object.'],
    ["a place in an image", "./img.png#/a", 'The $ref "./img.png#/a" cannot be resolved.'],
    ["a text", "./notes.txt", 'The $ref "./notes.txt" leads to a text, not to an object.'],
    ["YAML that is a text", "./words.yaml", 'The $ref "./words.yaml" leads to a text, not to an object.'],
    ["YAML that is a list", "./list.yaml", 'The $ref "./list.yaml" leads to a list, not to an object.'],
    ["an empty file", "./empty.yaml", 'The $ref "./empty.yaml" cannot be resolved.'],
    ["a folder", "./folder", 'The $ref "./folder" cannot be resolved: Expected a file but received a folder'],
    ["a missing file", "./gone.yaml", 'The $ref "./gone.yaml" cannot be resolved: ENOENT'],
    ["a name", "Pet", 'The $ref "Pet" cannot be resolved: ENOENT'],
  ])("names a reference to %s, its place, and the remedy", async (_, reference, message) => {
    const folder = await temporaryFolder("load");
    const files: Record<string, string | Buffer> = {
      "img.png": Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 1, 0xff, 0xfe]),
      "notes.txt": "Hello: there\nnot: a: document\n",
      "words.yaml": "just words\n",
      "list.yaml": "[1, 2]\n",
      "empty.yaml": "",
      "doc.json": withSchemas("{}", JSON.stringify({ $ref: reference })),
    };
    await mkdir(join(folder, "folder"));
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
    const error: unknown = await loadDocument(join(folder, "doc.json")).then(
      () => "no error",
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DocumentError);
    expect(String(error)).toContain(
      `doc.json at #/paths/~1a/get/responses/200/content/application~1json/schema: ${message}`,
    );
    expect(String(error)).toContain("Let it lead to an object in a YAML or JSON file.");
  });

  test.each([
    ["img.png", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 0xff])],
    ["empty.yaml", ""],
    ["empty.json", ""],
    ["words.txt", "Hello\n"],
    ["list.json", "[]"],
    ["null.yaml", "null"],
  ])("reports %s, which is not a document", async (name, content) => {
    const file = join(await temporaryFolder("load"), name);
    await writeFile(file, content);
    const error: unknown = await loadDocument(file).then(
      () => "no error",
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(DocumentError);
    expect(String(error)).toContain(name);
  });

  test("reports a folder as such", async () => {
    const folder = await temporaryFolder("load");
    await expect(loadDocument(folder)).rejects.toThrow("is not a file. Name the file of an OpenAPI document.");
  });

  test("reads the published document without the bundler", async () => {
    const published: unknown = JSON.parse(await readFile("generated/openapi.json", "utf8"));
    expect(isSelfContained(asObject(published))).toBe(true);
    expect(await loadWithFiles("generated/openapi.json")).toEqual({
      document: published,
      files: [resolve("generated/openapi.json")],
      warnings: [],
    });
  });
});
