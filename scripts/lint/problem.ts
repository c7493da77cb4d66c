import { asList, asObject, asText, type JsonObject } from "../../src/openapi/document/document.js";
import { parentOf, pointerTo } from "../../src/openapi/document/pointer.js";

/** A problem that Redocly CLI found. */
export interface LintProblem {
  ruleId: string;
  severity: "error" | "warn";
  message: string;
  /** Names that may be meant. */
  suggest: readonly string[];
  file: string;
  line: number | undefined;
  column: number | undefined;
  /** The place in the file; undefined if the file cannot be parsed. */
  pointer: string | undefined;
  /** Whether the name of the place is meant, and not its value. */
  reportOnKey: boolean;
}

/** The rule of a file that cannot be parsed. */
export const UNREADABLE = "yaml";

/** The rule of an operationId that several operations have. */
const SAME_ID = "operation-operationId-unique";

/** The problems of one document. */
export interface LintReport {
  /** The version of Redocly CLI. */
  version: string;
  problems: readonly LintProblem[];
}

/**
 * Reads the output of `redocly lint --format=json`, which has an object for each document, one after the other.
 *
 * @returns undefined if the text is not such an output
 */
export function lintReports(output: string): LintReport[] | undefined {
  const reports = parsed(output.replaceAll("\n}{\n", "\n}\n,{\n"));
  if (!reports || reports.length === 0 || !reports.every(({ problems }) => Array.isArray(problems))) return undefined;
  return reports.map(({ version, problems }) => ({
    version: asText(version) ?? "",
    problems: asList(problems).map(asObject).map(problemOf),
  }));
}

/** The problems of several documents as those of one. */
export function asOneReport(reports: readonly LintReport[]): LintReport {
  return { version: reports[0]?.version ?? "", problems: reports.flatMap(({ problems }) => problems) };
}

function parsed(output: string): JsonObject[] | undefined {
  try {
    return asList(JSON.parse(`[${output}]`)).map(asObject);
  } catch {
    return undefined;
  }
}

function problemOf({ ruleId, severity, message, location, suggest }: JsonObject): LintProblem {
  const [place] = asList(location).map(asObject);
  const { line, col } = asObject(place?.start);
  const given = asText(place?.pointer);
  // Redocly CLI names a place by the value of `operationId` here.
  const pointer = given !== undefined && ruleId === SAME_ID ? pointerTo(parentOf(given), "operationId") : given;
  const isUnreadable = pointer === undefined && line !== undefined;
  return {
    ruleId: isUnreadable ? UNREADABLE : (asText(ruleId) ?? "lint"),
    severity: severity === "error" ? "error" : "warn",
    message: asText(message) ?? "",
    suggest: asList(suggest).flatMap((name) => asText(name) ?? []),
    file: asText(asObject(place?.source).ref) ?? "",
    line: typeof line === "number" ? line : undefined,
    column: typeof col === "number" ? col : undefined,
    pointer,
    reportOnKey: place?.reportOnKey === true,
  };
}
