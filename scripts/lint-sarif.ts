import { asList, asObject, asText, type JsonObject } from "../src/openapi/document/document.js";
import { type SarifResult, sarifLog } from "../src/verify/reporters/sarif-log.js";

/**
 * The SARIF log of the output of `redocly lint --format=json`.
 *
 * @returns undefined if the text is not such an output
 */
export function sarifOf(output: string): string | undefined {
  const report = parsed(output);
  if (!Array.isArray(report?.problems)) return undefined;
  const results = report.problems.map(asObject).map(resultOf);
  return sarifLog({ name: "redocly lint", version: asText(report.version) ?? "" }, results);
}

function parsed(output: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(output));
  } catch {
    return undefined;
  }
}

function resultOf({ ruleId, severity, message, location }: JsonObject): SarifResult {
  const [place] = asList(location).map(asObject);
  const { line } = asObject(place?.start);
  return {
    ruleId: asText(ruleId) ?? "lint",
    level: severity === "error" ? "error" : "warning",
    message: asText(message) ?? "",
    file: asText(asObject(place?.source).ref) ?? "",
    line: typeof line === "number" ? line : undefined,
    pointer: asText(place?.pointer) ?? "#",
  };
}
