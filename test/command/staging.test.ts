import { spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SAFE_METHODS } from "../../src/contract/target.js";
import type { CaseReport } from "../../src/contract/verification.js";
import { type FaultyServer, startFaulty } from "../faults/server.js";
import { temporaryFolder } from "../temporary.js";
import { verify } from "./verified.js";

// The sandbox stands for staging: a server that keeps the contract, and notes what it is sent.
let staging: FaultyServer;
let env: Record<string, string>;
beforeAll(async () => {
  staging = await startFaulty({ id: "honest", title: "Keeps the contract." });
  const { first, sameTeam, otherTeam, outsideBeta } = staging.keys;
  env = { TEAM_API_KEY: first, SECOND_KEY: sameTeam, OTHER_KEY: otherTeam, OUTSIDE_KEY: outsideBeta };
});
afterAll(() => staging.close());

const IMPORT = "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b";
const EXAMPLE_GRANT = "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4";

async function targetFile(more = ""): Promise<string> {
  const file = join(await temporaryFolder("target"), "staging.yaml");
  await writeFile(
    file,
    `baseUrl: ${staging.url}
credentials:
  BearerAuth: \${TEAM_API_KEY}
  sameTeam: \${SECOND_KEY}
  otherTeam: \${OTHER_KEY}
  outsideBeta: \${OUTSIDE_KEY}
${more}`,
  );
  return file;
}

/** Grants of the first team that the run may use up. */
async function grants(count: number): Promise<string[]> {
  const made = Array.from({ length: count }, async () => {
    const response = await fetch(`${staging.controlUrl}/grants`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ team: "first" }),
    });
    const { id }: { id: string } = await response.json();
    return id;
  });
  return Promise.all(made);
}

const sentSince = (begun: number) => staging.seen.slice(begun);
const reportIn = ({ "report.json": text = "" }: Record<string, string>) => JSON.parse(text);

test("a read-only target file sends no unsafe method, and says what it did not verify and why", async () => {
  const begun = staging.seen.length;
  const file = await targetFile(`values: { retrieveContactImport: { id: { completed: ${IMPORT} } } }`);
  const { code, stdout, reports } = await verify(["--target", file], env);
  const sent = sentSince(begun);
  expect(sent.length).toBeGreaterThan(50);
  expect(sent.filter(({ method }) => !SAFE_METHODS.includes(method.toLowerCase()))).toEqual([]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /addSuppression .* not verified: .*writes are not allowed \(writes: allow, or --allow-writes\)/,
  );
  const { promises, counts } = reportIn(reports);
  const state = (id: string) => promises.find((each: { id: string }) => each.id === id);
  expect(state("L8").state).toBe("holds");
  expect(state("I1").state).toBe("holds");
  expect(state("V8")).toMatchObject({
    state: "not verified",
    reason: expect.stringContaining("writes are not allowed"),
  });
  expect(counts.broken).toBe(0);

  // The README shows what such a run prints.
  const printed = stdout
    .replaceAll(staging.url, "https://staging.example.com")
    .replace(/Reports: .*/, "")
    .trim();
  expect(await readFile("README.md", "utf8")).toContain(printed);
});

test("with writes allowed, nothing is revoked but what the file lists, and what stays behind is told", async () => {
  const begun = staging.seen.length;
  const listed = await grants(12);
  const file = await targetFile(`values: { revokeOauthGrant: { oauth_grant_id: { active: [${listed.join(", ")}] } } }
writes: allow`);
  const { code, stdout, reports } = await verify(["--target", file], env);
  expect(stdout).toContain(", 0 broken, ");
  expect(code).toBe(0);
  const revoked = sentSince(begun).filter(({ method, url }) => method === "DELETE" && url.startsWith("/oauth/grants/"));
  const ids = new Set(revoked.map(({ url }) => url.slice("/oauth/grants/".length)));
  expect(ids).not.toContain(EXAMPLE_GRANT);
  const existing = await Promise.all(
    [...ids].map(async (id) => (await fetch(`${staging.controlUrl}/grants/${id}`)).ok && id),
  );
  expect(existing.filter((id) => id !== false && !listed.includes(id))).toEqual([]);
  expect(revoked.length).toBeGreaterThan(10);
  expect(stdout).toMatch(/Left on the target, because nothing removes it: addSuppression [0-9a-f-]{36}/);
  const { promises, leftovers } = reportIn(reports);
  expect(promises.find(({ id }: { id: string }) => id === "V6").state).toBe("holds");
  expect(leftovers.length).toBeGreaterThan(5);

  // Another run with the same file finds the listed grants used up, which is nobody's fault.
  const again = await verify(["--target", file], env);
  expect(again.stdout).toContain(", 0 broken, ");
  expect(again.everything).toContain("it may have been used up before");
  expect(again.code).toBe(0);
});

