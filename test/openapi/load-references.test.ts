import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { temporaryFolder } from "../temporary.js";

const HEAD = "openapi: 3.1.1\ninfo: {title: T, version: '1'}\n";

/** Loads `api/openapi.yaml` of some files. The working directory has none of them. */
async function loaded(files: Record<string, string>): Promise<OpenApiDocument> {
  const folder = await temporaryFolder("references");
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  return loadDocument(join(folder, "api/openapi.yaml"));
}

describe("a reference in an extension", () => {
  const PART = "value: {hello: world}\n";
  test.each<[title: string, extension: string, files: Record<string, string>, want: Json]>([
    [
      "is resolved by the folder of the document",
      "{$ref: part.yaml}",
      { "api/part.yaml": PART },
      { value: { hello: "world" } },
    ],
    ["is resolved in a list", "[{$ref: ./part.yaml#/value}]", { "api/part.yaml": PART }, [{ hello: "world" }]],
    [
      "is resolved at any depth",
      "{a: {b: {$ref: part.yaml#/value/hello}}}",
      { "api/part.yaml": PART },
      { a: { b: "world" } },
    ],
    ["may lead to text", "{source: {$ref: ../words.md}}", { "words.md": "# Hi\n" }, { source: "# Hi\n" }],
    [
      "is resolved by the folder of its own file",
      "{$ref: parts/one.yaml}",
      { "api/parts/one.yaml": "two: {$ref: two.yaml#/x}\n", "api/parts/two.yaml": "x: 2\n" },
      { two: 2 },
    ],
    [
      "that leads back to itself ends there",
      "{$ref: part.yaml}",
      { "api/part.yaml": "name: tree\nchild: {$ref: '#'}\n" },
      { name: "tree", child: {} },
    ],
    ["that leads nowhere stays as it is", "[{$ref: gone.yaml}]", {}, [{ $ref: "gone.yaml" }]],
    ["to an unreadable file stays as it is", "{$ref: bad.yaml}", { "api/bad.yaml": "a: [" }, { $ref: "bad.yaml" }],
    ["to the document itself stays as it is", "{$ref: '#/info'}", {}, { $ref: "#/info" }],
  ])("%s", async (_, extension, files, want) => {
    const document = await loaded({
      "api/openapi.yaml": `${HEAD}paths: {/a: {get: {x-more: ${extension}}}}\n`,
      ...files,
    });
    expect(valueAt(document, "#/paths/~1a/get/x-more")).toEqual(want);
  });

  test("is resolved in a file that the document refers to", async () => {
    const document = await loaded({
      "api/openapi.yaml": `${HEAD}paths: {/a: {$ref: paths/a.yaml}}\n`,
      "api/paths/a.yaml": "get: {x-samples: [{$ref: sample.yaml}]}\n",
      "api/paths/sample.yaml": "lang: curl\n",
    });
    expect(valueAt(document, "#/paths/~1a/get/x-samples")).toEqual([{ lang: "curl" }]);
  });

  test("is not confused with a property whose name begins with x-", async () => {
    const tree = "{type: object, properties: {x-child: {$ref: '#/components/schemas/Tree'}}}";
    const document = await loaded({ "api/openapi.yaml": `${HEAD}paths: {}\ncomponents: {schemas: {Tree: ${tree}}}\n` });
    expect(valueAt(document, "#/components/schemas/Tree/properties/x-child")).toEqual({
      $ref: "#/components/schemas/Tree",
    });
  });
});

