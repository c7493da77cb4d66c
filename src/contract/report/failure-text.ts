import type { Promised } from "../promises.js";
import type { Outcome } from "../verification.js";

/** What has to be right in the target file for a finding to be the server's fault, in words. */
export function restingOn(settings: readonly string[]): string {
  return `the target file, which has to be right here: ${settings.join(", ")}`;
}

/**
 * The failure of a case as a report to the team whose server it is.
 *
 * @returns undefined if the case did not fail
 */
export function failureText(outcome: Outcome, promises: readonly Promised[]): string | undefined {
  if (outcome.verdict === "no answer") return `${outcome.reason}\nrepeat: ${outcome.repeat}`;
  if (outcome.verdict !== "broken") return undefined;
  return outcome.findings
    .flatMap(({ check, message, promises: ids, location, expected, received, restsOn, repeat }, index, all) => [
      `${check}: ${message}`,
      ...ids.map((id) => `  promise   ${id} ${promises.find((each) => each.id === id)?.promise ?? ""}`),
      `  contract  ${location}`,
      `  expected  ${expected}`,
      `  received  ${received}`,
      ...(restsOn.length > 0 ? [`  rests on  ${restingOn(restsOn)}`] : []),
      // Findings of one request share its line.
      ...(all[index + 1]?.repeat === repeat ? [] : [`repeat: ${repeat}`]),
    ])
    .join("\n");
}
