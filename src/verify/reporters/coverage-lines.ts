import { type Coverage, coveragePercent } from "../report/report.js";
import { counted, formatNumber, operationsText, sentence } from "../report/wording.js";

/** How many unusable parts are named. */
const MAX_UNUSABLE = 5;

/** More parts that nothing exercised are left to the HTML report. */
const MAX_UNEXERCISED = 12;

/** The lines of the terminal about the parts of the document that a run exercised. */
export function coverageLines(coverage: Coverage): string[] {
  return [
    ...operationLine(coverage),
    coverageLine(coverage),
    ...unexercisedLines(coverage),
    ...unusableLines(coverage),
  ];
}

/** How many operations succeeded, if some did not. */
function operationLine({ operations }: Coverage): string[] {
  return operations.every(({ state }) => state === "tested") ? [] : [sentence(operationsText(operations))];
}

/**
 * The kinds of which everything was exercised have no numbers. Operations have none either, because they have lines of their
 * own.
 */
function coverageLine(coverage: Coverage): string {
  const open = coverage.kinds.filter(({ kind, exercised, total }) => kind !== "operations" && exercised < total);
  const facts = open.map(({ kind, exercised, total }) => {
    return `${kind} ${formatNumber(exercised)} of ${formatNumber(total)}`;
  });
  return `Coverage: ${coveragePercent(coverage)} % of the document${facts.length > 0 ? ` (${facts.join(", ")})` : ""}.`;
}

/** The parts that nothing exercised, if they are few. The operations have lines of their own. */
function unexercisedLines({ missing }: Coverage): string[] {
  const parts = missing.filter(({ kind }) => kind !== "operations" && kind !== "unusable parts");
  const count = parts.reduce((sum, { names }) => sum + names.length, 0);
  if (count > MAX_UNEXERCISED) return [];
  return parts.map(
    ({ operation, kind, names, reason }) => `  Not exercised: ${operation}, ${kind}: ${names.join(", ")} (${reason})`,
  );
}

/** The parts that the document does not describe so that they can be used, each once. */
function unusableLines({ unusable = [] }: Coverage): string[] {
  if (unusable.length === 0) return [];
  const hidden = unusable.length - MAX_UNUSABLE;
  return [
    `Not tested, because the document cannot be used there (${counted(unusable.length, "part")}):`,
    ...unusable.slice(0, MAX_UNUSABLE).map(({ part, reason }) => `  ${part}: ${reason}`),
    ...(hidden > 0 ? [`  … and ${formatNumber(hidden)} more: see report.html.`] : []),
  ];
}
