// Checks every operation and every requirement of the API against a running server. This script is written from the
// reference alone and shares no code with the server. So the two agree only where both follow the reference.

import { same } from "./assertions.js";
import { ADD_SUPPRESSION } from "./requirements/add-suppression.js";
import { EVERY_OPERATION } from "./requirements/every-operation.js";
import { LIST_SUPPRESSIONS } from "./requirements/list-suppressions.js";
import { RETRIEVE_CONTACT_IMPORT } from "./requirements/retrieve-contact-import.js";
import { RETRIEVE_SUPPRESSION } from "./requirements/retrieve-suppression.js";
import { REVOKE_OAUTH_GRANT } from "./requirements/revoke-oauth-grant.js";
import { SUPPRESSION_FIELDS } from "./requirements/suppression-fields.js";
import { key, otherTeamKey, outsideBetaKey, sameTeamKey } from "./settings.js";
import type { Step } from "./step.js";

const REQUIREMENTS = [
  ...["G1", "G2", "G3"],
  ...["V1", "V2", "V3", "V4", "V5", "V6", "V7", "V8", "V9"],
  ...["A1", "A2", "A3"],
  ...["S1", "S2", "S3"],
  ...["L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"],
  ...["R1", "R2"],
  ...["I1", "I2", "I3"],
];

const steps: readonly Step[] = [
  ...EVERY_OPERATION,
  ...REVOKE_OAUTH_GRANT,
  ...ADD_SUPPRESSION,
  ...SUPPRESSION_FIELDS,
  ...LIST_SUPPRESSIONS,
  ...RETRIEVE_SUPPRESSION,
  ...RETRIEVE_CONTACT_IMPORT,
];

function withoutKeys(text: string): string {
  // Keys are also sent without their last letter, and a server may repeat them.
  const keys = [key, sameTeamKey, otherTeamKey, outsideBetaKey].flatMap((each) => [each, each.slice(0, -1)]);
  return keys.reduce((clean, each) => clean.replaceAll(each, "<key>"), text);
}

function print(line: string): void {
  console.log(withoutKeys(line.replace(/\s+/g, " ")));
}

async function passes({ id, title, run }: Step): Promise<boolean> {
  try {
    await run();
    print(`ok ${id} ${title}`);
    return true;
  } catch (error) {
    print(`FAILED ${id} ${title}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function runSteps(): Promise<void> {
  let passed = 0;
  for (const step of steps) {
    if (await passes(step)) passed += 1;
  }
  const failed = steps.length - passed;
  if (failed > 0) process.exitCode = 1;
  print(`${passed} passed, ${failed} failed`);
}

await runSteps();
same([...new Set(steps.map((step) => step.id))].sort(), [...REQUIREMENTS].sort(), "requirements with a step");
