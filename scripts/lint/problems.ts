import { asList, asObject, asText, type JsonObject } from "../../src/openapi/document/document.js";
import type { SarifResult } from "../../src/verify/reporters/sarif-log.js";

/** The problems that Redocly CLI found. */
export interface LintReport {
  /** The version of Redocly CLI. */
  version: string;
  problems: SarifResult[];
}

/**
 * Reads the output of `redocly lint --format=json`.
 *
 * @returns undefined if the text is not such an output
 */
export function lintReport(output: string): LintReport | undefined {
  const report = parsed(output);
  if (!Array.isArray(report?.problems)) return undefined;
  return { version: asText(report.version) ?? "", problems: report.problems.map(asObject).map(problemOf) };
}

function parsed(output: string): JsonObject | undefined {
  try {
    return asObject(JSON.parse(output));
  } catch {
    return undefined;
  }
}

function problemOf({ ruleId, severity, message, location }: JsonObject): SarifResult {
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
