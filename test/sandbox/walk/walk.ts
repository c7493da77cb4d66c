// A walk through every operation and every promise of the API, against a running server. It is written from the
// reference alone and shares no code with the server, so that the two can only agree where both follow the reference.

import { ADD_SUPPRESSION } from "./add-suppression.js";
import { EVERY_OPERATION } from "./every-operation.js";
import { LIST_SUPPRESSIONS } from "./list-suppressions.js";
import { same } from "./narrow.js";
import { RETRIEVE_CONTACT_IMPORT } from "./retrieve-contact-import.js";
import { RETRIEVE_SUPPRESSION } from "./retrieve-suppression.js";
import { REVOKE_OAUTH_GRANT } from "./revoke-oauth-grant.js";
import { key, otherTeamKey, outsideBetaKey, sameTeamKey } from "./settings.js";
import type { Step } from "./step.js";
import { SUPPRESSION_FIELDS } from "./suppression-fields.js";

const PROMISES = [
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
  // A key with its last letter missing is sent too, and a server may repeat it.
  const keys = [key, sameTeamKey, otherTeamKey, outsideBetaKey].flatMap((each) => [each, each.slice(0, -1)]);
  return keys.reduce((clean, each) => clean.replaceAll(each, "<key>"), text);
}

function print(line: string): void {
  console.log(withoutKeys(line.replace(/\s+/g, " ")));
}

async function passes({ promise, title, run }: Step): Promise<boolean> {
  try {
    await run();
    print(`ok ${promise} ${title}`);
    return true;
  } catch (error) {
    print(`FAILED ${promise} ${title}: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}

async function walk(): Promise<void> {
  let passed = 0;
  for (const step of steps) {
    if (await passes(step)) passed += 1;
  }
  const failed = steps.length - passed;
  if (failed > 0) process.exitCode = 1;
  print(`${passed} passed, ${failed} failed`);
}

await walk();
same([...new Set(steps.map((step) => step.promise))].sort(), [...PROMISES].sort(), "promises that were walked");
