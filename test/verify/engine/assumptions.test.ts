import { afterAll, beforeAll, expect, test } from "vitest";
import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { loadDocument } from "#openapi/load/load.js";
import { startSandbox } from "#team-api/sandbox/sandbox.js";
import type { Sandbox } from "#team-api/sandbox/sandbox-options.js";
import { TEAM_API } from "#team-api/team-api.js";
import { singleCredential, type Target } from "#verify/model/target/target.js";
import { type CaseResult, findingsOf, isFailure } from "#verify/model/test-case/outcome.js";
import { failureText } from "#verify/report/failure.js";
import { verify } from "#verify/verify.js";
import { testTarget } from "../target.js";

let document: OpenApiDocument;
let sandbox: Sandbox;
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
  sandbox = await startSandbox({ port: 0, rows: 45 });
});
afterAll(() => sandbox.close());

const EXISTING_IMPORT = "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b";
const UNKNOWN_IMPORT = "00000000-0000-4000-a000-000000000000";

const importValue = (id: string): Partial<Target> => ({ values: { retrieveContactImport: { id: { completed: id } } } });

/** The failed test cases of the sandbox, which follows its contract, with these settings of the target file. */
async function failedWith(settings: Partial<Target>, contract = document): Promise<CaseResult[]> {
  const credentials = { own: singleCredential(sandbox.keys.first, "KEY"), ...settings.credentials };
  const target = testTarget(sandbox.url, { hasExampleData: false, writes: "none", ...settings, credentials });
  const { cases } = await verify({ contract, api: TEAM_API, target });
  return cases.filter(({ outcome }) => isFailure(outcome));
}

const assumptionsOf = (results: readonly CaseResult[]) =>
  results.flatMap(({ outcome }) => findingsOf(outcome).map(({ assumes }) => assumes));

test("a finding names the value of the target file that it relies on", async () => {
  const failed = await failedWith(importValue(UNKNOWN_IMPORT));
  expect(failed.map(({ name }) => name)).toEqual(["retrieveContactImport › completed"]);
  expect(assumptionsOf(failed)).toEqual([["values.retrieveContactImport.id.completed"]]);
  expect(failed.map(({ outcome }) => failureText(outcome, [])).join()).toContain(
    "  check first  values.retrieveContactImport.id.completed (in the target file)\nreproduce: ",
  );
});

test.each([
  ["sameTeam", "otherTeam"],
  ["otherTeam", "sameTeam"],
  ["outsideBeta", "sameTeam"],
] as const)("findings name the setting of the key for %s if it is the key for %s", async (actor, actual) => {
  const failed = await failedWith({ credentials: { [actor]: singleCredential(sandbox.keys[actual], "OTHER") } });
  const assumptions = assumptionsOf(failed);
  expect(assumptions.length).toBeGreaterThan(0);
  expect(new Set(assumptions.flat())).toEqual(new Set([`credentials.${actor}`]));
  expect(assumptions.filter((each) => each.length !== 1)).toEqual([]);
});

test("a finding about the form of a response relies on no setting", async () => {
  const strict = structuredClone(document);
  asObject(valueAt(strict, "#/components/schemas/ImportTimestamp")).pattern = "^never$";
  const assumptions = assumptionsOf(await failedWith(importValue(EXISTING_IMPORT), strict));
  expect(assumptions.length).toBeGreaterThan(0);
  expect(assumptions.flat()).toEqual([]);
});
