import { asList, asObject, asText, type JsonObject } from "../../src/openapi/document/document.js";
import type { SarifResult } from "../../src/verify/reporters/sarif-log.js";

/** The problems that Redocly CLI found. */
export interface LintReport {
  /** The version of Redocly CLI. */
  version: string;
  problems: SarifResult[];
}

/**
 * Reads the output of `redocly lint --format=json`, which has an object for each document, one after the other.
 *
 * @returns undefined if the text is not such an output
 */
export function lintReport(output: string): LintReport | undefined {
  const reports = parsed(output.replaceAll("\n}{\n", "\n}\n,{\n"));
  if (!reports || reports.length === 0 || !reports.every(({ problems }) => Array.isArray(problems))) return undefined;
  const problems = reports.flatMap((report) => asList(report.problems).map(asObject).map(problemOf));
  return { version: asText(reports[0]?.version) ?? "", problems };
}

function parsed(output: string): JsonObject[] | undefined {
  try {
    return asList(JSON.parse(`[${output}]`)).map(asObject);
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
