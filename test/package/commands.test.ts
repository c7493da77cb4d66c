import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import { json, serve } from "../server.js";
import { toolsConsumer } from "./consumer.js";

const { version }: { version: string } = JSON.parse(await readFile("package.json", "utf8"));

// Nothing but the package and its dependencies is installed.
describe("team-api verify", () => {
  test("verifies a server by its base URL", async () => {
    const sandbox = await startSandbox({ port: 0 });
    const { folder, teamApi } = await toolsConsumer();
    const { code, stdout, stderr } = await teamApi(["verify", "--base-url", sandbox.url], {
      TEAM_API_KEY: sandbox.keys.first,
    });
    await sandbox.close();
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Passed\. \d+ test cases: [1-9]\d* passed, 0 failed/m);
    for (const report of ["junit.xml", "report.json", "report.html"]) {
      expect(await readFile(join(folder, "reports", report), "utf8"), report).not.toBe("");
    }
  });

  test("verifies a server by a target file, whose schema is in the package, as is that of the configuration file", async () => {
    const sandbox = await startSandbox({ port: 0 });
    const { folder, teamApi } = await toolsConsumer({
      "staging.yaml": `# yaml-language-server: $schema=node_modules/team-api-tools/generated/target.schema.json
baseUrl: ${sandbox.url}
credentials: { BearerAuth: "\${KEY}" }
`,
    });
    const { code, stdout } = await teamApi(["verify", "--target", "staging.yaml"], { KEY: sandbox.keys.first });
    await sandbox.close();
    expect(stdout).toContain("\nPassed. ");
    expect(code).toBe(0);
    const schema = join(folder, "node_modules/team-api-tools/generated/target.schema.json");
    expect(JSON.parse(await readFile(schema, "utf8"))).toHaveProperty("properties.baseUrl");
    const ofConfiguration = join(folder, "node_modules/team-api-tools/generated/configuration.schema.json");
    expect(JSON.parse(await readFile(ofConfiguration, "utf8"))).toHaveProperty("properties.targets");
  });

  test("verifies a server through a proxy by a document in YAML", async () => {
    const { teamApi } = await toolsConsumer({
      "api.yaml": "openapi: 3.1.1\ninfo: { title: Pets, version: '1' }\npaths: {}\n",
      "staging.yaml": "baseUrl: http://127.0.0.1:1\nproxy: http://127.0.0.1:1\n",
    });
    const ran = await teamApi(["verify", "--spec", "api.yaml", "--target", "staging.yaml"]);
    expect(ran.stdout).toContain("Pets 1 against http://127.0.0.1:1");
  });

  test("exits with 1 for a server that violates the contract", async () => {
    const { teamApi } = await toolsConsumer();
    const server = await serve((_, response) => json(response, 200, {}));
    const { code, stdout } = await teamApi(["verify", "--base-url", server.url], { TEAM_API_KEY: "any-key" });
    await server.close();
    expect(stdout).toMatch(/^Failed\. /m);
    expect(code).toBe(1);
  });

  test("verifies the sandbox without a target", async () => {
    const { code, stdout } = await (await toolsConsumer()).teamApi(["verify"]);
    expect(stdout).toMatch(/^Passed\. .* 0 failed, /m);
    expect(code).toBe(0);
  });
});

test.each(["mock", "sandbox"])("team-api %s serves the published contract", async (verb) => {
  const url = await (await toolsConsumer()).serve([verb, "--port", "0", "--quiet"]);
  const authorization = "Bearer sandbox-key-of-the-first-team";
  const response = await fetch(`${url}/suppressions`, { headers: { authorization } });
  expect(await response.json()).toMatchObject({ object: "list" });
});

test("a database that does not answer is reported without a package to install", async () => {
  const { teamApi } = await toolsConsumer();
  const { code, stderr } = await teamApi(["sandbox"], { DATABASE_URL: "postgres://127.0.0.1:1/none" });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^The database .*\n$/);
});

test("team-api proxy forwards requests and writes a report", async () => {
  const sandbox = await startSandbox({ port: 0 });
  const { serve } = await toolsConsumer();
  const url = await serve(["proxy", "--target", sandbox.url, "--port", "0"]);
  const authorization = `Bearer ${sandbox.keys.first}`;
  expect((await fetch(`${url}/suppressions`, { headers: { authorization } })).status).toBe(200);
  await sandbox.close();
});

