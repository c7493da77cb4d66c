import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { stringifyYaml } from "#openapi/files/yaml.js";
import { TEAM_API } from "#team-api/team-api.js";
import { runHere } from "#test/run-here.js";
import type { TestServer } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { verifyCommand } from "#verify/command/command.js";
import { startAlteredSandbox, withFields } from "./altered-server.js";

const KEY = "key-of-contract-lines";
let faulty: TestServer;
beforeAll(async () => {
  vi.stubEnv("TEAM_API_KEY", KEY);
  faulty = await startAlteredSandbox(KEY, (response, request) =>
    request.url.startsWith("/contacts/") ? withFields({ created_at: "yesterday" })(response, request) : undefined,
  );
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await faulty.close();
});

/** Verifies a server whose `created_at` is wrong, in a repository. Returns the file and line of the only result, and the text there. */
async function found(repository: string, folder: string, args: string[]) {
  await mkdir(join(repository, ".git"), { recursive: true });
  const all = ["--only", "retrieveContactImport", "--reports", "reports", ...args];
  const { code, stdout, stderr } = await runHere((given) => verifyCommand(given, async () => TEAM_API), all, folder);
  expect({ code, stderr }, stdout).toEqual({ code: 1, stderr: "" });
  const { runs } = JSON.parse(await readFile(join(folder, "reports/report.sarif"), "utf8"));
  expect(runs[0].results).toHaveLength(1);
  const [{ artifactLocation, region }] = runs[0].results[0].locations.map(
    (location: { physicalLocation: object }) => location.physicalLocation,
  );
  const lines = (await readFile(join(repository, artifactLocation.uri), "utf8")).split("\n");
  return { file: artifactLocation.uri, text: lines[region.startLine - 1]?.trim() };
}

const target = () => ["--base-url", faulty.url];
const PATTERN = /^"?pattern"?: /;

describe("report.sarif has the line of the contract", () => {
  test("in the source file of the component, if the document has several files", async () => {
    const folder = await temporaryFolder("lines");
    await cp("openapi", join(folder, "openapi"), { recursive: true });
    const place = await found(folder, folder, ["--spec", "openapi/openapi.yaml", ...target()]);
    expect(place).toEqual({ file: "openapi/schemas/ImportTimestamp.yaml", text: expect.stringMatching(PATTERN) });
    // docs/staging.md shows the same place.
    const [, shown = ""] = /^```json\n(.*?)^```/ms.exec(await readFile("docs/staging.md", "utf8")) ?? [];
    const { artifactLocation, region } = JSON.parse(shown).physicalLocation;
    const lines = (await readFile(artifactLocation.uri, "utf8")).split("\n");
    expect([artifactLocation.uri, lines[region.startLine - 1]?.trim()]).toEqual([place.file, place.text]);
  });

  test.each(["openapi.json", "openapi.yaml"])("in %s, as a path from the root of the repository", async (name) => {
    const repository = await temporaryFolder("lines");
    const folder = join(repository, "services/mail");
    await mkdir(folder, { recursive: true });
    const text = await readFile("generated/openapi.json", "utf8");
    await writeFile(join(folder, name), name.endsWith("json") ? text : stringifyYaml(JSON.parse(text)));
    const place = await found(repository, folder, ["--spec", name, ...target()]);
    expect(place).toEqual({ file: `services/mail/${name}`, text: expect.stringMatching(PATTERN) });
  });

  test("that names the contract in the settings, if the repository does not have it", async () => {
    const folder = await temporaryFolder("lines");
    const installed = join(folder, "node_modules/mail-api");
    await mkdir(installed, { recursive: true });
    await cp("generated/openapi.json", join(installed, "openapi.json"));
    const settings = `# Our staging server\nspec: node_modules/mail-api/openapi.json\nbaseUrl: ${faulty.url}\ncredentials:\n  BearerAuth: \${TEAM_API_KEY}\n`;
    await writeFile(join(folder, "team-api.yaml"), settings);
    expect(await found(folder, folder, [])).toEqual({
      file: "team-api.yaml",
      text: "spec: node_modules/mail-api/openapi.json",
    });
  });

  test("that names the tools in package.json, if nothing else names the contract", async () => {
    const folder = await temporaryFolder("lines");
    const installed = join(folder, "node_modules/mail-api");
    await mkdir(installed, { recursive: true });
    await cp("generated/openapi.json", join(installed, "openapi.json"));
    const manifest = { name: "app", dependencies: {}, devDependencies: { "team-api-toolkit": "1", vitest: "4" } };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest, null, 2));
    const place = await found(folder, folder, ["--spec", "node_modules/mail-api/openapi.json", ...target()]);
    expect(place).toEqual({ file: "package.json", text: '"team-api-toolkit": "1",' });
  });
});
