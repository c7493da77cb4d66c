import type { Finding } from "../finding.js";
import type { Promised } from "../promises.js";

/** The failure of a case as a report to the team whose server it is. */
export function failureText(findings: readonly Finding[], promises: readonly Promised[]): string {
  return findings
    .flatMap(({ check, message, promises: ids, location, expected, received, repeat }, index) => [
      `${check}: ${message}`,
      ...ids.map((id) => `  promise   ${id} ${promises.find((each) => each.id === id)?.promise ?? ""}`),
      `  contract  ${location}`,
      `  expected  ${expected}`,
      `  received  ${received}`,
      // Findings of one request share its line.
      ...(findings[index + 1]?.repeat === repeat ? [] : [`repeat: ${repeat}`]),
    ])
    .join("\n");
}
