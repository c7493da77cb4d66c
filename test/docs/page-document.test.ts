import { describe, expect, test } from "vitest";
import { asList, asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { openPointsOf, requirementsOf } from "#openapi/document/requirements.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { pageDocument } from "#scripts/docs/page-document.js";
import { referenceContract } from "../team-api/reference-contract.js";

const LINKS = { report: "report.html", contract: "openapi.json", client: "team-api" };
const contract = await referenceContract();
const page = pageDocument(contract, LINKS);

function small(paths: OpenApiDocument): OpenApiDocument {
  return { openapi: "3.1.1", info: { title: "T", version: "1.0.0" }, paths };
}

describe("the document of the page", () => {
  test("lists the requirements and open points of each operation in its notes, by id", () => {
    const requirements = requirementsOf(contract).map(({ requirement, ...each }) => ({ ...each, text: requirement }));
    const points = openPointsOf(contract).map(({ open, ...each }) => ({ ...each, text: open }));
    expect(requirements.length + points.length).toBeGreaterThan(10);
    const of = (entries: typeof points, operation: string) =>
      entries.filter(({ operations }) => operations.includes(operation)).map(({ id, text }) => ({ id, text }));
    for (const { id, pointer } of operationsOf(page)) {
      expect(asObject(valueAt(page, pointer))["x-notes"], id).toEqual([
        { title: "Requirements", notes: of(requirements, id) },
        { title: "Open points", notes: of(points, id) },
      ]);
    }
  });

  test("lists the open points of a document without `x-open-points` from the parts of each operation", () => {
    const paths = {
      "/a": {
        parameters: [{ in: "query", name: "q", schema: { $ref: "#/components/schemas/A" } }],
        get: { "x-unspecified": { U1: "The order." }, responses: { "200": { description: "Yes." } } },
      },
      "/b": { get: { responses: { "200": { description: "Yes." } } } },
    };
    const schema = { example: { "x-unspecified": { U9: "data" } }, "x-unspecified": { U2: "The case." } };
    const document = { ...small(paths), components: { schemas: { A: schema } } };
    const { "/a": a, "/b": b } = asObject(pageDocument(document, LINKS).paths);
    const notes = [
      { id: "U1", text: "The order." },
      { id: "U2", text: "The case." },
    ];
    expect(asObject(asObject(a).get)["x-notes"]).toEqual([{ title: "Open points", notes }]);
    expect(asObject(asObject(b).get)["x-notes"]).toBeUndefined();
  });

  test("folds the open points of the whole document below its description", () => {
    const { description } = asObject(page.info);
    expect(description).toMatch(
      /<details><summary>Open points<\/summary>(.|\n)*\*\*U8\*\* Events are(.|\n)*<\/details>$/,
    );
  });

  test("marks beta operations with one badge, and says nothing else about it that the contract does not say", () => {
    for (const { id, stability, pointer } of operationsOf(contract)) {
      const { "x-badges": badges, "x-stability-level": level, description } = asObject(valueAt(page, pointer));
      expect(badges, id).toEqual(stability ? [{ name: stability, position: "before" }] : undefined);
      expect(level, id).toBeUndefined();
      expect(description, id).toBe(asObject(valueAt(contract, pointer)).description);
    }
    expect(page.tags).toEqual(
      asList(contract.tags).map((tag) => ({ ...asObject(tag), "x-stability-level": undefined })),
    );
  });

  test("names the servers that are running in place of those of the contract, and calls the first one in samples", () => {
    const servers = [
      { url: "http://127.0.0.1:1", description: "The sandbox.", name: "sandbox" },
      { url: "http://127.0.0.1:2", description: "The mock.", name: "mock" },
    ];
    const shown = pageDocument(contract, { ...LINKS, servers });
    expect(shown.servers).toEqual(servers);
    expect(JSON.stringify(shown.paths)).toContain("http://127.0.0.1:1");
    expect(JSON.stringify(shown.paths)).not.toContain("http://127.0.0.1:4010");
  });

  test("links the last verification report and the contract", () => {
    const { description } = asObject(page.info);
    expect(description).toContain("](report.html)");
    expect(description).toContain("](openapi.json)");
  });

  test("does not change the contract", async () => {
    expect(contract).toEqual(await referenceContract());
  });

  test("lists the known values of an open set beside a reference after the description of the referenced schema", () => {
    const schema = {
      type: "object",
      properties: { a: { $ref: "#/components/schemas/A", "x-extensible-enum": ["x"] } },
    };
    const document = { ...small({}), components: { schemas: { A: { description: "An A." }, B: schema } } };
    const description = "An A.\n\nKnown values: `x`. Other values may appear.";
    expect(pageDocument(document, LINKS)).toMatchObject({
      components: { schemas: { B: { properties: { a: { description } } } } },
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
    expect(pageDocument(small(paths), LINKS).paths).toMatchObject(paths);
  });

  test("gives operations of a shared path item one sample of the client", () => {
    const shared = { get: { operationId: "readA", responses: { "200": { description: "Yes." } } } };
    const document = {
      ...small({ "/a": { $ref: "#/components/pathItems/A" }, "/b": { $ref: "#/components/pathItems/A" } }),
      components: { pathItems: { A: shared } },
    };
    const page = pageDocument(document, LINKS);
    expect(asObject(valueAt(page, "#/components/pathItems/A/get"))["x-codeSamples"]).toHaveLength(1);
  });

  test("shows the known values of an open set in a response named `default`", () => {
    const schema = { type: "string", "x-extensible-enum": ["x"] };
    const responses = { default: { description: "No.", content: { "application/json": { schema } } } };
    const page = pageDocument(small({ "/a": { get: { responses } } }), LINKS);
    const described = "#/paths/~1a/get/responses/default/content/application~1json/schema/description";
    expect(valueAt(page, described)).toBe("Known values: `x`. Other values may appear.");
  });

  test("lists the known values of an open set", () => {
    const paths = {
      "/a": { get: { parameters: [{ in: "query", name: "q", schema: { "x-extensible-enum": ["x"] } }] } },
    };
    expect(JSON.stringify(pageDocument(small(paths), LINKS))).toContain("Known values: `x`. Other values may appear.");
  });
});
