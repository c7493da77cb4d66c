import { describe, expect, test } from "vitest";
import { pageDocument } from "../../scripts/docs/page-document.js";
import { asObject, isObject, type Json, type OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { operationsOf } from "../../src/openapi/operations.js";

const LINKS = { report: "report.html", contract: "openapi.json" };
const contract = await loadDocument("openapi/openapi.yaml");
const page = pageDocument(contract, LINKS);

/** Every sentence of `x-unspecified`, with the object that has it. */
function unspecified(node: Json): { node: object; id: string; sentence: string }[] {
  if (Array.isArray(node)) return node.flatMap(unspecified);
  if (!isObject(node)) return [];
  const own = Object.entries(asObject(node["x-unspecified"])).map(([id, text]) => ({
    node,
    id,
    sentence: String(text),
  }));
  return [...own, ...Object.values(node).flatMap(unspecified)];
}

function small(paths: OpenApiDocument): OpenApiDocument {
  return { openapi: "3.1.1", info: { title: "T", version: "1.0.0" }, paths };
}

describe("the document of the page", () => {
  test("describes every open point in the description of its object", () => {
    const notes = unspecified(page);
    expect(notes.length).toBeGreaterThan(10);
    for (const { node, id, sentence } of notes) {
      expect(Reflect.get(node, "description"), id).toContain(`> **Left open (${id}).** ${sentence}`);
    }
  });

  test("lists the requirements and open points of each operation, by id", () => {
    const entries = Object.entries({ ...asObject(contract["x-requirements"]), ...asObject(contract["x-open-points"]) });
    expect(entries.length).toBeGreaterThan(10);
    for (const { id, description } of operationsOf(page)) {
      for (const [key, entry] of entries) {
        const { operations, requirement, open } = asObject(entry);
        const listed = description.includes(`- **${key}** ${requirement ?? open}`);
        expect(listed, `${key} at ${id}`).toBe(Array.isArray(operations) && operations.includes(id));
      }
    }
  });

  test("gives a badge and a sentence to beta operations only", () => {
    for (const { id, stability, pointer, path, method, description } of operationsOf(page)) {
      const { "x-badges": badges } = asObject(asObject(asObject(page.paths)[path])[method]);
      expect(badges, pointer).toEqual(stability ? [{ name: stability, position: "before" }] : undefined);
      expect(description.startsWith("**Stability: beta.**"), id).toBe(stability === "beta");
    }
  });

  test("adds beta to the name of a beta tag", () => {
    const names = (Array.isArray(page.tags) ? page.tags : []).map((tag) => asObject(tag)["x-displayName"]);
    expect(names.filter(Boolean)).toEqual([expect.stringMatching(/ \(beta\)$/)]);
  });

  test("links the last verification report and the contract", () => {
    const { description } = asObject(page.info);
    expect(description).toContain("](report.html)");
    expect(description).toContain("](openapi.json)");
  });

  test("does not change the contract", async () => {
    expect(contract).toEqual(await loadDocument("openapi/openapi.yaml"));
  });

  test("adds a note beside a reference to the description of the referenced schema", () => {
    const schema = {
      type: "object",
      properties: { a: { $ref: "#/components/schemas/A", "x-unspecified": { U1: "Not specified." } } },
    };
    const document = { ...small({}), components: { schemas: { A: { description: "An A." }, B: schema } } };
    expect(pageDocument(document, LINKS)).toMatchObject({
      components: {
        schemas: { B: { properties: { a: { description: "An A.\n\n> **Left open (U1).** Not specified." } } } },
      },
    });
  });

  test("does not change examples, nor properties named like a keyword", () => {
    const data = { description: "mine", "x-unspecified": { U1: "data" }, "x-extensible-enum": ["a"] };
    const content = {
      "application/json": {
        examples: { one: { value: data } },
        schema: { type: "object", properties: { "x-unspecified": { type: "object" }, example: { type: "string" } } },
      },
    };
    const paths = { "/a": { get: { operationId: "a", responses: { "200": { description: "Yes.", content } } } } };
    expect(pageDocument(small(paths), LINKS).paths).toEqual(paths);
  });

  test("does not announce breaking changes of stable operations", () => {
    const paths = { "/a": { get: { operationId: "a", "x-stability-level": "stable" } } };
    expect(operationsOf(pageDocument(small(paths), LINKS))[0]?.description).toBe("**Stability: stable.**");
  });

  test("lists the known values of an open set", () => {
    const paths = {
      "/a": { get: { parameters: [{ in: "query", name: "q", schema: { "x-extensible-enum": ["x"] } }] } },
    };
    expect(JSON.stringify(pageDocument(small(paths), LINKS))).toContain("Known values: `x`. Other values may appear.");
  });
});
