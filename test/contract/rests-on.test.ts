import { afterAll, beforeAll, expect, test } from "vitest";
import { only } from "../../src/contract/embedded.js";
import { Environment } from "../../src/contract/environment.js";
import { plan } from "../../src/contract/plan.js";
import { failureText } from "../../src/contract/report/failure-text.js";
import { runAll } from "../../src/contract/run-all.js";
import type { Target } from "../../src/contract/target.js";
import type { CaseReport } from "../../src/contract/verification.js";
import { asObject, type OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { valueAt } from "../../src/openapi/pointer.js";
import { type Sandbox, startSandbox } from "../../src/sandbox/sandbox.js";
import { testTarget } from "./target.js";

let document: OpenApiDocument;
let sandbox: Sandbox;
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
  sandbox = await startSandbox({ port: 0, rows: 45 });
});
afterAll(() => sandbox.close());

const IMPORT = "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b";
const NOWHERE = "00000000-0000-4000-a000-000000000000";

/** What is found on a server that keeps its promises, where the target file is wrong. */
async function brokenBy(given: Partial<Target>, by = document): Promise<CaseReport[]> {
  const keys = { own: only(sandbox.keys.first, "KEY"), ...given.keys };
  const target = testTarget(sandbox.url, { hasExamples: false, writes: false, ...given, keys });
  const environment = new Environment(by, target);
  const reports = await runAll(environment, plan(environment), 4);
  return reports.filter(({ outcome }) => outcome.verdict === "broken");
}

const restsOn = (reports: readonly CaseReport[]) =>
  reports.map(({ outcome }) => (outcome.verdict === "broken" ? outcome.findings.map((each) => each.restsOn) : []));

test("a finding that a wrong value of the target file would explain names the value", async () => {
  const broken = await brokenBy({ values: { retrieveContactImport: { id: { completed: NOWHERE } } } });
  expect(broken.map(({ name }) => name)).toEqual(["retrieveContactImport › completed"]);
  const [place] = restsOn(broken).flat();
  expect(place).toEqual(["values.retrieveContactImport.id.completed"]);
  expect(broken.map(({ outcome }) => failureText(outcome, [])).join()).toContain(
    "  rests on  the target file, which has to be right here: values.retrieveContactImport.id.completed\nrepeat: ",
  );
});

test.each([
  ["sameTeam", "otherTeam"],
  ["otherTeam", "sameTeam"],
  ["outsideBeta", "sameTeam"],
] as const)("findings by a key that is not the %s one name that setting", async (holder, really) => {
  const broken = await brokenBy({ keys: { [holder]: only(sandbox.keys[really], "OTHER") } });
  expect(broken.length).toBeGreaterThan(0);
  const findings = restsOn(broken).flat();
  expect(findings).toEqual(findings.map(() => [`credentials.${holder}`]));
});

test("what is wrong in the form of an answer rests on nothing", async () => {
  const strict = structuredClone(document);
  asObject(valueAt(strict, "#/components/schemas/ImportTimestamp")).pattern = "^never$";
  const broken = await brokenBy({ values: { retrieveContactImport: { id: { completed: IMPORT } } } }, strict);
  const findings = restsOn(broken).flat();
  expect(findings.length).toBeGreaterThan(0);
  expect(findings).toEqual(findings.map(() => []));
});
