import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FaultyServer, startFaulty } from "../faults/server.js";
import { temporaryFolder } from "../temporary.js";
import { type Verified, verify } from "./verified.js";

let target: FaultyServer;
let parts: Verified[];
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
  parts = [];
  for (const shard of ["1/2", "2/2"]) parts.push(await verify(["--base-url", target.url, "--shard", shard], env));
});
afterAll(() => target.close());

const folders = (which: readonly Verified[]) => which.flatMap(({ folder }) => ["--merge", folder]);
const reportOf = ({ reports }: Verified) => JSON.parse(reports["report.json"] ?? "");

test("the reports of parts are merged into one: cases, requests, promises and the verdict of all", async () => {
  const merged = await verify(folders(parts));
  const whole = await verify(["--base-url", target.url], env);
  expect(merged.code).toBe(1);
  const names = (verified: Verified) =>
    reportOf(verified)
      .cases.map(({ name }: { name: string }) => name)
      .toSorted();
  expect(names(merged)).toEqual(names(whole));
  const states = (verified: Verified) =>
    reportOf(verified).promises.map(({ id, state }: Record<string, string>) => [id, state]);
  expect(states(merged)).toEqual(states(whole));
  const requests = parts.map((part) => reportOf(part).counts.requests);
  expect(reportOf(merged).counts.requests).toBe(requests[0] + requests[1]);
  expect(merged.stdout).toContain("The contract is broken.");
  expect(merged.reports["report.html"]).toContain("</html>");
});

test("parts that make no whole are told apart, with exit code 2", async () => {
  const [first, second] = parts;
  if (!first || !second) throw new Error("There are two parts.");
  const empty = await temporaryFolder("parts");
  const other = await temporaryFolder("parts");
  const text = await readFile(join(first.folder, "report.json"), "utf8");
  await writeFile(join(other, "report.json"), text.replace(target.url, "https://elsewhere.example.com"));
  const strange = await temporaryFolder("parts");
  await writeFile(join(strange, "report.json"), "[]");
  const rows: [string[], RegExp][] = [
    [[first.folder], /^Part 2\/2 is missing\. Name its folder: --merge DIR$/m],
    [[first.folder, first.folder], /are the same part, 1\/2\.$/m],
    [[second.folder, other], /is of https:\/\/elsewhere\.example\.com, /],
    [[empty], /report\.json cannot be read\. Name the folder that a part/],
    [[strange], /report\.json is no report of verify\.$/m],
  ];
  for (const [given, message] of rows) {
    const { code, stderr } = await verify(given.flatMap((folder) => ["--merge", folder]));
    expect(stderr).toMatch(message);
    expect(code).toBe(2);
  }
});

test("on GitHub, failures are annotations of the run, with nothing that ends a workflow command early", async () => {
  const { stdout } = await verify(["--base-url", target.url, "--only", "listed"], { ...env, GITHUB_ACTIONS: "true" });
  const lines = stdout.split("\n").filter((line) => line.startsWith("::error "));
  expect(lines.length).toBeGreaterThan(0);
  expect(lines[0]).toMatch(/^::error title=retrieveSuppression › [^:,]+::body: .*%0A {2}promise/);
  expect(lines.join()).toContain("bounced, 100%25");
  const elsewhere = await verify(["--base-url", target.url, "--only", "listed"], { ...env, GITHUB_ACTIONS: "" });
  expect(elsewhere.stdout).not.toContain("::error");
});
