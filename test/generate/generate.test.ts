import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { nameWarnings } from "#generate/name-warnings.js";
import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { generateCommand } from "#scripts/generate/command.js";
import { generatedFiles } from "#scripts/generate/files.js";
import { thorough } from "#test/sample.js";
import { run } from "../command-line.js";
import { runHere } from "../run-here.js";
import { copyOfProject } from "./project.js";

async function clientOf(document: OpenApiDocument): Promise<string> {
  return generatedFiles(document).get("client.ts") ?? "";
}

describe("npm run generate", () => {
  test("generates the same bytes from the same contract, and they are the committed ones", async () => {
    const files = generatedFiles(await loadDocument("openapi/openapi.yaml"));
    expect(generatedFiles(await loadDocument("openapi/openapi.yaml"))).toEqual(files);
    for (const [name, content] of files) expect(await readFile(join("generated", name), "utf8"), name).toBe(content);
  });

  thorough("--check names the stale file and the remedy, writes nothing and exits with 1", async () => {
    const folder = await copyOfProject();
    const file = join(folder, "generated/schema.ts");
    await writeFile(file, "// edited by hand\n");
    const checked = await run(["scripts/generate.ts", "--check"], {}, folder);
    expect(checked).toMatchObject({ code: 1, stderr: "generated/schema.ts is out of date. Run npm run generate.\n" });
    expect(await readFile(file, "utf8")).toBe("// edited by hand\n");

    expect(await runHere(generateCommand, [], folder)).toMatchObject({
      code: 0,
      stdout: "Wrote generated/schema.ts.\n",
    });
    expect(await runHere(generateCommand, ["--check"], folder)).toMatchObject({ code: 0 });
  });

  test("reports why a contract cannot be read, and exits with 2", async () => {
    const folder = await copyOfProject();
    await writeFile(join(folder, "openapi/openapi.yaml"), "openapi: 3.1.1\npaths: {/a: {$ref: gone.yaml}}\n");
    const { code, stderr } = await runHere(generateCommand, [], folder);
    expect(code).toBe(2);
    expect(stderr).toContain("gone.yaml");
    expect(stderr).not.toContain("    at ");
  });
});

