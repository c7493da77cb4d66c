import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { schemaFile } from "#generate/types/schema-file.js";
import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument, loadWithFiles } from "#openapi/load/load.js";
import { validatorOf } from "#openapi/validator/validator.js";
import { temporaryFolder } from "#test/temporary.js";

/** A document with schemas, of which `Start` is that of a response. */
function documentOf(schemas: string): string {
  return `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a: { get: { operationId: a, responses: { "200": { description: ok, content: { application/json: { schema: { $ref: '#/components/schemas/Start' } } } } } } }
components:
  schemas:
${schemas.replace(/^/gm, "    ")}
`;
}

async function fileOf(text: string, name = "openapi.yaml"): Promise<string> {
  const file = join(await temporaryFolder("identifiers"), name);
  await writeFile(file, text);
  return file;
}

const PAGE = `Page: { $id: /s/page, type: object, required: [items], properties: { items: { type: array, items: { $dynamicRef: '#item' } } }, $defs: { item: { $dynamicAnchor: item } } }`;
const NAMED = "{ $dynamicAnchor: item, type: object, required: [name], properties: { name: { type: string } } }";
const COUNTED = "{ $dynamicAnchor: item, type: object, required: [n], properties: { n: { type: integer } } }";

/** Schemas, a value that is valid by `Start`, and one that is not. */
const ROWS: [title: string, schemas: string, valid: Json, invalid: Json][] = [
  [
    "a path from the root, by $id",
    "Start: { type: object, properties: { c: { $ref: /s/c } } }\nC: { $id: /s/c, type: integer }",
    { c: 1 },
    { c: "x" },
  ],
  [
    "a URL, by an absolute $id",
    "Start: { properties: { c: { $ref: 'https://e.example/c' } } }\nC: { $id: 'https://e.example/c', type: integer }",
    { c: 1 },
    { c: "x" },
  ],
  [
    "a sibling of the $id around it",
    "Start: { $id: /s/start, properties: { c: { $ref: c } } }\nC: { $id: /s/c, type: integer }",
    { c: 1 },
    { c: "x" },
  ],
  [
    "a URN",
    "Start: { properties: { c: { $ref: 'urn:example:c' } } }\nC: { $id: 'urn:example:c', type: integer }",
    { c: 1 },
    { c: "x" },
  ],
  [
    "an $anchor",
    "Start: { properties: { c: { $ref: '#c' } } }\nC: { $anchor: c, type: integer }",
    { c: 1 },
    { c: "x" },
  ],
  [
    "an $anchor of another resource",
    "Start: { properties: { c: { $ref: '/s/all#c' } } }\nAll: { $id: /s/all, $defs: { c: { $anchor: c, type: integer } } }",
    { c: 1 },
    { c: "x" },
  ],
  [
    "an $anchor that two resources have, by its own resource",
    "Start: { $id: /s/a, properties: { c: { $ref: '#c' } }, $defs: { c: { $anchor: c, type: integer } } }\nB: { $id: /s/b, $defs: { c: { $anchor: c, type: string } } }",
    { c: 1 },
    { c: "x" },
  ],
  [
    "a pointer within a schema with $id",
    "Start: { $id: /s/a, properties: { c: { $ref: '#/$defs/c' } }, $defs: { c: { type: integer } } }",
    { c: 1 },
    { c: "x" },
  ],
  [
    "a pointer from the root, in a schema with $id",
    "Start: { $id: /s/a, properties: { c: { $ref: '#/components/schemas/C' } } }\nC: { type: integer }",
    { c: 1 },
    { c: "x" },
  ],
  [
    "an anchor in the form of draft 7",
    "Start: { properties: { c: { $ref: '#c' } } }\nC: { $id: '#c', type: integer }",
    { c: 1 },
    { c: "x" },
  ],
  [
    "the resource itself",
    "Start: { $id: /s/tree, type: object, required: [n], properties: { n: { type: integer }, c: { $ref: '#' } } }",
    { n: 1, c: { n: 2 } },
    { n: 1, c: { n: "x" } },
  ],
  [
    "a dynamic anchor of the schema that completes another",
    `${PAGE}\nStart: { $id: /s/users, $ref: page, $defs: { item: ${NAMED} } }`,
    { items: [{ name: "a" }] },
    { items: [{ n: 1 }] },
  ],
  [
    "two dynamic anchors of one name, each in its resource",
    `${PAGE}\nUsers: { $id: /s/users, $ref: page, $defs: { item: ${NAMED} } }\nCounts: { $id: /s/counts, $ref: page, $defs: { item: ${COUNTED} } }\nStart: { properties: { u: { $ref: /s/users }, c: { $ref: /s/counts }, v: { $ref: '#/components/schemas/Users' } } }`,
    { v: { items: [{ name: "a" }] }, c: { items: [{ n: 1 }] } },
    { v: { items: [{ name: "a" }] }, c: { items: [{ name: "a" }] } },
  ],
  [
    "the same, through a schema between them",
    `${PAGE}\nSorted: { $id: /s/sorted, allOf: [{ $ref: page }] }\nStart: { $id: /s/users, $ref: sorted, $defs: { item: ${NAMED} } }`,
    { items: [{ name: "a" }] },
    { items: [{}] },
  ],
  [
    "a tree that another schema extends",
    "Tree: { $id: /s/tree, $dynamicAnchor: node, type: object, properties: { children: { type: array, items: { $dynamicRef: '#node' } } } }\nStart: { $id: /s/strict, $dynamicAnchor: node, $ref: tree, required: [name] }",
    { name: "a", children: [{ name: "b", children: [] }] },
    { name: "a", children: [{ name: "b", children: [{}] }] },
  ],
  [
    "a dynamic anchor without another schema",
    `${PAGE.replace("$dynamicAnchor: item", "$dynamicAnchor: item, type: integer").replace("Page:", "Start:")}`,
    { items: [1] },
    { items: ["x"] },
  ],
  [
    "a $dynamicRef to a plain anchor, as $ref",
    "Start: { properties: { c: { $dynamicRef: '#c' } } }\nC: { $anchor: c, type: integer }",
    { c: 1 },
    { c: "x" },
  ],
];

