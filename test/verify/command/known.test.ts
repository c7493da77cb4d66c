import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type FaultyServer, startFaulty } from "#test/faults/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { reportOf, runVerify, type VerifyRun } from "./run-verify.js";

/** The values that the server shows in place of the documented origins. */
const SHOWN = { origin: '"origin":"bounced"', object: '"object":"thing"' };

let target: FaultyServer;
let file: string;
let isWorse = false;
let first: VerifyRun;
const run = (...args: string[]) => runVerify(["--base-url", target.url, ...args], { TEAM_API_KEY: target.keys.first });
const text = () => readFile(file, "utf8");

beforeAll(async () => {
  target = await startFaulty({
    id: "another-origin",
    title: "Shows an origin that the document does not have, and later another object, too.",
    answer: (answer, _, { operation }) => {
      if (operation !== "retrieveSuppression") return answer;
      const body = answer.body.replace('"origin":"bounce"', SHOWN.origin);
      return { ...answer, body: isWorse ? body.replace('"object":"suppression"', SHOWN.object) : body };
    },
  });
  file = join(await temporaryFolder("known"), "known.yaml");
  first = await run("--known", file, "--update-known");
});
afterAll(() => target.close());

describe("an API that is red today", () => {
  test("is accepted by --update-known, which says what it wrote", async () => {
    expect(first.stdout).toMatch(/known\.yaml has 1 entry \(1 added, 0 removed\)\.$/m);
    expect(first.stdout).toMatch(/^Passed\. .* \d+ known, /m);
    expect(first.stdout).toMatch(/^1 entry of known causes has no reason: write it in place of TODO\.$/m);
    expect(first.code).toBe(0);
    expect(await text()).toContain("operations:\n      retrieveSuppression:\n");
  });

  test("has neither a key nor a value of a response in the file", async () => {
    expect(await text()).not.toContain("bounced");
    for (const key of Object.values(target.keys)) expect(await text()).not.toContain(key);
  });

  test("passes with the file, and a second update changes no byte, also if a person has written the reason", async () => {
    const written = (await text()).replace(/'TODO:.*'/, '"The old bounce service."   # Kim');
    await writeFile(file, written);
    expect((await run("--known", file)).stdout).toContain("The old bounce service.");
    const again = await run("--known", file, "--update-known");
    expect(again.code).toBe(0);
    expect(await text()).toBe(written);
  });

  test("fails without the file, and if its entry has expired", async () => {
    expect((await run()).code).toBe(1);
    const expired = join(await temporaryFolder("known"), "known.yaml");
    await writeFile(expired, (await text()).replace("    operations:", "    expires: 2020-01-01\n    operations:"));
    const { code, stdout } = await run("--known", expired);
    expect(stdout).toMatch(/known +no longer, it expired on 2020-01-01: The old bounce service\./);
    expect(code).toBe(1);
  });

  test("is judged by the file in the merged reports of its parts", async () => {
    const parts = [await run("--shard", "1/2", "--known", file), await run("--shard", "2/2")];
    const folders = parts.flatMap(({ folder }) => ["--merge", folder]);
    expect((await runVerify([...folders, "--known", file])).code).toBe(0);
    expect((await runVerify(folders)).code).toBe(0);
    expect((await run("--shard", "1/2", "--known", file)).stdout).not.toContain("gone");
  });

  test("fails with a new fault, which a comparison names", async () => {
    isWorse = true;
    const { code, stdout, reports } = await run("--known", file, "--compare", join(first.folder, "report.json"));
    isWorse = false;
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Compared with .*: 1 new cause, 0 fixed, 1 remaining\.\n {2}\+ `object` is /m);
    expect(reportOf({ reports }).comparison?.new).toHaveLength(1);
  });
});

test("a run that proves nothing does not change the file", async () => {
  const before = await text();
  const { code, stdout } = await runVerify(["--base-url", target.url, "--known", file, "--update-known"], {
    TEAM_API_KEY: "wrong-key",
  });
  expect(code).toBe(2);
  expect(stdout).toMatch(/known\.yaml is not changed, because the run proves nothing\.$/m);
  expect(await text()).toBe(before);
});

test("files that cannot be used are reported in one line, before a request is sent", async () => {
  const invalid = join(await temporaryFolder("known"), "report.json");
  await writeFile(invalid, "{}");
  const foreign = join(await temporaryFolder("known"), "report.json");
  const report = first.reports["report.json"] ?? "";
  await writeFile(foreign, report.replace('"title": "Team Management API"', '"title": "Petstore"'));
  const rows: [string[], RegExp][] = [
    [
      ["--known", "none.yaml"],
      /^none\.yaml: this file does not exist\. Write it with the causes of a run: --update-known$/m,
    ],
    [["--update-known"], /^--update-known needs a file: --known known\.yaml$/m],
    [["--compare", "none.json"], /^none\.json cannot be read\. Name the report\.json of a run: --compare FILE$/m],
    [["--compare", invalid], /is not a report of verify\. Name the report\.json of a run: --compare FILE$/m],
    [["--compare", foreign], /^The report to compare with is of Petstore, not of Team Management API\. Name a report/m],
  ];
  const before = target.seen.length;
  for (const [args, message] of rows) {
    const { code, stderr } = await run(...args);
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  }
  expect(target.seen.length).toBe(before);
});