test("what a key that opens nothing is refused is no proof of anything", async () => {
  const closed = { TEAM_API_KEY: staging.keys.outsideBeta };
  const { code, reports } = await verify(["--base-url", staging.url, "--only", "listSuppressions"], closed);
  const { promises } = reportIn(reports);
  const states = promises.filter(({ id }: { id: string }) => ["L2", "L3", "L6", "L7"].includes(id));
  expect(states.map(({ state }: { state: string }) => state)).toEqual(states.map(() => "not verified"));
  expect(states.length).toBe(4);
  // Nothing was verified, and that is said.
  expect(code).toBe(2);
});

test("a reader that ends early does not change the exit code", async () => {
  const { status, stderr } = spawnSync(
    "bash",
    ["-c", 'set -o pipefail; node dist/src/cli.js verify --reports "$REPORTS" --only L8 | head -1 > /dev/null'],
    { encoding: "utf8", env: { ...process.env, REPORTS: await temporaryFolder("early") } },
  );
  expect(stderr).not.toContain("EPIPE");
  expect(status).toBe(0);
});

test("a provision module mints what is used up, and removes what the run made: every promise is verified", async () => {
  const module = pathToFileURL("dist/src/sandbox/provision.js").href;
  const folder = await temporaryFolder("provision");
  const provision = join(folder, "provision.mjs");
  // The API's address is the changed server's; the control plane is at the sandbox behind it.
  await writeFile(
    provision,
    `import { provision as sandbox } from ${JSON.stringify(module)};
export const provision = () => sandbox({ baseUrl: ${JSON.stringify(staging.controlUrl.replace(/\/_sandbox$/, ""))} });
`,
  );
  const file = await targetFile(`writes: allow
provision: ${provision}
values: { retrieveContactImport: { id: { completed: ${IMPORT} } } }`);
  const { code, stdout, reports } = await verify(["--target", file, "--require-all"], env);
  expect(stdout).toContain("Promises: 31 of 31 hold.");
  const { cases, leftovers } = reportIn(reports);
  // What an example names may be somebody's, and is not removed.
  expect(leftovers).toEqual([expect.stringMatching(/^addSuppression \S+ \(it may have been there before\)$/)]);
  expect(cases.filter(({ outcome }: CaseReport) => outcome.verdict !== "holds")).toEqual([]);
  expect(code).toBe(0);
});

test("a provision module that fails makes nobody guilty, and one that is not there ends the run", async () => {
  const folder = await temporaryFolder("provision");
  const failing = join(folder, "failing.mjs");
  await writeFile(
    failing,
    `export const provision = () => ({ disposable: async () => { throw new Error("no grant for " + process.env.TEAM_API_KEY); } });`,
  );
  const { code, stdout, everything } = await verify(
    ["--target", await targetFile(`writes: allow\nprovision: ${failing}`)],
    env,
  );
  expect(stdout).toContain(", 0 broken, ");
  expect(everything).toContain("the provision module failed: disposable: no grant for $TEAM_API_KEY");
  expect(code).toBe(0);

  const gone = await verify(["--target", await targetFile(`provision: ${join(folder, "gone.mjs")}`)], env);
  expect(gone.stderr).toMatch(/The provision module \S+gone\.mjs cannot be loaded/);
  expect(gone.code).toBe(2);
});

test("--seed repeats what was made up, and another seed makes up other values", async () => {
  const file = await targetFile();
  const urls = async (seed: string) => {
    const begun = staging.seen.length;
    const { reports } = await verify(["--target", file, "--seed", seed, "--parallel", "1"], env);
    expect(reportIn(reports).seed).toBe(Number(seed));
    return sentSince(begun).map(({ url }) => url);
  };
  const first = await urls("7");
  expect(await urls("7")).toEqual(first);
  expect(await urls("8")).not.toEqual(first);
});

test("--strict finds fields that the contract does not have, which are listed without it", async () => {
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
    const lenient = await verify(args, key);
    expect(lenient.code).toBe(0);
    expect(reportIn(lenient.reports).undocumented).toEqual([{ operation: "retrieveContactImport", at: "/file_name" }]);
    const strict = await verify([...args, "--strict"], key);
    expect(strict.code).toBe(1);
    expect(strict.stdout).toContain("the body has the field /file_name, which the document does not have");
  } finally {
    await generous.close();
  }
});