test("team-api export writes the examples as a collection", async () => {
  const { teamApi } = await toolsConsumer();
  const { code, stdout, stderr } = await teamApi(["export", "--format", "http", "--out", "requests.http"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain("requests.http");
});

const PROGRAM = `
import { createMock, createSandbox, verify, type Provision, type Reporter, terminalReport } from "team-api-tools";

const sandbox = await createSandbox({ port: 0 });
const report = await verify({ baseUrl: sandbox.url, keyVariable: "KEY", only: ["listSuppressions"] });
await sandbox.close();
const mock = await createMock({ port: 0 });
const { status } = await fetch(mock.url + "/suppressions", { headers: { authorization: "Bearer any" } });
await mock.close();

export const brief: Reporter = { id: "brief", fileName: "brief.txt", render: ({ verdict }) => verdict };
export const provision = (): Provision => ({ isTokenValid: async (token) => token !== "" });
console.log(JSON.stringify([brief.render(report), terminalReport(report).includes("Passed."), status]));
`;

test.each([
  ["5.9", "typescript"],
  ["7", "typescript7"],
])("programs verify, mock and start a sandbox; TypeScript %s compiles them", async (_, compiler) => {
  const options = { target: "ES2022", lib: ["ES2023", "DOM"], types: ["node"], strict: true, noEmit: true };
  const { node } = await toolsConsumer(
    {
      "program.ts": PROGRAM,
      "tsconfig.json": JSON.stringify({
        compilerOptions: { ...options, module: "nodenext", moduleResolution: "nodenext", skipLibCheck: true },
      }),
    },
    ["@types/node"],
  );
  expect(await node([resolve(`node_modules/${compiler}/bin/tsc`)])).toMatchObject({ stdout: "", code: 0 });
  const tsx = resolve("node_modules/tsx/dist/esm/index.mjs");
  const { stdout, stderr } = await node(["--import", tsx, "program.ts"], { KEY: "sandbox-key-of-the-first-team" });
  expect({ stdout, stderr }).toEqual({ stdout: '["passed",true,200]\n', stderr: "" });
});

test("contract tests run by Vitest in a repo that has Vitest beside the tools", async () => {
  const { node } = await toolsConsumer(
    {
      "contract.test.js": `import { contractTests } from "team-api-tools/vitest";

await contractTests({ only: ["retrieveContactImport"] });`,
    },
    ["vitest"],
  );
  const { code, stdout, stderr } = await node([resolve("node_modules/vitest/vitest.mjs"), "run", "--no-color"]);
  expect(stdout).toMatch(/Tests +[1-9]\d* passed/);
  expect(stderr).not.toContain("Warnings");
  expect(code).toBe(0);
});

test("contract tests run by Vitest print the warnings of passed tests, each once", async () => {
  const schema = { type: "array", items: { type: "object", properties: { id: { type: "integer" } } } };
  const content = { "application/json": { schema } };
  const listThings = {
    operationId: "listThings",
    responses: { "200": { description: "All.", content } },
  };
  const server = await serve((_, response) => json(response, 200, [{ id: 1, password: "a hash" }]));
  try {
    const info = { title: "Things", version: "1" };
    const { node } = await toolsConsumer(
      {
        "openapi.json": JSON.stringify({ openapi: "3.1.0", info, paths: { "/things": { get: listThings } } }),
        "contract.test.js": `import { contractTests } from "team-api-tools/vitest";
await contractTests({ spec: "openapi.json", baseUrl: "${server.url}" });`,
      },
      ["vitest"],
    );
    const { stdout, stderr } = await node([resolve("node_modules/vitest/vitest.mjs"), "run", "--no-color"]);
    const printed = stdout + stderr;
    expect(printed).toMatch(/Tests +1 passed/);
    expect(printed.match(/^Warnings$/gm)).toHaveLength(1);
    expect(printed).toMatch(/^⚠ GET \/things: the body has \/\*\/password, .*\n {2}reproduce: curl /m);
  } finally {
    await server.close();
  }
});

describe("usage", () => {
  test.each([
    [[], 2, "Usage: team-api COMMAND [options]\n  init "],
    [["--help"], 0, "  mock        serves the examples of the contract, and validates requests"],
    [["--version"], 0, `${version}\n`],
    [["verfy"], 2, 'There is no command "verfy". Did you mean team-api verify?'],
    [["lint"], 2, 'There is no command "lint". The repository of the contract has it: npm run lint'],
    [["volcano"], 2, 'There is no command "volcano".\nUsage: '],
    [["verify", "--help"], 0, "  TEAM_API_KEY=… team-api verify --base-url URL"],
    [["mock", "--help"], 0, "  team-api mock [options]"],
    [
      ["mock", "--help"],
      0,
      "the contract: a file or an http(s) URL (default:\n                        team-api-tools/openapi.json)",
    ],
    [["sandbox", "--help"], 0, "  team-api sandbox [options]"],
    [["proxy", "--help"], 0, "  team-api proxy --target URL [options]"],
    [["export", "--help"], 0, "  team-api export --format postman|bruno|http [options]"],
  ])("team-api %s prints, with exit code %s: %s", async (args, code, want) => {
    const { teamApi } = await toolsConsumer();
    const ran = await teamApi(args);
    expect(ran.code).toBe(code);
    expect(ran.stdout + ran.stderr).toContain(want);
  });

  test("the help of every command fits 80 columns", async () => {
    const { teamApi } = await toolsConsumer();
    const { stdout: usage } = await teamApi(["--help"]);
    const names = [...usage.matchAll(/^ {2}(\w+) /gm)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) {
      const { stdout } = await teamApi([name, "--help"]);
      expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
    }
  });
});