describe("the generated client", () => {
  test("has the description, constraints, examples and stability of the contract in its JSDoc", async () => {
    const client = await readFile("generated/client.ts", "utf8");
    const list = client.slice(client.indexOf("* List suppressions"), client.indexOf("listSuppressions: PagedCall"));
    for (const text of [
      "Lists the suppressions of your team",
      "`query.limit`: number, default 20, at least 1, at most 100.",
      'one of "bounce", "complaint", "manual"',
      "`query.after` and `query.before` cannot be combined.",
      "await client.listSuppressions({ query: { limit: 2 } });",
      "@beta",
    ]) {
      expect(list).toContain(text);
    }
  });

  test("marks deprecated operations, and escapes the end of a comment in a description", async () => {
    const client = await clientOf({
      openapi: "3.1.1",
      info: { title: "T", version: "1" },
      paths: {
        "/a": {
          get: {
            operationId: "getA",
            deprecated: true,
            description: "ends */ here",
            responses: { 200: { description: "" } },
          },
        },
      },
    });
    expect(client).toContain("@deprecated");
    expect(client).toContain("ends *\\/ here");
  });

  test("has a function for an operation without an operationId, and rejects two functions of one name", async () => {
    const get = { responses: { 200: { description: "" } } };
    const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: { "/a/{id}/b": { get } } };
    expect(await clientOf(document)).toContain('getAIdB: Call<paths["/a/{id}/b"]["get"]>');
    const twice = {
      ...document,
      paths: { "/a": { get: { ...get, operationId: "get-a" } }, "/b": { get: { ...get, operationId: "getA" } } },
    };
    await expect(clientOf(twice)).rejects.toThrow(
      "The operations get-a and getA give the same function name, getA. Rename one.",
    );
  });

  test.each<[string, OpenApiDocument, RegExp]>([
    [
      "a title over two lines",
      { info: { title: "Nasty\nAPI\n", version: "1" } },
      /^\/\/ Generated from openapi\/ \(Nasty API 1\) by/,
    ],
    [
      "a title that is the name of an imported type",
      { info: { title: "Client Options", version: "1" } },
      /export interface ClientOptionsClient extends MiddlewareList \{/,
    ],
    [
      "names that are not ASCII",
      { paths: { "/a": { get: { operationId: "получить", responses: {} } } } },
      /^ {2}получить: Call</m,
    ],
  ])("is valid TypeScript with %s", async (_, more, want) => {
    const get = { operationId: "getA", responses: { 200: { description: "" } } };
    const client = await clientOf({
      openapi: "3.1.1",
      info: { title: "T", version: "1" },
      paths: { "/a": { get } },
      ...more,
    });
    expect(client).toMatch(want);
    expect(ts.transpileModule(client, { reportDiagnostics: true }).diagnostics).toEqual([]);
  });

  test("has a suffix where every client has a member of that name, or a member would make a Promise of it", async () => {
    const named = (operationId: string) => ({ get: { operationId, responses: {} } });
    const paths = { "/a": named("then"), "/b": named("use"), "/c": named("eject"), "/d": named("useIt") };
    const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths };
    const client = await clientOf(document);
    expect([...client.matchAll(/^ {2}(\w+): Call</gm)].map(([, name]) => name)).toEqual([
      ...["then_", "use_", "eject_", "useIt"],
    ]);
    expect(nameWarnings(document)).toEqual([
      "the operation then is called `then_` in the client, which needs the other name itself.",
      "the operation use is called `use_` in the client, which needs the other name itself.",
      "the operation eject is called `eject_` in the client, which needs the other name itself.",
    ]);
  });

  test("has a type for each spelling of a name, as in the document where that is an identifier", () => {
    const one = { type: "object", properties: { a: { type: "string" } } };
    const names = ["Acme.Item", "AcmeItem", "acme-item", "api_error", "HTTPError", "Record", "string", "404", "Größe"];
    const schemas = Object.fromEntries(names.map((name) => [name, one]));
    const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: {}, components: { schemas } };
    const schema = generatedFiles(document).get("schema.ts") ?? "";
    const declared = [...schema.matchAll(/^export type ([^ $]+) = /gm)]
      .map(([, name]) => name)
      .filter((name) => !["paths", "webhooks", "operations"].includes(name ?? ""));
    expect(declared.toSorted()).toEqual(
      [
        "AcmeItem_",
        "AcmeItem",
        "AcmeItem__",
        "api_error",
        "HTTPError",
        "Record_",
        "string_",
        "_404",
        "Größe",
      ].toSorted(),
    );
    expect(nameWarnings(document)).toEqual([
      "the type of the schema Record is called `Record_`, because `Record` is taken.",
      "the type of the schema string is called `string_`, because `string` is taken.",
      "the type of the schema Acme.Item is called `AcmeItem_`, because `AcmeItem` is taken.",
      "the type of the schema acme-item is called `AcmeItem__`, because `AcmeItem` is taken.",
    ]);
  });

  test("has types for properties that are named like keywords", async () => {
    const properties = {
      properties: { type: "object", properties: { pattern: { type: "string" } } },
      default: { type: "string" },
    };
    const document = {
      openapi: "3.1.1",
      info: { title: "T", version: "1" },
      paths: { "/a": { get: { operationId: "getA", responses: { "2xx": { description: "", content: {} } } } } },
      components: { schemas: { Odd: { type: "object", properties }, record: { type: "string" } } },
    };
    const schema = generatedFiles(document).get("schema.ts") ?? "";
    expect(schema).toMatch(/properties\?: \{\s+pattern\?: string;\s+\};\s+default\?: string;/);
    expect(schema).toContain('"2XX"');
    expect(schema).not.toMatch(/^export type Record /m);
  });

  test("has constraints and open points in the comments of types", async () => {
    const schema = await readFile("generated/schema.ts", "utf8");
    expect(schema).toMatch(/At least 1; at most 100|at least 1; at most 100/);
    expect(schema).toContain("Left open (U5): The value while the import is unfinished is not specified.");
    expect(schema).toContain('status: "completed" | (string & {});');
    expect(asObject(JSON.parse(await readFile("generated/openapi.json", "utf8"))).openapi).toBe("3.1.1");
  });
});
