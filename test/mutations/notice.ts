import type { OpenApiDocument } from "#openapi/document/document.js";
import { requirementsOf } from "#openapi/document/requirements.js";
import { extensionDefects } from "#openapi/extensions/defects.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { SchemaValidator } from "#openapi/validator/validator.js";
import { TEAM_API } from "#team-api/team-api.js";
import { Contract } from "#verify/model/contract.js";
import { OTHER_ACTORS, singleCredential } from "#verify/model/target/target.js";
import type { CaseResult } from "#verify/model/test-case/outcome.js";
import { requirementStates } from "#verify/report/requirement-states.js";
import { planRun } from "#verify/verify.js";
import type { Change } from "../faults/change.js";
import { score } from "../faults/score.js";
import { testTarget } from "../verify/target.js";

/** The sandbox, with more suppressions than the largest page has. */
const HONEST: Change = { id: "unchanged", title: "Changes nothing.", rows: 120 };

/** A target that has all keys. Nothing is sent to it. */
const KEYS = ["own", ...OTHER_ACTORS].map((actor) => [actor, singleCredential(`key-of-${actor}`, "KEY")]);
const TARGET = testTarget("http://127.0.0.1:9", { credentials: Object.fromEntries(KEYS) });

/** Whether lint, generate, mock and verify refuse a document for its extensions. */
export function isRefused(document: OpenApiDocument): boolean {
  return extensionDefects(document).length > 0;
}

/** Whether an example contradicts its schema, as the lint rule example-fits-schema reports. */
export function contradictsExamples(document: OpenApiDocument): boolean {
  const validator = new SchemaValidator(document);
  return operationsOf(document).some(({ parameters, requestBody, responses }) => {
    const described = [...parameters, ...[requestBody, ...responses].flatMap((each) => each?.content ?? [])];
    return described.some(({ schema, schemaPointer, examples }) => {
      const values = [...examples.named.values(), ...(examples.fallback === undefined ? [] : [examples.fallback])];
      return schema !== undefined && values.some((value) => validator.errors(schemaPointer, value).length > 0);
    });
  });
}

/** The requirements that a run without a failure verifies. */
export function verifiable(document: OpenApiDocument): string[] {
  const results = planRun({ contract: document, api: TEAM_API, target: TARGET }).map(
    ({ testCase: { name, suite, operation, parameter }, covers, skip }): CaseResult => {
      const { id, method, path } = operation;
      const outcome: CaseResult["outcome"] =
        skip === undefined
          ? { verdict: "passed", statuses: [], duration: 0 }
          : { verdict: "skipped", ...skip, statuses: [] };
      return { name, suite, operation: id, method, path, parameter, covers, outcome, warnings: [] };
    },
  );
  const states = requirementStates(requirementsOf(document), results);
  return states.filter(({ state }) => state === "verified").map(({ id }) => id);
}

/** Whether a run against the sandbox fails, warns, skips a test case, or leaves a requirement that it cannot verify. */
export async function failsOnHonestServer(document: OpenApiDocument): Promise<boolean> {
  const { verdict, results } = await score(new Contract(document), HONEST, { untilFound: true });
  const states = requirementStates(requirementsOf(document), results);
  const isComplete = results.every(({ outcome, warnings }) => outcome.verdict === "passed" && warnings.length === 0);
  return verdict !== "passed" || !isComplete || states.some(({ state }) => state !== "verified");
}