describe("a reference leads to", () => {
  test.each(ROWS)("%s", async (_, schemas, valid, invalid) => {
    const document = await loadDocument(await fileOf(documentOf(schemas)));
    const errors = (value: Json) => validatorOf(document).errors("#/components/schemas/Start", value);
    expect(errors(valid)).toEqual([]);
    expect(errors(invalid)).not.toEqual([]);
    const text = JSON.stringify(document);
    expect(text).not.toMatch(/\$(id|anchor|dynamic)/);
    for (const [, reference] of text.matchAll(/"\$ref":"([^"]*)"/g)) expect(reference).toMatch(/^#\//);
  });

  test("the same in a file of JSON, which no bundler reads", async () => {
    const schemas = { Start: { properties: { c: { $ref: "#c" } } }, C: { $anchor: "c", type: "integer" } };
    const text = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
    const document = await loadDocument(await fileOf(JSON.stringify(text), "openapi.json"));
    expect(validatorOf(document).errors("#/components/schemas/Start", { c: "x" })).toHaveLength(1);
  });

  test("a schema in a file of its own, which refers to its own parts", async () => {
    const file = await fileOf(documentOf("Start: { $ref: user.yaml }"));
    await writeFile(
      join(file, "../user.yaml"),
      "{ $id: 'https://e.example/user', properties: { c: { $ref: '#c' } }, $defs: { c: { $anchor: c, type: integer } } }",
    );
    const document = await loadDocument(file);
    expect(validatorOf(document).errors("#/components/schemas/Start", { c: "x" })).toHaveLength(1);
  });
});

test("types have what a dynamic anchor leads to", async () => {
  const document = await loadDocument(
    await fileOf(documentOf(`${PAGE}\nStart: { $id: /s/users, $ref: page, $defs: { item: ${NAMED} } }`)),
  );
  const types = schemaFile(document);
  expect(types).toContain('export type Start = {\n    items: components["schemas"]["StartItem"][];\n};');
  expect(types).toContain("export type StartItem = {\n    name: string;\n};");
});

describe("what looks like an identifier stays", () => {
  test.each<[string, string]>([
    ["in an example", "Start: { example: { $id: /a, $anchor: b } }"],
    ["as the name of a property", "Start: { properties: { $id: { type: string }, $anchor: { type: string } } }"],
    ["in an enum", "Start: { enum: [{ $id: /a }] }"],
    ["in an extension", "Start: { x-a: { $id: /a } }"],
  ])("%s", async (_, schemas) => {
    const { Start } = schemasOf(await loadDocument(await fileOf(documentOf(schemas))));
    expect(JSON.stringify(Start)).toContain("$id");
  });
});

test.each<[title: string, schemas: string]>([
  ["an $anchor", "Start: { properties: { c: { $ref: '#gone' } } }"],
  ["a $dynamicRef", "Start: { properties: { c: { $dynamicRef: '#gone' } } }"],
  ["an $id", "Start: { $id: /s/a, properties: { c: { $ref: /s/gone } } }"],
])("%s that the document lacks is a warning, and the schema says so", async (_, schemas) => {
  const { document, warnings } = await loadWithFiles(await fileOf(documentOf(schemas)));
  expect(warnings).toMatchObject([{ isLoss: true, message: expect.stringContaining("gone") }]);
  expect(JSON.stringify(schemasOf(document).Start)).toContain("x-unresolved-reference");
});

function schemasOf(document: OpenApiDocument) {
  return asObject(asObject(document.components).schemas);
}
