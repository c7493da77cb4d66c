import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultyServer, startFaulty } from "#test/faults/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { reportOf, runVerify, type VerifyRun } from "./run-verify.js";

let target: FaultyServer;
let first: VerifyRun;
let second: VerifyRun;
let env: Record<string, string>;
beforeAll(async () => {
  target = await startFaulty({
    id: "another-origin",
    title: "Shows an origin that the document does not have.",
    answer: (answer, _, { operation }) =>
      operation === "retrieveSuppression"
        ? { ...answer, body: answer.body.replace('"origin":"bounce"', '"origin":"bounced, 100%"') }
        : answer,
  });
  env = { TEAM_API_KEY: target.keys.first };
  first = await runVerify(["--base-url", target.url, "--shard", "1/2"], env);
  second = await runVerify(["--base-url", target.url, "--shard", "2/2"], env);
});
afterAll(() => target.close());

/** A test case that needs a value which another test case shows: a part without that one skips it. */
const NEEDS_OTHERS = ["retrieveContactImport › responds to unusual values without a server error"];

const merging = (folders: readonly string[]) => folders.flatMap((folder) => ["--merge", folder]);

describe("merged reports of all shards", () => {
  let merged: VerifyRun;
  let whole: VerifyRun;
  beforeAll(async () => {
    merged = await runVerify(merging([first.folder, second.folder]));
    whole = await runVerify(["--base-url", target.url], env);
  });

  test("have the test cases, the states of requirements and the verdict of a whole run", () => {
    const factsOf = (run: VerifyRun) => {
      const { verdict, cases, requirements } = reportOf(run);
      return {
        verdict,
        outcomes: cases
          .filter(({ name }) => !NEEDS_OTHERS.includes(name))
          .map(({ name, outcome }) => `${name}: ${outcome.verdict}`)
          .toSorted(),
        states: requirements.map(({ id, state }) => `${id}: ${state}`),
      };
    };
    expect(factsOf(merged)).toEqual(factsOf(whole));
    expect(merged.code).toBe(1);
    expect(merged.stdout).toMatch(/^Team Management API \S+ against http:\S+, in 2 parts$/m);
    expect(merged.stdout).toMatch(/^Failed\. 126 test cases: /m);
  });

  test("have the sum of the requests", () => {
    const requestsOf = (run: VerifyRun) => reportOf(run).counts.requests;
    expect(requestsOf(merged)).toBe(requestsOf(first) + requestsOf(second));
  });

  test("are written in every format: junit.xml has each test case once, like that of a whole run", () => {
    expect(Object.keys(merged.reports).toSorted()).toEqual([
      "failures.yaml",
      "junit.xml",
      "report.html",
      "report.json",
      "report.sarif",
    ]);
    expect(merged.reports["report.html"]).toContain("</html>");
    const testCasesOf = ({ reports }: VerifyRun) =>
      [...(reports["junit.xml"] ?? "").matchAll(/<testcase classname="\w+" name="[^"]*"/g)]
        .map(([tag]) => tag)
        .toSorted();
    expect(testCasesOf(merged)).toHaveLength(126);
    expect(testCasesOf(merged)).toEqual(testCasesOf(whole));
    const suitesOf = ({ reports }: VerifyRun) =>
      [...(reports["junit.xml"] ?? "").matchAll(/<testsuite (.*) skipped=/g)].map(([, attributes]) => attributes);
    expect(suitesOf(merged)).toEqual(suitesOf(whole));
  });
});

test("folders that are not the shards of one run are reported in one line, with exit code 2", async () => {
  const empty = await temporaryFolder("shards");
  const other = await temporaryFolder("shards");
  const text = await readFile(join(first.folder, "report.json"), "utf8");
  await writeFile(join(other, "report.json"), text.replace(target.url, "https://elsewhere.example.com"));
  const invalid = await temporaryFolder("shards");
  await writeFile(join(invalid, "report.json"), "[]");
  const rows: { folders: string[]; message: RegExp }[] = [
    { folders: [first.folder], message: /^Part 2\/2 is missing\. Name its folder: --merge DIR$/m },
    { folders: [first.folder, first.folder], message: /are the same part, 1\/2\.$/m },
    { folders: [second.folder, other], message: /is of https:\/\/elsewhere\.example\.com, / },
    {
      folders: [empty],
      message: /report\.json cannot be read\. Name the folder of the reports of a part: --merge DIR$/m,
    },
    { folders: [invalid], message: /report\.json is not a report of verify\. Name the folder/m },
  ];
  for (const { folders, message } of rows) {
    const { code, stderr } = await runVerify(merging(folders));
    expect(stderr).toMatch(message);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect(code).toBe(2);
  }
});

describe("GitHub annotations", () => {
  const args = () => ["--base-url", target.url, "--only", "retrieveSuppression"];

  test("are printed for failures on GitHub, with every character escaped that would end a workflow command", async () => {
    const { stdout } = await runVerify(args(), { ...env, GITHUB_ACTIONS: "true" });
    const lines = stdout.split("\n").filter((line) => line.startsWith("::error "));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines[0]).toMatch(/^::error title=`origin` is [^:,]*bounced%2C 100%25.* \(S1\):: {2}requirement/);
    expect(lines.join()).toContain("bounced, 100%25");
  });

  test("are not printed elsewhere", async () => {
    const { stdout } = await runVerify(args(), { ...env, GITHUB_ACTIONS: "" });
    expect(stdout).not.toContain("::error");
  });
});