describe("a discriminator's mapping", () => {
  const S = "#/components/schemas/";
  const withMapping = (mapping: string) =>
    `${HEAD}paths: {}\ncomponents: {schemas: {Cat: {type: object}, My-Dog: {type: object}, Pet: {oneOf: [{$ref: '${S}Cat'}], discriminator: {propertyName: kind, mapping: ${mapping}}}}}\n`;

  test.each([
    ["{cat: Cat}", { cat: `${S}Cat` }],
    ["{cat: Cat, dog: My-Dog}", { cat: `${S}Cat`, dog: `${S}My-Dog` }],
    [`{cat: '${S}Cat'}`, { cat: `${S}Cat` }],
  ])("%s leads to schemas by name or by reference", async (mapping, want) => {
    const document = await loaded({ "api/openapi.yaml": withMapping(mapping) });
    expect(valueAt(document, `${S}Pet/discriminator/mapping`)).toEqual(want);
  });

  test("in another file names the schemas of the document", async () => {
    const document = await loaded({
      "api/openapi.yaml": `${HEAD}paths: {}\ncomponents: {schemas: {Cat: {type: object}, Pet: {$ref: pet.yaml}}}\n`,
      "api/pet.yaml": `oneOf: [{$ref: 'openapi.yaml${S}Cat'}]\ndiscriminator: {propertyName: kind, mapping: {cat: Cat}}\n`,
    });
    expect(JSON.stringify(document)).toContain(`"mapping":{"cat":"${S}Cat"}`);
  });

  test("that names a missing schema is reported with its place", async () => {
    await expect(loaded({ "api/openapi.yaml": withMapping("{cat: Lion}") })).rejects.toThrow(
      `/discriminator/mapping/cat: The $ref "Lion" cannot be resolved.`,
    );
  });
});

describe("a percent-encoded reference to a file", () => {
  const S = "#/components/schemas/";
  const schema = "{ type: object, required: [n] }";
  const at = (reference: string) => `${HEAD}paths: {}\ncomponents: { schemas: { It: { $ref: '${reference}' } } }\n`;

  test.each<[reference: string, file: string]>([
    ["paths/users_%7Bid%7D.yaml", "api/paths/users_{id}.yaml"],
    ["my%20schemas/n.yaml", "api/my schemas/n.yaml"],
    ["../gr%C3%B6%C3%9Fe.yaml", "größe.yaml"],
    ["50%25.yaml", "api/50%.yaml"],
    ["my schemas/plain.yaml", "api/my schemas/plain.yaml"],
  ])("%s leads to %s", async (reference, file) => {
    const document = await loaded({ "api/openapi.yaml": at(reference), [file]: schema });
    const target = valueAt(document, `${S}It`);
    expect(resolveReference(document, target, `${S}It`).node).toMatchObject({ type: "object", required: ["n"] });
  });

  test.each<[pointer: string, name: string]>([
    ["a~1b%20c", "a/b c"],
    ["t~0t", "t~t"],
    ["Page%3CUser%3E", "Page<User>"],
    ["100%25", "100%"],
    ["a%2541", "a%41"],
  ])("with the fragment %s leads to the part %s", async (pointer, name) => {
    const schema = { $ref: `#/parts/${pointer}` };
    const response = { description: "ok", content: { "a/b": { schema } } };
    const parts = { [name]: { type: "integer" }, Plain: { type: "string" } };
    const document = await loaded({
      "api/openapi.yaml": `${HEAD}paths: { /a: { get: { responses: { '200': { $ref: 'parts.yaml#/response' } } } } }\n`,
      "api/parts.yaml": JSON.stringify({ parts, response }),
    });
    const [{ responses } = { responses: [] }] = operationsOf(document);
    const { schema: bundled, schemaPointer = "" } = responses[0]?.content[0] ?? {};
    // Other readers decode references, and fail with a stray percent sign.
    expect(() => decodeURIComponent(String(asObject(bundled).$ref))).not.toThrow();
    expect(resolveReference(document, bundled, schemaPointer).node).toEqual({ type: "integer" });
  });

  test("keeps a component of the document whose name looks escaped", async () => {
    const schemas = JSON.stringify({ "a~1b": { type: "integer" }, It: { $ref: "#/components/schemas/a~01b" } });
    const document = await loaded({ "api/openapi.yaml": `${HEAD}paths: {}\ncomponents: { schemas: ${schemas} }\n` });
    const it = valueAt(document, `${S}It`);
    expect(resolveReference(document, it, `${S}It`).node).toEqual({ type: "integer" });
  });
});
