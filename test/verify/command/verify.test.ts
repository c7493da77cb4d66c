import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startLibrary } from "#test/documents/library-server.js";
import { sample, thorough } from "#test/sample.js";
import { serve, type TestServer, unusedUrl } from "#test/server.js";
import { startAlteredSandbox, withFields } from "../altered-server.js";
import { reportOf, runVerify, type VerifyRun } from "./run-verify.js";

const CANARY = "canary-key-7f3a";

let sandbox: TestServer;
let faulty: TestServer;
const servers: TestServer[] = [];
beforeAll(async () => {
  sandbox = closedAtTheEnd(await startAlteredSandbox(CANARY, () => undefined));
  faulty = closedAtTheEnd(
    await startAlteredSandbox(CANARY, (response, request) =>
      request.url.startsWith("/contacts/") ? withFields({ created_at: "yesterday" })(response, request) : undefined,
    ),
  );
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

function closedAtTheEnd(server: TestServer): TestServer {
  servers.push(server);
  return server;
}

/** Runs `verify` with the key in the environment. The key is in no output and in no report. */
async function verify(args: string[], env: Record<string, string> = { TEAM_API_KEY: CANARY }): Promise<VerifyRun> {
  const run = await runVerify(args, env);
  expect(run.everything).not.toContain(CANARY);
  return run;
}

describe("the sandbox, without a target", () => {
  let run: VerifyRun;
  beforeAll(async () => {
    run = await verify([], {});
  });

  test("passes without a key", () => {
    const { code, stderr, stdout } = run;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("✓ listSuppressions       43 of 43 passed");
    expect(stdout).toMatch(/^Passed\. 127 test cases: 127 passed, 0 failed, 0 skipped; \d+ requests\.$/m);
    expect(stdout).toContain("Requirements: 31 of 31 verified.");
  });

  test("has a JUnit report with a test suite for each operation", () => {
    const { "junit.xml": junit = "" } = run.reports;
    expect(junit).toMatch(/<testsuites name="Team Management API" tests="127" failures="0" errors="0" time="[\d.]+">/);
    const suites = [...junit.matchAll(/<testsuite name="(\w+)" tests="(\d+)" failures="0" errors="0" skipped="0"/g)];
    expect(suites.map(([, name, tests]) => [name, Number(tests)])).toEqual([
      ["revokeOauthGrant", 15],
      ["addSuppression", 28],
      ["listSuppressions", 43],
      ["retrieveSuppression", 28],
      ["retrieveContactImport", 13],
    ]);
    expect(junit).toContain('<testcase classname="retrieveSuppression" name="retrieveSuppression › byEmail"');
  });

  test("has a report in JSON and one in HTML", () => {
    expect(reportOf(run)).toMatchObject({
      verdict: "passed",
      target: "the sandbox",
      counts: { cases: 127, passed: 127, failed: 0, skipped: 0, errors: 0 },
    });
    expect(run.reports["report.html"]).toContain("</html>");
  });
});

describe("a server by its base URL", () => {
  test("passes, and the summary gives the reason of the skipped test cases", async () => {
    const { code, stdout } = await verify(["--base-url", sandbox.url]);
    expect(code).toBe(0);
    expect(stdout).toContain(`– addSuppression         0 of 27 passed, 27 skipped\n`);
    expect(stdout).toMatch(
      /^To verify more, add to the target file .*:\n {2}writes: reversible +up to 5 test cases of 2 operations\n {2}writes: creations +up to 37 test cases of 5 operations$/m,
    );
    expect(stdout).toMatch(/^Passed\. 126 test cases: \d+ passed, 0 failed, \d+ skipped; /m);
    expect(stdout).toMatch(/^Requirements: \d\d of 31 verified; not verified: G1, G2, G3, V1, .* \(see report\.html/m);
  });

  thorough("passes with writes, and created resources that were not removed are listed", async () => {
    const { code, stdout } = await verify(["--base-url", `${sandbox.url}/`, "--allow-writes", "creations"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Passed\. 126 test cases: \d+ passed, 0 failed, /m);
    expect(stdout).toMatch(/^\d+ resources? (was|were) created and not removed:$/m);
  });

  thorough("receives safe methods only, unless writes are allowed", async () => {
    const recorder = closedAtTheEnd(
      await serve((_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}")),
    );
    await verify(["--base-url", recorder.url]);
    expect(recorder.seen.length).toBeGreaterThan(20);
    expect(new Set(recorder.seen.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(recorder.seen.some(({ headers }) => headers.authorization === `Bearer ${CANARY}`)).toBe(true);
  });

  thorough("is verified against another document with --spec", async () => {
    const library = await startLibrary();
    try {
      // A generated shelf has two characters, so with some seeds it exists.
      const { code, stdout } = await verify(
        ["--spec", "test/documents/library.yaml", "--base-url", library.url, "--allow-writes", "--seed", "1"],
        { TEAM_API_KEY: library.key },
      );
      expect(stdout).toMatch(/^Passed\. \d+ test cases: \d+ passed, 0 failed, /m);
      expect(code).toBe(0);
    } finally {
      await library.close();
    }
  });
});

describe("options", () => {
  test("--require-all makes skipped test cases a failure", async () => {
    const { code, stdout } = await verify(["--base-url", sandbox.url, "--require-all"]);
    expect(stdout).toMatch(/^Incomplete\. 126 test cases: .* Every test case was required \(--require-all\)\.$/m);
    expect(code).toBe(1);
  });

  test("--plan lists the test cases that --only selects with the requirements that they cover, and sends nothing", async () => {
    const before = sandbox.seen.length;
    const { code, stdout, reports } = await verify(["--base-url", sandbox.url, "--plan", "--only", "L8"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^ {2}lists +listSuppressions › pages yield every item once +L8 /m);
    expect(stdout).toMatch(/\n\n1 test case would run, unless the server lacks what it needs\.\n$/);
    expect(sandbox.seen.length).toBe(before);
    expect(reports).toEqual({});
  });

  thorough("--shard divides the test cases", async () => {
    const shards = await Promise.all(
      ["1/2", "2/2"].map((shard) => verify(["--base-url", sandbox.url, "--only", "authentication", "--shard", shard])),
    );
    const names = shards.map((run) => reportOf(run).cases.map(({ name }) => name));
    expect(names.map(({ length }) => length)).toEqual([15, 15]);
    expect(new Set(names.flat()).size).toBe(30);
  });
});

describe("a server with a wrong field", () => {
  test("fails with a report for the team of the server", async () => {
    const run = await verify(["--base-url", faulty.url, "--allow-writes", "creations"]);
    const { code, stdout, reports } = run;
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ {2}✗ retrieveContactImport {2}\d+ of 13 passed, 1 failed, \d+ skipped$/m);
    expect(stdout).toMatch(
      /^1 cause\n {2}✗ `created_at` is yesterday, which does not match its pattern \(I2\) {2}\(1 test case\)$/m,
    );
    expect(stdout).toContain("\n\n✗ `created_at` is yesterday, which does not match its pattern (I2)\n");
    expect(stdout).toContain("\n    test cases   retrieveContactImport › completed\n");
    expect(stdout).toContain("\n    requirement  I2 `created_at` and `completed_at` have the form");
    expect(stdout).toContain("\n    contract     #/components/schemas/ImportTimestamp/pattern");
    expect(stdout).toContain("\n    expected     pattern: ");
    expect(stdout).toContain('\n    received     "yesterday"');
    expect(stdout).toContain(
      `\n  reproduce: curl -sS -i '${faulty.url}/contacts/imports/c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b' -H 'Accept: application/json' -H "Authorization: Bearer $TEAM_API_KEY"`,
    );
    expect(stdout).toMatch(/^Failed\. 126 test cases: \d+ passed, 1 failed, \d+ skipped; /m);
    expect(reports["junit.xml"]).toMatch(/<testsuite name="retrieveContactImport" tests="13" failures="1" /);
    expect(reports["junit.xml"]).toContain("requirement  I2 ");
    const report = reportOf(run);
    expect(report).toMatchObject({ verdict: "failed", counts: { failed: 1 } });
    expect(report.cases.find(({ name }) => name === "retrieveContactImport › completed")?.outcome).toMatchObject({
      verdict: "failed",
      findings: [
        {
          check: "body",
          requirements: ["I2"],
          place: "#/components/schemas/ImportTimestamp/pattern",
          received: '"yesterday"',
        },
      ],
    });
  });

  thorough("has a report.json with the state of each requirement, and its behavior at open points", async () => {
    const { requirements, observations } = reportOf(await verify(["--base-url", faulty.url]));
    const stateOf = (id: string) => requirements.find((each) => each.id === id)?.state;
    expect({ I2: stateOf("I2"), S1: stateOf("S1"), V3: stateOf("V3"), V8: stateOf("V8") }).toEqual({
      I2: "failed",
      S1: "verified",
      V3: "not verified",
      V8: "not verified",
    });
    expect(observations.find(({ id }) => id === "U3")?.seen).toContain(
      "limit above the maximum: 422 application/problem+json (detail, errors, request_id, status, title, type)",
    );
  });
});

thorough(
  "a server that lacks the data of the examples, and the beta, cannot be tested, and has no failures",
  async () => {
    const bare = closedAtTheEnd(
      await startAlteredSandbox(CANARY, ({ status }, { url }) =>
        status === 401 ? undefined : { status: url.startsWith("/suppressions") ? 403 : 404, body: "" },
      ),
    );
    const { code, stdout } = await verify(["--base-url", bare.url, "--allow-writes", "creations"]);
    expect(stdout).not.toContain("failed");
    expect(stdout).toContain("Nothing could be tested: 3 of 5 operations responded with 403, 2 with 404.");
    expect(stdout).toContain('the target rejected id "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b" with 404');
    expect(stdout).toContain("the key was rejected with 403");
    expect(code).toBe(2);
  },
);

thorough("a server that rejects a request that is valid on every server fails", async () => {
  const strict = closedAtTheEnd(
    await startAlteredSandbox(CANARY, (_, { url }) =>
      url.endsWith("?limit=2") ? { status: 400, body: "" } : undefined,
    ),
  );
  const { code, stdout } = await verify(["--base-url", strict.url]);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^✗ GET \/suppressions responds with 400 to a valid request/m);
});

thorough("a request is sent again after a 429, at the time that its Retry-After says", async () => {
  let responses = 0;
  const limited = closedAtTheEnd(
    await startAlteredSandbox(CANARY, () => {
      responses += 1;
      return responses <= 3 ? { status: 429, body: "", headers: { "retry-after": "1" } } : undefined;
    }),
  );
  const { code, stdout } = await verify(["--base-url", limited.url, "--allow-writes", "creations"]);
  expect(stdout).toContain(", 0 failed, ");
  expect(code).toBe(0);
  expect(limited.seen.length).toBeGreaterThan(60);
});

thorough("the key is not shown if the server sends it back in its status, headers and body", async () => {
  const echoing = closedAtTheEnd(
    await serve(({ headers }, response) => {
      const key = String(headers.authorization);
      const body = `${"x".repeat(390)}${key}\u001b[2J${JSON.stringify({ key })}`;
      response.writeHead(518, key, { "content-type": `text/plain; key="${key}"` }).end(body);
    }),
  );
  const { code, stdout, reports } = await verify(["--base-url", echoing.url, "--allow-writes", "creations"]);
  expect(code).toBe(2);
  for (const text of [stdout, ...Object.values(reports)]) expect(text).not.toContain("canary");
  expect(stdout).not.toContain("\u001b[2J");
  expect(stdout).toContain("operations responded with 518");
  expect(reports["junit.xml"]).toContain("518, a server error");
});

thorough("a server that responds at some paths and hangs at others fails within its time limits", async () => {
  const hanging = closedAtTheEnd(
    await serve(({ url }, response) => {
      if (url.startsWith("/contacts/")) return;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    }),
  );
  const { code, stdout } = await verify(["--base-url", hanging.url, "--timeout", "500"]);
  expect(code).toBe(1);
  expect(stdout).toContain("no response (nothing complete within 500 ms)");
});

describe("a run that cannot test the server exits with 2, and says in one line what to do", () => {
  const KEY = { TEAM_API_KEY: CANARY };
  let rejecting: TestServer;
  let unused: string;
  beforeAll(async () => {
    rejecting = closedAtTheEnd(await serve((_, response) => response.writeHead(401).end()));
    unused = await unusedUrl();
  });

  const ROWS: { title: string; args: () => string[]; env?: Record<string, string>; message: RegExp }[] = [
    {
      title: "no server listens",
      args: () => ["--base-url", unused],
      message:
        /^Error\. The target did not respond\. GET http:\/\/127\.0\.0\.1:\d+\/\S+: no response \(.*ECONNREFUSED.*\)\.$/m,
    },
    {
      title: "the key is rejected",
      args: () => ["--base-url", rejecting.url],
      message: /^Error\. Nothing could be tested: .* The key was rejected: check TEAM_API_KEY\.$/m,
    },
    {
      title: "there is no key",
      args: () => ["--base-url", rejecting.url],
      env: {},
      message: /^The contract requires an API key\. Set it in the environment: TEAM_API_KEY=…/m,
    },
    {
      title: "the variable that --key-env names is not set",
      args: () => ["--base-url", rejecting.url, "--key-env", "OTHER"],
      message: /^The contract requires an API key\. Set it in the environment: OTHER=…/m,
    },
    {
      title: "the key has a line break",
      args: () => ["--base-url", rejecting.url],
      env: { TEAM_API_KEY: `${CANARY}\n` },
      message: /^TEAM_API_KEY holds a character that a header cannot carry/m,
    },
    {
      title: "the base URL has no scheme",
      args: () => ["--base-url", "staging.example.com"],
      message: /^--base-url is not an http or https URL\. Example:/m,
    },
    {
      title: "the base URL has a password",
      args: () => ["--base-url", `http://me:${CANARY}@127.0.0.1`],
      message: /^--base-url has a user, a query or a fragment/m,
    },
    {
      title: "the contract does not exist",
      args: () => ["--spec", "nope.yaml"],
      message: /^nope\.yaml does not exist\./m,
    },
    {
      title: "the timeout is not a number",
      args: () => ["--timeout", "soon"],
      message:
        /^--timeout soon is not valid\. Use a whole number from 1 to 100000000, in milliseconds, or a unit: 500ms, 5s, 2m\.$/m,
    },
    {
      title: "the timeout is too large",
      args: () => ["--timeout", "99999999999"],
      message:
        /^--timeout 99999999999 is not valid\. Use a whole number from 1 to 100000000, in milliseconds, or a unit: 500ms, 5s, 2m\.$/m,
    },
    {
      title: "the shard does not exist",
      args: () => ["--shard", "3/2"],
      message: /^--shard 3\/2 is not a part\. Example: --shard 1\/3$/m,
    },
    {
      title: "the name of the variable is invalid",
      args: () => ["--key-env", "sk_live/oops"],
      message: /^--key-env is not the name of an environment variable\./m,
    },
    {
      title: "the folder of the reports is a file",
      args: () => ["--reports", "README.md"],
      message: /^The reports cannot be written to README\.md: .* Name a folder: --reports DIR$/m,
    },
    {
      title: "nothing is selected",
      args: () => ["--only", "nope"],
      message: /^No test case matches --only nope\. .*$/m,
    },
    {
      title: "an option is unknown",
      args: () => ["--baseurl", "x"],
      message: /^Unknown option '--baseurl'\. Did you mean --base-url\?$/m,
    },
  ];
  test.each(sample(ROWS, 4))("$title", async ({ args, env = KEY, message }) => {
    const { code, stdout, stderr } = await verify(args(), env);
    expect(code).toBe(2);
    expect(stdout + stderr).toMatch(message);
    expect(stderr.trim().split("\n").length).toBe(1);
  });
});
