import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fileExists } from "#cli/file-exists.js";
import type { JsonObject } from "#openapi/document/document.js";
import { verifyCommand } from "#verify/command/command.js";
import { runHere } from "../run-here.js";
import { json, serve, type TestServer } from "../server.js";
import { temporaryFolder } from "../temporary.js";
import { documentOf } from "./small-document.js";

const KEY = "Canary-key-7f3a9c";

const SECURED: JsonObject = {
  ...documentOf({
    "/things": {
      get: {
        operationId: "listThings",
        parameters: [
          { name: "size", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
          { name: "color", in: "query", schema: { enum: ["red", "blue"] } },
        ],
        responses: { "200": { description: "Done.", content: { "application/json": { schema: { type: "array" } } } } },
      },
    },
  }),
  components: { securitySchemes: { Key: { type: "http", scheme: "bearer" } } },
  security: [{ Key: [] }],
};

let server: TestServer;
let folder: string;
let isFaulty = true;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await temporaryFolder("replay");
  process.env.REPLAY_KEY = KEY;
  await writeFile(file("openapi.json"), JSON.stringify(SECURED));
  await writeFile(file("other.json"), JSON.stringify({ ...SECURED, info: { title: "Other", version: "1" } }));
  server = await serve(({ url, headers }, response) => {
    const { searchParams } = new URL(url, "http://localhost");
    const size = Number(searchParams.get("size") ?? "1");
    if (headers.authorization !== `Bearer ${KEY}`) return json(response, 401, {});
    if (!(size >= 1 && size <= 50 && Number.isInteger(size))) return json(response, 400, {});
    const color = searchParams.get("color");
    if (color !== null && color !== "red" && color !== "blue") return json(response, 400, {});
    if (isFaulty && size > 40 && color === "red") return json(response, 500, { sent: headers.authorization });
    return json(response, 200, []);
  });
});
afterAll(async () => {
  delete process.env.REPLAY_KEY;
  await server.close();
});

function run(...args: string[]) {
  const target = ["--base-url", server.url, "--key-env", "REPLAY_KEY", "--reports", file("reports")];
  return runHere(verifyCommand, ["--spec", file("openapi.json"), ...target, ...args]);
}

const FAILURES = () => file("reports/failures.yaml");

describe("a failure of an exploration", () => {
  test("is written to failures.yaml, without secrets, and the run fails", async () => {
    const { code, stdout } = await run("--only", "exploration", "--explore", "100", "--seed", "4");
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Exploration: \d+ requests in 1 test case \(--seed 4 repeats them\)\.$/m);
    expect(stdout).toMatch(/^Reports: .*failures\.yaml$/m);
    const text = await readFile(FAILURES(), "utf8");
    expect(text).not.toContain(KEY);
    expect(text).toContain("$REPLAY_KEY");
    expect(text.replaceAll(server.url, "URL")).toMatchInlineSnapshot(`
      "# The failed test cases of a run. Secrets are left out: each request names whose key it is sent with.
      # To run them again: npm run verify -- --replay FILE
      contract:
        title: "Small"
        version: "1.0.0"
      target: "URL"
      seed: 4
      failures:
        - case: "listThings › random requests get documented responses"
          suite: "exploration"
          operation: "listThings"
          findings:
            - check: "status"
              basis: "stated"
              message: "500, a server error"
              expected: "a documented status (color \\"red\\", size 41)"
              received: "500 {\\"sent\\":\\"Bearer $REPLAY_KEY\\"}"
              reproduce: "curl -sS -i 'URL/things?color=red&size=41' -H 'Accept: application/json' -H \\"Authorization: Bearer $REPLAY_KEY\\""
          requests:
            - operation: "listThings"
              credential: "own"
              parameters:
                query:
                  color: "red"
                  size: 41
      "
    `);
  });

  test("fails again in a replay, which sends its request alone and keeps it in the file", async () => {
    const before = await readFile(FAILURES(), "utf8");
    const count = server.seen.length;
    const { code, stdout } = await run("--replay", FAILURES());
    expect(code).toBe(1);
    expect(server.seen.slice(count).map(({ url }) => url)).toEqual(["/things?color=red&size=41"]);
    expect(stdout).toMatch(/^Replay of 1 failure: 1 failed again\.\n {2}✗ still fails: listThings › random requests/m);
    const requestsIn = (text: string) => text.slice(text.indexOf("    requests:"));
    expect(requestsIn(await readFile(FAILURES(), "utf8"))).toBe(requestsIn(before));
  });

  test("stays in the file while the target does not respond to it", async () => {
    const { code } = await run("--replay", FAILURES(), "--max-time", "1", "--base-url", "http://127.0.0.1:9");
    expect(code).toBe(2);
    expect(await readFile(FAILURES(), "utf8")).toContain('color: "red"');
  });

  test("is gone when the server is repaired: the replay passes, and removes the file", async () => {
    isFaulty = false;
    const { code, stdout } = await run("--replay", FAILURES());
    isFaulty = true;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Replay of 1 failure: 1 passed\.\n {2}✓ passes now: listThings › random requests/m);
    expect(await fileExists(FAILURES())).toBe(false);
  });
});

