import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/sandbox.js";
import { json, serve } from "../server.js";
import { consumer, peersOf } from "./consumer.js";

const VERIFICATION = ["ajv", "ajv-formats", "semver"];
const {
  version,
  devDependencies,
  peerDependencies,
}: { version: string } & Record<"devDependencies" | "peerDependencies", Record<string, string>> = JSON.parse(
  await readFile("package.json", "utf8"),
);

describe("team-api verify", () => {
  test("verifies a server by its base URL, with three peers", async () => {
    expect(await peersOf("verify", "--base-url", "https://api.example.com")).toEqual(VERIFICATION);
    const sandbox = await startSandbox({ port: 0 });
    const { folder, teamApi } = await consumer(VERIFICATION);
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

  test("verifies a server by a target file, with one more peer, and ships the schema of target files", async () => {
    const peers = await peersOf("verify", "--target", "staging.yaml");
    expect(peers).toEqual([...VERIFICATION, "@redocly/openapi-core"]);
    const sandbox = await startSandbox({ port: 0 });
    const { folder, teamApi } = await consumer(peers, {
      "staging.yaml": `# yaml-language-server: $schema=node_modules/team-api/src/verify/target/target.schema.json
baseUrl: ${sandbox.url}
credentials: { BearerAuth: "\${KEY}" }
`,
    });
    const { code, stdout } = await teamApi(["verify", "--target", "staging.yaml"], { KEY: sandbox.keys.first });
    await sandbox.close();
    expect(stdout).toContain("\nPassed. ");
    expect(code).toBe(0);
    const schema = await readFile(join(folder, "node_modules/team-api/src/verify/target/target.schema.json"), "utf8");
    expect(JSON.parse(schema)).toHaveProperty("properties.baseUrl");
  });

  test("exits with 1 for a server that violates the contract", async () => {
    const { teamApi } = await consumer(VERIFICATION);
    const server = await serve((_, response) => json(response, 200, {}));
    const { code, stdout } = await teamApi(["verify", "--base-url", server.url], { TEAM_API_KEY: "any-key" });
    await server.close();
    expect(stdout).toMatch(/^Failed\. /m);
    expect(code).toBe(1);
  });

  test("verifies the sandbox without a target", async () => {
    const { teamApi } = await consumer(await peersOf("verify"));
    const { code, stdout } = await teamApi(["verify"]);
    expect(stdout).toMatch(/^Passed\. .* 0 failed, 0 skipped/m);
    expect(code).toBe(0);
  });
});

test("team-api mock and team-api sandbox serve the published contract", async () => {
  for (const verb of ["mock", "sandbox"]) {
    const { serve } = await consumer(await peersOf(verb));
    const url = await serve([verb, "--port", "0", "--quiet"]);
    const authorization = "Bearer sandbox-key-of-the-first-team";
    const response = await fetch(`${url}/suppressions`, { headers: { authorization } });
    expect(await response.json(), verb).toMatchObject({ object: "list" });
  }
});

describe("usage", () => {
  test.each([
    [[], 2, "Usage: team-api verify [options], or team-api proxy [options], or team-api mock [options]"],
    [["--help"], 0, "  mock     serves the examples of the contract, and validates requests"],
    [["--version"], 0, `${version}\n`],
    [["verfy"], 2, 'There is no command "verfy".\nUsage: '],
    [["verify", "--help"], 0, "  TEAM_API_KEY=… team-api verify --base-url URL"],
    [["mock", "--help"], 0, "  team-api mock [options]"],
    [["mock", "--help"], 0, "the contract: a file or an http(s) URL (default: team-api/openapi.json)"],
    [["sandbox", "--help"], 0, "  team-api sandbox [options]"],
    [["proxy", "--help"], 0, "  team-api proxy --target URL [options]"],
    [["export", "--help"], 0, "  team-api export --format postman|bruno|http [options]"],
  ])("team-api %s prints, with exit code %s: %s", async (args, code, want) => {
    const { teamApi } = await consumer([]);
    const ran = await teamApi(args);
    expect(ran.code).toBe(code);
    expect(ran.stdout + ran.stderr).toContain(want);
  });
});

describe("a command that lacks a peer", () => {
  test.each([
    [["verify", "--base-url", "https://api.example.com"], "Verification"],
    [["verify", "--target", "staging.yaml"], "Verification by a target file, or of another document,"],
    [["verify"], "Verification of the sandbox"],
    [["mock"], "The mock"],
    [["sandbox"], "The sandbox"],
  ])("team-api %s prints in one line what to install", async (args, feature) => {
    const { code, stdout, stderr } = await (await consumer([])).teamApi(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    const begin = `${feature} needs packages that are not installed here. Run: npm install --save-dev `;
    expect(stderr.startsWith(begin), stderr).toBe(true);
    expect(stderr.match(/\n/g)).toHaveLength(1);
    for (const each of stderr.trim().slice(begin.length).split(" ")) {
      const [, name = "", range] = /^"?(@?[^@]+)@([^"]+)"?$/.exec(each) ?? [];
      expect(devDependencies?.[name], each).toBe(range);
      expect(peerDependencies, each).toHaveProperty([name]);
    }
  });

  test("names only the peers that are missing or too old", async () => {
    const { teamApi } = await consumer(["ajv-formats", "semver"], {
      "node_modules/ajv/package.json": '{ "name": "ajv", "version": "6.12.6" }',
    });
    const { code, stderr } = await teamApi(["verify", "--base-url", "https://api.example.com"]);
    expect(code).toBe(2);
    expect(stderr).toBe(
      "Verification needs packages that are not installed here, or not in a supported version (ajv 6.12.6). " +
        `Run: npm install --save-dev "ajv@${devDependencies.ajv}"\n`,
    );
  });

  test("names semver if it is missing, and then checks no versions", async () => {
    const { teamApi } = await consumer(["ajv-formats"], {
      "node_modules/ajv/package.json": '{ "name": "ajv", "version": "6.12.6" }',
    });
    const { stderr } = await teamApi(["verify", "--base-url", "https://api.example.com"]);
    expect(stderr).toBe(
      "Verification needs packages that are not installed here. " +
        `Run: npm install --save-dev "semver@${devDependencies.semver}"\n`,
    );
  });

  test("accepts the packages of Prism only in their exact versions", async () => {
    const { teamApi } = await consumer(
      (await peersOf("mock")).filter((name) => name !== "@stoplight/prism-http"),
      {
        "node_modules/@stoplight/prism-http/package.json": '{ "version": "5.16.0" }',
      },
    );
    const { code, stderr } = await teamApi(["mock"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /\(@stoplight\/prism-http 5\.16\.0\)\. Run: npm install --save-dev @stoplight\/prism-http@[\d.]+\n$/,
    );
  });

  test.each([
    ["a document in YAML", ["mock", "--spec", "api.yaml"], "@redocly/openapi-core", "mock"],
    ["a proxy", ["verify", "--target", "staging.yaml"], "undici", "verify --target staging.yaml"],
    ["PostgreSQL", ["sandbox"], "pg", "sandbox"],
  ])("names the one peer that %s needs", async (_, args, want, others) => {
    const { teamApi } = await consumer(await peersOf(...others.split(" ")), {
      "api.yaml": "openapi: 3.1.1\n",
      "staging.yaml": `baseUrl: http://127.0.0.1:1
proxy: http://127.0.0.1:1
credentials: { BearerAuth: "\${KEY}" }
`,
    });
    const { code, stderr } = await teamApi(args, { KEY: "key", DATABASE_URL: "postgres://127.0.0.1:1/none" });
    expect(code).toBe(2);
    expect(stderr).toMatch(new RegExp(`Run: npm install --save-dev "${want}@[^ ]+"\\n$`));
    expect(stderr.match(/\n/g)).toHaveLength(1);
  });
});
