import type { ComparedCause, ComparedCoverage, Comparison, CoveredPart } from "../model/comparison.js";
import type { Report } from "./report.js";
import { counted, formatDate, listed } from "./wording.js";

/** How many causes, and how many parts of the document, are named. */
const [MAX_CAUSES, MAX_PARTS] = [20, 5];

/** A comparison in words. */
export interface ComparisonText {
  /** The other run. */
  base: string;
  /** How many causes are new, fixed, and remain. */
  counts: string;
  /** A line for each new and fixed cause. */
  causes: readonly { sign: "+" | "−"; text: string }[];
  /** A line for each change of the coverage. */
  coverage: readonly string[];
}

/** A comparison in words. */
export function comparisonText(
  { base, coverage, ...causes }: Comparison,
  { contract, target }: Report,
): ComparisonText {
  const { title, version } = base.contract;
  const notes = [
    ...(version === contract.version ? [] : [`another version of the contract: ${version}, now ${contract.version}`]),
    ...(base.target === target ? [] : [`another target: ${base.target}`]),
  ];
  const note = notes.length > 0 ? ` (${notes.join("; ")})` : "";
  const { notTested, remaining } = causes;
  const grown = remaining.flatMap(({ newCases, title, ...cause }) => {
    return newCases ? [{ ...cause, title: `${title}: also shown by ${listed(newCases)}` }] : [];
  });
  const counts = [
    counted(causes.new.length, "new cause"),
    `${causes.fixed.length} fixed`,
    `${remaining.length} remaining`,
    ...(notTested.length > 0 ? [`${notTested.length} not tested`] : []),
  ];
  return {
    base: `${title} ${version} of ${formatDate(base.date)}${note}`,
    counts: counts.join(", "),
    causes: [...linesOf("+", causes.new), ...linesOf("+", grown), ...linesOf("−", causes.fixed)],
    coverage: coverage ? coverageLines(coverage) : [],
  };
}

function linesOf(sign: "+" | "−", causes: readonly ComparedCause[]): ComparisonText["causes"] {
  const hidden = causes.length - MAX_CAUSES;
  const texts = causes
    .slice(0, MAX_CAUSES)
    .map(({ title, severity }) => `${title}${severity === "warning" ? " (warning)" : ""}`);
  return [...texts, ...(hidden > 0 ? [`… and ${hidden} more`] : [])].map((text) => ({ sign, text }));
}

function coverageLines({ before, now, gained, lost }: ComparedCoverage): string[] {
  return [
    ...(before === now ? [] : [`${before} % of the document before, ${now} % now`]),
    ...partLines("gained", gained),
    ...partLines("lost", lost),
  ];
}

function partLines(change: string, parts: readonly CoveredPart[]): string[] {
  const operations = parts.filter(({ kind }) => kind === "operations").map(({ operation }) => operation);
  // An operation says it for its parts.
  const others = parts.filter(({ operation }) => !operations.includes(operation));
  const all = [
    ...operations,
    ...others.flatMap(({ operation, kind, names }) => names.map((name) => `${operation} ${kind} ${name}`)),
  ];
  if (all.length === 0) return [];
  const hidden = all.length - MAX_PARTS;
  return [`${change}: ${all.slice(0, MAX_PARTS).join("; ")}${hidden > 0 ? `; and ${hidden} more` : ""}`];
}