test("a run without a failure removes the failures of an earlier run", async () => {
  isFaulty = false;
  await writeFile(FAILURES(), "old");
  await run("--only", "examples");
  isFaulty = true;
  expect(await fileExists(FAILURES())).toBe(false);
});

describe("a file that is not one of failures is an error that says what to do", () => {
  const CONTRACT = 'contract: { title: "Small" }';
  const request = (more: string) => `${CONTRACT}
failures: [{ case: a, operation: listThings, requests: [{ operation: listThings, credential: own, ${more} }] }]`;
  const rows: [title: string, text: string | undefined, message: RegExp][] = [
    [
      "missing",
      undefined,
      /given\.yaml: there is no such file\. A run writes it only if a test case fails, and removes that of the run before\. Name the failures\.yaml/,
    ],
    ["no YAML", "a: [", /given\.yaml: this is not valid YAML \(line \d+\): .*Name the failures\.yaml/],
    ["a target file", "baseUrl: http://localhost", /given\.yaml: the file has no failures\. Name the failures\.yaml/],
    ["an empty list", `${CONTRACT}\nfailures: []`, /failures: it must NOT have fewer than 1 items\./],
    [
      "of another contract",
      "contract: { title: Big }\nfailures: [{ case: a, operation: b }]",
      /of "Big", not of "Small"/,
    ],
    [
      "without a case",
      `${CONTRACT}\nfailures: [{ operation: listThings }]`,
      /failures\.0: it must have required property/,
    ],
    ["a request with a secret", request("headers: {}"), /failures\.0\.requests\.0\.headers: this is not a property\./],
    ["an unknown operation", `${CONTRACT}\nfailures: [{ case: a, operation: b }]`, /the contract has no operation "b"/],
    ["an unknown parameter", request("parameters: { query: { q: 1 } }"), /listThings has no query parameter "q"\./],
  ];

  test.each(rows)("%s", async (_, text, message) => {
    const given = file("given.yaml");
    if (text !== undefined) await writeFile(given, text);
    const { code, stderr } = await run("--replay", given);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd()).not.toContain("\n");
  });
});

test.each<[args: string[], message: RegExp]>([
  [["--explore", "0"], /^--explore 0 is not a limit\. Write a number of requests \(--explore 200\), or a time/],
  [["--explore", "soon"], /^--explore soon is not a limit\./],
  [["--explore", "5h"], /^--explore 5h is not a limit\./],
  [["--explore", "-5"], /./],
  [
    ["--explore", "20m"],
    /^--explore 1200s does not fit into the time limit of the run, 900 s\. Set a larger one: --max-time/,
  ],
  [["--explore", "30s", "--max-time", "20"], /^--explore 30s does not fit into the time limit of the run, 20 s\./],
  [["--explore", "9", "--replay", "a.yaml"], /^--explore and --replay exclude each other/],
])("%j is an error", async (args, message) => {
  const { code, stderr } = await run(...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
