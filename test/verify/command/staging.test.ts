import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isSafe } from "#openapi/operations/methods.js";
import { type FaultyServer, startFaulty } from "#test/faults/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { reportOf, runVerify } from "./run-verify.js";

// The sandbox has the role of a staging server: it follows the contract, and its requests are recorded.
let staging: FaultyServer;
let env: Record<string, string>;
beforeAll(async () => {
  staging = await startFaulty({ id: "unchanged", title: "Changes nothing." });
  const { first, sameTeam, otherTeam, outsideBeta } = staging.keys;
  env = { TEAM_API_KEY: first, SECOND_KEY: sameTeam, OTHER_KEY: otherTeam, OUTSIDE_KEY: outsideBeta };
});
afterAll(() => staging.close());

const IMPORT = "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b";
const EXAMPLE_GRANT = "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4";

async function targetFile(settings = ""): Promise<string> {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  await writeFile(
    file,
    `baseUrl: ${staging.url}
credentials:
  BearerAuth: \${TEAM_API_KEY}
  sameTeam: \${SECOND_KEY}
  otherTeam: \${OTHER_KEY}
  outsideBeta: \${OUTSIDE_KEY}
${settings}`,
  );
  return file;
}

/** Creates grants of the first team. Returns their ids. */
function createGrants(count: number): Promise<string[]> {
  const creating = Array.from({ length: count }, async () => {
    const response = await fetch(`${staging.controlUrl}/grants`, {
      method: "POST",
      headers: { authorization: `Bearer ${staging.controlToken}`, "content-type": "application/json" },
      body: JSON.stringify({ team: "first" }),
    });
    const { id }: { id: string } = await response.json();
    return id;
  });
  return Promise.all(creating);
}

/** The requests since the first so many. */
const requestsSince = (count: number) => staging.seen.slice(count);

