import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alteredSandbox, change } from "../contract/altered-mock.js";
import { startLibrary } from "../documents/library-server.js";
import { deserted, serve, type TestServer } from "../server.js";
import { verify as runVerify, type Verified } from "./verified.js";

const CANARY = "canary-key-7f3a";

let honest: TestServer;
let faulty: TestServer;
const servers: TestServer[] = [];
beforeAll(async () => {
  honest = await alteredSandbox(CANARY, () => undefined);
  servers.push(honest);
  faulty = await alteredSandbox(CANARY, (answer, request) =>
    request.url.startsWith("/contacts/")
      ? change((body) => {
          body.created_at = "yesterday";
        })(answer, request)
      : undefined,
  );
  servers.push(faulty);
});
afterAll(async () => {
  for (const server of servers) await server.close();
});

async function verify(args: string[], env: Record<string, string> = { TEAM_API_KEY: CANARY }): Promise<Verified> {
  const verified = await runVerify(args, env);
  expect(verified.everything).not.toContain(CANARY);
  return verified;
}

describe("npm run verify", () => {
  test("without a target holds against the sandbox, one test per case, and needs no key", async () => {
    const { code, stdout, stderr, reports } = await verify([], {});
    expect(stderr).toBe("");
    expect(code).toBe(0);
    expect(stdout).toContain("✓ listSuppressions       42 of 42 hold");
    expect(stdout).toMatch(/The contract holds\. 125 cases, 125 hold, 0 broken, 0 not verified, \d+ requests\./);
    expect(stdout).toContain("Promises: 31 of 31 hold.");
    expect(reports["junit.xml"]).toContain('tests="125" failures="0"');
    expect(reports["report.html"]).toContain("</html>");
    expect(reports["junit.xml"]).toContain('name="retrieveSuppression › byEmail"');
    expect(JSON.parse(reports["report.json"] ?? "")).toMatchObject({
      verdict: "holds",
      counts: { cases: 125, holds: 125 },
    });
  });

  test("passes against a sandbox started by hand, and says what was not sent", async () => {
    const [asked, all] = await Promise.all([
      verify(["--base-url", honest.url]),
      verify(["--base-url", `${honest.url}/`, "--allow-writes"]),
    ]);
    expect(asked.code).toBe(0);
    expect(asked.stdout).toMatch(/– addSuppression +0 of 29 hold, 29 not verified: writes are not allowed/);
    expect(asked.stdout).toMatch(/, 0 broken, \d+ not verified, /);
    expect(asked.stdout).toMatch(/Promises: \d\d of 31 hold; not verified: G1, G2, G3, V1, /);
    expect(all.stdout).toMatch(/, 0 broken, \d+ not verified, /);
    expect(all.stdout).toContain("Left on the target, because nothing removes it: addSuppression ");
    expect(all.code).toBe(0);
  });

  test("--require-all makes a failure of what was not verified", async () => {
    const { code, stdout } = await verify(["--base-url", honest.url, "--require-all"]);
    expect(stdout).toContain("The contract was not wholly verified.");
    expect(code).toBe(1);
  });

  test("--plan lists the cases and what they prove, and sends nothing; --only and --shard pick", async () => {
    const before = honest.seen.length;
    const { code, stdout } = await verify(["--base-url", honest.url, "--plan", "--only", "L8"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/paging +listSuppressions › pages to the end meet every item once +L8/);
    expect(stdout).toContain("1 case would be sent.");
    expect(honest.seen.length).toBe(before);
    const shards = await Promise.all(
      ["1/2", "2/2"].map((shard) => verify(["--base-url", honest.url, "--only", "credentials", "--shard", shard])),
    );
    const counts = shards.map(({ reports }) => JSON.parse(reports["report.json"] ?? "").counts.cases);
    expect(counts[0] + counts[1]).toBe(30);
  });

  test("fails with a report that the server's team can read when one field is wrong", async () => {
    const { code, stdout, reports } = await verify(["--base-url", faulty.url, "--allow-writes"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/✗ retrieveContactImport +\d+ of 12 hold, 1 broken/);
    expect(stdout).toContain(
      ["✗ retrieveContactImport › completed", "  body: the body at /created_at must match pattern"].join("\n"),
    );
    expect(stdout).toContain("    promise   I2 `created_at` and `completed_at` have the form");
    expect(stdout).toContain("    contract  #/components/schemas/ImportTimestamp/pattern");
    expect(stdout).toContain('    received  "yesterday"');
    expect(stdout).toContain(
      `  repeat: curl -sS -i '${faulty.url}/contacts/imports/c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b' -H "Authorization: Bearer $TEAM_API_KEY"`,
    );
    expect(stdout).toMatch(/The contract is broken\. 125 cases, \d+ hold, 1 broken, \d+ not verified, /);
    expect(reports["junit.xml"]).toContain('failures="1"');
    expect(reports["junit.xml"]).toContain("promise   I2");
    const report = JSON.parse(reports["report.json"] ?? "");
    expect(report).toMatchObject({ verdict: "broken", counts: { broken: 1 } });
    expect(
      report.cases.find((each: { name: string }) => each.name === "retrieveContactImport › completed").outcome,
    ).toMatchObject({
      verdict: "broken",
      findings: [
        {
          check: "body",
          promises: ["I2"],
          location: "#/components/schemas/ImportTimestamp/pattern",
          received: '"yesterday"',
        },
      ],
    });
  });

  test("sends nothing but safe methods unless writes are allowed", async () => {
    const recorder = await serve((_, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end("{}"),
    );
    servers.push(recorder);
    await verify(["--base-url", recorder.url]);
    expect(recorder.seen.length).toBeGreaterThan(20);
    expect(new Set(recorder.seen.map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(recorder.seen.some(({ headers }) => headers.authorization === `Bearer ${CANARY}`)).toBe(true);
  });

  test("accuses nobody where the target lacks what an example names, or the team is not in the beta", async () => {
    const bare = await alteredSandbox(CANARY, ({ status }, { url }) => {
      if (status === 401) return undefined;
      return { status: url.startsWith("/suppressions") ? 403 : 404, body: "" };
    });
    servers.push(bare);
    const { code, stdout } = await verify(["--base-url", bare.url, "--allow-writes"]);
    expect(stdout).toContain("0 broken");
    expect(stdout).toContain('the target refused id "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b" with 404');
    expect(stdout).toContain("the key was refused with 403");
    expect(code).toBe(0);
  });

  test("calls a refusal of what every server admits broken", async () => {
    const strict = await alteredSandbox(CANARY, (_answer, { url }) =>
      url.endsWith("?limit=2") ? { status: 400, body: "" } : undefined,
    );
    servers.push(strict);
    const { code, stdout } = await verify(["--base-url", strict.url]);
    expect(code).toBe(1);
    expect(stdout).toContain("✗ listSuppressions › ");
  });

  test("waits out a 429 as its Retry-After says", async () => {
    let refused = 0;
    const limited = await alteredSandbox(CANARY, () => {
      refused += 1;
      return refused <= 3 ? { status: 429, body: "", headers: { "retry-after": "1" } } : undefined;
    });
    servers.push(limited);
    const { code, stdout } = await verify(["--base-url", limited.url, "--allow-writes"]);
    expect(stdout).toContain(", 0 broken, ");
    expect(code).toBe(0);
    expect(limited.seen.length).toBeGreaterThan(60);
  });

  test("tells in report.json of each promise how it fared, and what is open", async () => {
    const { reports } = await verify(["--base-url", faulty.url]);
    const { promises, observed } = JSON.parse(reports["report.json"] ?? "");
    const state = (id: string) => promises.find((each: { id: string }) => each.id === id).state;
    expect({ I2: state("I2"), S1: state("S1"), V3: state("V3"), V8: state("V8") }).toEqual({
      I2: "broken",
      S1: "holds",
      V3: "not verified",
      V8: "not verified",
    });
    const seen = observed.find(({ id }: { id: string }) => id === "U3").seen;
    expect(seen).toContain(
      "limit above the maximum: 422 application/problem+json (detail, errors, request_id, status, title, type)",
    );
  });

  test("shows the key nowhere, though the server sends it back in status, header and body", async () => {
    const echoing = await serve(({ headers }, response) => {
      const key = String(headers.authorization);
      const body = `${"x".repeat(390)}${key}\u001b[2J${JSON.stringify({ key })}`;
      response.writeHead(518, key, { "content-type": `text/plain; key="${key}"` }).end(body);
    });
    servers.push(echoing);
    const { code, stdout } = await verify(["--base-url", echoing.url, "--allow-writes"]);
    expect(code).toBe(1);
    expect(stdout).not.toContain("canary");
    expect(stdout).not.toContain("\u001b[2J");
    expect(stdout).toContain("status 518: the server failed");
  });

  test("calls a server that answers here and hangs there broken there, in time", async () => {
    const hanging = await serve(({ url }, response) => {
      if (url.startsWith("/contacts/")) return;
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
    servers.push(hanging);
    const { code, stdout } = await verify(["--base-url", hanging.url, "--timeout", "500"]);
    expect(code).toBe(1);
    expect(stdout).toContain("brought no answer: nothing complete within 500 ms");
  });

  test("tells what it could not run, why and what to do, in one line, with exit code 2", async () => {
    const refusing = await serve((_, response) => response.writeHead(401).end());
    servers.push(refusing);
    const rows: [string[], Record<string, string>, RegExp][] = [
      [
        ["--base-url", await deserted()],
        { TEAM_API_KEY: CANARY },
        /could not be verified\. No request was answered\. GET http:\/\/127\.0\.0\.1:\d+\/\S+ brought no answer: .*ECONNREFUSED/,
      ],
      [
        ["--base-url", refusing.url],
        { TEAM_API_KEY: CANARY },
        /The key was refused every time \(401\)\. Look at TEAM_API_KEY\./,
      ],
      [
        ["--base-url", refusing.url],
        {},
        /^The contract asks for an API key\. Set it in the environment: TEAM_API_KEY=…/m,
      ],
      [["--base-url", refusing.url, "--key-env", "OTHER"], { TEAM_API_KEY: CANARY }, /OTHER=…/],
      [
        ["--base-url", refusing.url],
        { TEAM_API_KEY: `${CANARY}\n` },
        /TEAM_API_KEY holds a character that no header can carry/,
      ],
      [
        ["--base-url", "staging.example.com"],
        { TEAM_API_KEY: CANARY },
        /--base-url is no http or https URL\. Example:/,
      ],
      [
        ["--base-url", `http://me:${CANARY}@127.0.0.1`],
        { TEAM_API_KEY: CANARY },
        /--base-url has a user, a query or a fragment/,
      ],
      [["--spec", "nope.yaml"], {}, /^nope\.yaml is not there\./m],
      [["--timeout", "soon"], {}, /--timeout soon is no number above 0\./],
      [["--timeout", "99999999999"], {}, /--timeout 99999999999 is too large\./],
      [["--key-env", "sk_live/oops"], {}, /^--key-env is no name of an environment variable\./m],
      [
        ["--reports", "README.md"],
        {},
        /^The reports cannot be written to README\.md: .* Name a folder: --reports DIR$/m,
      ],
      [["--baseurl", "x"], {}, /Unknown option '--baseurl'/],
    ];
    for (const [args, env, message] of rows) {
      const { code, stdout, stderr } = await verify(args, env);
      expect(code, args.join(" ")).toBe(2);
      expect(stdout + stderr).toMatch(message);
      expect(stderr.trim().split("\n").length).toBe(1);
    }
  });

  test("verifies a server against another document", async () => {
    const library = await startLibrary();
    try {
      const { code, stdout } = await verify(
        ["--spec", "test/documents/library.yaml", "--base-url", library.url, "--allow-writes"],
        { TEAM_API_KEY: library.key },
      );
      expect(stdout).toMatch(/The contract holds\. \d+ cases, \d+ hold, 0 broken, /);
      expect(code).toBe(0);
    } finally {
      await library.close();
    }
  });
});
