import type { SentRequest } from "../case.js";
import type { Finding } from "../finding.js";
import type { Promised } from "../promises.js";
import { curl } from "./curl.js";

/** The failure of a case as a report to the team whose server it is. */
export function failureText(findings: readonly Finding[], request: SentRequest, promises: readonly Promised[]): string {
  const sections = findings.map(({ check, message, promises: ids, location, expected, received }) =>
    [
      `${check}: ${message}`,
      ...ids.map((id) => `  promise   ${id} ${promises.find((each) => each.id === id)?.promise ?? ""}`),
      `  contract  ${location}`,
      `  expected  ${expected}`,
      `  received  ${received}`,
    ].join("\n"),
  );
  return [...sections, `repeat: ${curl(request)}`].join("\n");
}