test("each program of docs/staging.md names its contract, by spec or by a target of team-api.yaml", async () => {
  const page = await readFile("docs/staging.md", "utf8");
  const calls = [...page.matchAll(/(?:contractTests|verify)\(\{ (.*?) \}\)/g)].map(([, settings = ""]) => settings);
  expect(calls).toHaveLength(2);
  for (const settings of calls) expect(settings).toMatch(/spec: "|targetFile: "\w+"/);
});

test("a target file without writes sends safe methods only, and every other test case is skipped with a reason", async () => {
  const before = staging.seen.length;
  const file = await targetFile(`values: { retrieveContactImport: { id: { completed: ${IMPORT} } } }`);
  const run = await runVerify(["--target", file], env);
  const sent = requestsSince(before);
  expect(sent.length).toBeGreaterThan(50);
  expect(sent.filter((request) => !isSafe(request))).toEqual([]);
  expect(run.code).toBe(0);
  expect(run.stdout).toMatch(/^ {2}– addSuppression .* skipped$/m);
  const { requirements, counts } = reportOf(run);
  const stateOf = (id: string) => requirements.find((each) => each.id === id);
  expect(stateOf("L8")?.state).toBe("verified");
  expect(stateOf("I1")?.state).toBe("verified");
  expect(stateOf("V8")).toMatchObject({
    state: "not verified",
    reason: expect.stringContaining("writes are not allowed"),
  });
  expect(counts).toMatchObject({ failed: 0, errors: 0 });
});

test("with writes, only grants of the target file are revoked, and what was not removed is reported", async () => {
  const before = staging.seen.length;
  const listed = await createGrants(12);
  const file = await targetFile(`values: { revokeOauthGrant: { oauth_grant_id: { active: [${listed.join(", ")}] } } }
writes: creations`);
  const run = await runVerify(["--target", file], env);
  expect(run.stdout).toContain(", 0 failed, ");
  expect(run.code).toBe(0);
  const revocations = requestsSince(before).filter(
    ({ method, url }) => method === "DELETE" && url.startsWith("/oauth/grants/"),
  );
  const ids = new Set(revocations.map(({ url }) => url.slice("/oauth/grants/".length)));
  expect(ids).not.toContain(EXAMPLE_GRANT);
  const existing = await Promise.all(
    [...ids].map(async (id) => {
      const headers = { authorization: `Bearer ${staging.controlToken}` };
      return (await fetch(`${staging.controlUrl}/grants/${id}`, { headers })).ok && id;
    }),
  );
  expect(existing.filter((id) => id !== false && !listed.includes(id))).toEqual([]);
  expect(revocations.length).toBeGreaterThan(10);
  expect(run.stdout).toMatch(/^\d+ resources were created and not removed:$/m);
  const { requirements, leftovers } = reportOf(run);
  expect(requirements.find(({ id }) => id === "V6")?.state).toBe("verified");
  expect(leftovers.length).toBeGreaterThan(5);

  // For another run with the same file, the listed grants are already revoked: these test cases are skipped.
  const second = await runVerify(["--target", file], env);
  expect(second.stdout).toContain(", 0 failed, ");
  expect(second.everything).toContain("an earlier run may have consumed it");
  expect(second.code).toBe(0);
});

test("rejections of a key that opens nothing verify no requirement", async () => {
  const closed = { TEAM_API_KEY: staging.keys.outsideBeta };
  const run = await runVerify(["--base-url", staging.url, "--only", "listSuppressions"], closed);
  const states = reportOf(run).requirements.filter(({ id }) => ["L2", "L3", "L6", "L7"].includes(id));
  expect(states.map(({ id, state }) => `${id}: ${state}`)).toEqual(
    ["L2", "L3", "L6", "L7"].map((id) => `${id}: not verified`),
  );
  expect(run.code).toBe(2);
});

test("the exit code is the same if the reader of the output ends early", async () => {
  const { status, stderr } = spawnSync(
    "bash",
    [
      "--norc",
      "-c",
      'set -o pipefail; node dist/team-api-tools/dist/src/cli.js verify --reports "$REPORTS" --only L8 | head -1 > /dev/null',
    ],
    { encoding: "utf8", env: { ...process.env, REPORTS: await temporaryFolder("early") } },
  );
  expect(stderr).not.toContain("EPIPE");
  expect(status).toBe(0);
});

describe("a provision module", () => {
  test("provides grants and removes created resources, so that every requirement is verified", async () => {
    const module = pathToFileURL("dist/team-api-tools/dist/src/team-api/sandbox/provision.js").href;
    const folder = await temporaryFolder("provision");
    const provision = join(folder, "provision.mjs");
    // The control plane is at the sandbox, behind the server that the run knows.
    await writeFile(
      provision,
      `import { provision as sandbox } from ${JSON.stringify(module)};
export const provision = () => sandbox({ baseUrl: ${JSON.stringify(staging.controlUrl.replace(/\/_sandbox$/, ""))} });
`,
    );
    // The team has this server for itself, so examples of addresses may be sent, too.
    const file = await targetFile(`writes: creations
allowed: [addSuppression]
provision: ${provision}
values: { retrieveContactImport: { id: { completed: ${IMPORT} } } }`);
    const run = await runVerify(["--target", file, "--require-all"], {
      ...env,
      SANDBOX_CONTROL_TOKEN: staging.controlToken,
    });
    expect(run.stdout).toContain("Requirements: 31 of 31 verified.");
    const { cases, leftovers } = reportOf(run);
    // A run before may have added the address of the example, so it may be somebody's, and is not removed.
    expect(leftovers.filter(({ reason }) => reason !== "it may have existed before")).toEqual([]);
    expect(cases.filter(({ outcome }) => outcome.verdict !== "passed")).toEqual([]);
    expect(run.code).toBe(0);
  });

  test("that fails leads to skipped test cases, with its message and without secrets", async () => {
    const failing = join(await temporaryFolder("provision"), "failing.mjs");
    await writeFile(
      failing,
      `export const provision = () => ({ disposable: async () => { throw new Error("no grant for " + process.env.TEAM_API_KEY); } });`,
    );
    const { code, stdout, everything } = await runVerify(
      ["--target", await targetFile(`writes: creations\nprovision: ${failing}`)],
      env,
    );
    expect(stdout).toContain(", 0 failed, ");
    expect(everything).toContain("the provision module failed: disposable: no grant for $TEAM_API_KEY");
    expect(code).toBe(0);
  });

  test("that does not exist ends the run before its first request", async () => {
    const before = staging.seen.length;
    const missing = join(await temporaryFolder("provision"), "missing.mjs");
    const { code, stderr } = await runVerify(["--target", await targetFile(`provision: ${missing}`)], env);
    expect(stderr).toMatch(/^The provision module \S+missing\.mjs cannot be loaded: /m);
    expect(code).toBe(2);
    expect(requestsSince(before)).toEqual([]);
  });
});

test("--seed repeats generated values, and another seed generates others", async () => {
  const file = await targetFile();
  const urlsOf = async (seed: string) => {
    const before = staging.seen.length;
    const run = await runVerify(["--target", file, "--seed", seed, "--parallel", "1"], env);
    expect(reportOf(run).seed).toBe(Number(seed));
    return requestsSince(before).map(({ url }) => url);
  };
  const first = await urlsOf("7");
  expect(await urlsOf("7")).toEqual(first);
  expect(await urlsOf("8")).not.toEqual(first);
});

test("the seed comes from the document, and --seed random explores", async () => {
  const file = await targetFile();
  const seedOf = async (...more: string[]) => reportOf(await runVerify(["--target", file, ...more], env)).seed;
  const seed = await seedOf("--only", "listSuppressions › firstPage");
  expect(await seedOf("--only", "listSuppressions › firstPage")).toBe(seed);
  expect(await seedOf("--only", "listSuppressions › firstPage", "--seed", "random")).not.toBe(seed);
});

test("undocumented fields are listed, and with --strict they are failures", async () => {
  const generous = await startFaulty({
    id: "one-more-field",
    title: "Sends a field that the document does not have.",
    answer: (answer, _, { operation }) =>
      operation === "retrieveContactImport" && answer.status === 200
        ? { ...answer, body: answer.body.replace(/\}$/, ',"file_name":"people.csv"}') }
        : answer,
  });
  try {
    const args = ["--base-url", generous.url, "--only", "retrieveContactImport"];
    const key = { TEAM_API_KEY: generous.keys.first };
    const lenient = await runVerify(args, key);
    expect(lenient.code).toBe(0);
    expect(reportOf(lenient).undocumentedFields).toEqual([{ operation: "retrieveContactImport", at: "/file_name" }]);
    const strict = await runVerify([...args, "--strict"], key);
    expect(strict.code).toBe(1);
    expect(strict.stdout).toContain("the document does not have the field /file_name of the body");
  } finally {
    await generous.close();
  }
});
