import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { generatedFiles } from "../../scripts/generate/files.js";
import { asObject, type OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { run } from "../command-line.js";
import { copyOfProject } from "./project.js";

async function clientOf(document: OpenApiDocument): Promise<string> {
  return (await generatedFiles(document)).get("client.ts") ?? "";
}

describe("npm run generate", () => {
  test("makes the same bytes of the same contract, and they are the committed ones", async () => {
    const files = await generatedFiles(await loadDocument("openapi/openapi.yaml"));
    expect(await generatedFiles(await loadDocument("openapi/openapi.yaml"))).toEqual(files);
    for (const [name, content] of files) expect(await readFile(join("generated", name), "utf8"), name).toBe(content);
  });

  test("--check names the stale file and the remedy, writes nothing and exits with 1", async () => {
    const folder = await copyOfProject();
    const file = join(folder, "generated/schema.ts");
    await writeFile(file, "// edited by hand\n");
    const checked = await run(["scripts/generate.ts", "--check"], {}, folder);
    expect(checked).toMatchObject({ code: 1, stderr: "generated/schema.ts is out of date. Run npm run generate.\n" });
    expect(await readFile(file, "utf8")).toBe("// edited by hand\n");

    expect(await run(["scripts/generate.ts"], {}, folder)).toMatchObject({
      code: 0,
      stdout: "Wrote generated/schema.ts.\n",
    });
    expect(await run(["scripts/generate.ts", "--check"], {}, folder)).toMatchObject({ code: 0 });
  });

  test("says what is wrong with a contract that it cannot read, and exits with 2", async () => {
    const folder = await copyOfProject();
    await writeFile(join(folder, "openapi/openapi.yaml"), "openapi: 3.1.1\npaths: {/a: {$ref: gone.yaml}}\n");
    const { code, stderr } = await run(["scripts/generate.ts"], {}, folder);
    expect(code).toBe(2);
    expect(stderr).toContain("gone.yaml");
    expect(stderr).not.toContain("    at ");
  });
});

describe("the generated client", () => {
  test("carries the contract into its JSDoc: description, constraints, examples, beta", async () => {
    const client = await readFile("generated/client.ts", "utf8");
    const list = client.slice(client.indexOf("* List suppressions"), client.indexOf("listSuppressions: PagedCall"));
    for (const said of [
      "Lists the suppressions of your team",
      "`query.limit`: number, default 20, at least 1, at most 100.",
      'one of "bounce", "complaint", "manual"',
      "`query.after` and `query.before` cannot be combined.",
      "await client.listSuppressions({ query: { limit: 2 } });",
      "@beta",
    ]) {
      expect(list).toContain(said);
    }
  });

  test("marks what is deprecated, and cannot be broken out of by a description", async () => {
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

  test("has a function for an operation without an operationId, and none twice", async () => {
    const get = { responses: { 200: { description: "" } } };
    const document = { openapi: "3.1.1", info: { title: "T", version: "1" }, paths: { "/a/{id}/b": { get } } };
    expect(await clientOf(document)).toContain('getAIdB: Call<paths["/a/{id}/b"]["get"]>');
    const twice = {
      ...document,
      paths: { "/a": { get: { ...get, operationId: "get-a" } }, "/b": { get: { ...get, operationId: "getA" } } },
    };
    await expect(clientOf(twice)).rejects.toThrow(
      "The operations get-a and getA would both be called getA. Rename one.",
    );
  });

  test("types carry constraints and open points to where a field is hovered", async () => {
    const schema = await readFile("generated/schema.ts", "utf8");
    expect(schema).toMatch(/At least 1; at most 100|at least 1; at most 100/);
    expect(schema).toContain("Left open (U5): What stands here while the import is unfinished is not said.");
    expect(schema).toContain('status: "completed" | (string & {});');
    expect(asObject(JSON.parse(await readFile("generated/openapi.json", "utf8"))).openapi).toBe("3.1.1");
  });
});
