import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { diffCommand } from "#scripts/diff/command.js";
import { docsCommand } from "#scripts/docs/command.js";
import { generateCommand } from "#scripts/generate/command.js";
import { verifyCommand } from "#verify/command/command.js";
import { verifyTarget } from "#verify/verify-target.js";
import { exportCommand } from "../../src/export/command.js";
import { initCommand } from "../../src/init/command.js";
import { run } from "../command-line.js";
import { runHere } from "../run-here.js";
import { serve, type TestServer } from "../server.js";
import { temporaryFolder } from "../temporary.js";

const PETS = "test/documents/pets.yaml";

describe("a document of Swagger 2.0", () => {
  test("is served by the mock, which passes verify", async () => {
    const { verdict, counts } = await verifyTarget({ spec: PETS, embedded: "mock" }, {});
    expect({ verdict, failed: counts.failed }).toEqual({ verdict: "passed", failed: 0 });
    expect(counts.passed).toBeGreaterThan(20);
  });

  test("becomes code, whose types name its definitions", async () => {
    const out = await temporaryFolder("pets");
    expect(await runHere(generateCommand, ["--spec", PETS, "--out", out])).toMatchObject({ code: 0, stderr: "" });
    expect(await readFile(join(out, "schema.ts"), "utf8")).toContain("export type NewPet = ");
    expect(await readFile(join(out, "client.ts"), "utf8")).toContain("addPhoto");
  });

  test("becomes a page, a collection, and the files of init", async () => {
    const [site, collection, repo] = await Promise.all(["site", "collection", "repo"].map(temporaryFolder));
    expect(await runHere(docsCommand, ["--spec", PETS, "--out", String(site)])).toMatchObject({ code: 0, stderr: "" });
    const exported = await runHere(exportCommand, ["--spec", PETS, "--format", "http", "--out", String(collection)]);
    expect(exported).toMatchObject({ code: 0 });
    expect(await runHere(initCommand, ["--spec", PETS, "--out", String(repo)])).toMatchObject({ code: 0 });
  });

  test("is compared, and the changes name places in it", async () => {
    const changed = join(await temporaryFolder("pets"), "pets.yaml");
    const text = await readFile(PETS, "utf8");
    await writeFile(
      changed,
      text.replace("required: [id, petType]", "required: [id, petType, nick]").replace("maximum: 100", "maximum: 50"),
    );
    const { stdout } = await runHere(diffCommand, [PETS, "--spec", changed]);
    expect(stdout).toContain("#/parameters/Limit");
    expect(stdout).not.toContain("#/components/");
  });

  test("is linted at its own lines", async () => {
    const { stdout, stderr } = await run(["scripts/lint.ts", "--spec", PETS]);
    expect(stdout + stderr).toMatch(/pets\.yaml:\d+:\d+ at #\/paths/);
    expect(stdout + stderr).not.toMatch(/Unused rules|Unsupported/);
  });
});

describe("a finding about a server with a document of Swagger 2.0", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serve((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "x-total": "1" });
      response.end(JSON.stringify([{ id: "one", petType: "Cat" }]));
    });
  });
  afterAll(() => server.close());

  test("names the definition, and its line in the file", async () => {
    const reports = await temporaryFolder("reports");
    const args = [
      "--spec",
      PETS,
      "--base-url",
      `${server.url}/v1`,
      "--no-key",
      "--only",
      "listPets",
      "--reports",
      reports,
    ];
    const { stdout } = await runHere(verifyCommand, args);
    const lines = (await readFile(PETS, "utf8")).split("\n");
    const line = lines.findIndex((text) => text.includes("id: {type: integer}")) + 1;
    expect(stdout).toContain(`#/definitions/Pet/properties/id/type (line ${line})`);
    const sarif = await readFile(join(reports, "report.sarif"), "utf8");
    expect(sarif).toMatch(
      new RegExp(`"uri": "test/documents/pets.yaml"\\s*\\},\\s*"region": \\{\\s*"startLine": ${line}\\b`),
    );
  });

  test("names the definition", async () => {
    const { causes } = await verifyTarget(
      { spec: PETS, baseUrl: `${server.url}/v1`, noKey: true, only: ["listPets"] },
      {},
    );
    expect(causes.map(({ example }) => example.place)).toContain("#/definitions/Pet/properties/id/type");
  });
});
