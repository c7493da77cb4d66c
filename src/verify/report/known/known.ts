import type { Cause } from "../../model/cause.js";
import type { Finding } from "../../model/finding/finding.js";
import { isEntryOf, type KnownAs, type KnownCause, type KnownEntry } from "../../model/known.js";
import { type CaseResult, findingsOf, type Outcome } from "../../model/test-case/outcome.js";
import { type AttributedResults, exampleOf } from "../cause/causes.js";
import { visible } from "../redaction/sanitize.js";
import { entryState, isOfFault, type Shown, shownBy } from "./known-state.js";
import { updatedEntries } from "./update-known.js";

/** The known causes of a target, and the part of the contract that a run tested. */
export interface KnownFindings {
  entries: readonly KnownCause[];
  /** The day of the run: `2026-12-31`. */
  today: string;
  /** The operations of which the run had all test cases; undefined for all operations. */
  complete?: readonly string[] | undefined;
  /** Whether a known cause in a further operation counts. */
  knownStrict: boolean;
}

/** The results of a run, in which known causes and their findings are marked. */
export interface KnownResults extends AttributedResults {
  /** The entries, each with its state; undefined if the run has no known causes. */
  known?: KnownEntry[];
}

/** The known causes as a run gets them. */
export interface GivenKnown {
  /** Undefined for a run without a file of them. */
  known?: readonly KnownCause[] | undefined;
  /** Whether the causes of the run are accepted, and those that are gone are forgotten (default: false). */
  updateKnown?: boolean;
  failOnWarning?: boolean;
  /** Whether a known cause in a further operation counts (default: false). */
  knownStrict?: boolean;
}

/** Judges the causes of a run by those that are known. @param scope of the run; its date is in ISO 8601 */
export function judgedKnown(
  results: AttributedResults,
  { known, updateKnown = false, failOnWarning = false, knownStrict = false }: GivenKnown,
  { date, complete }: { date: string; complete: readonly string[] | undefined },
): KnownResults {
  const entries = updateKnown ? updatedEntries(known ?? [], results, { complete, failOnWarning }) : known;
  return withKnown(results, entries && { entries, today: date.slice(0, 10), complete, knownStrict });
}

/** Marks the causes that are known, their findings, and those of their consequences. */
function withKnown({ causes, cases }: AttributedResults, known: KnownFindings | undefined): KnownResults {
  if (known === undefined) return { causes, cases };
  const marked = causes.map((cause) => {
    const as = knownAs(cause, cases, known);
    return as === undefined ? cause : { ...cause, known: as, example: newExample(cause, cases, as) };
  });
  const covers = covering(marked);
  return {
    causes: marked,
    cases: cases.map((result) => withMarks(result, covers)),
    known: known.entries.map((entry) => ({
      ...entry,
      ...(entry.title === undefined ? {} : { title: visible(entry.title) }),
      state: entryState(entry, causes, cases, known.complete),
    })),
  };
}

/** The entry of a cause. An expired one does not count, unless all are. */
function knownAs(
  cause: Cause,
  cases: readonly CaseResult[],
  { entries, today, knownStrict }: KnownFindings,
): KnownAs | undefined {
  const all = entries.filter((entry) => isEntryOf(entry, cause));
  const valid = all.filter(({ expires }) => expires === undefined || today <= expires);
  const [entry = all[0]] = valid;
  if (entry === undefined) return undefined;
  const { reason, issue, expires } = entry;
  const facts = {
    reason: visible(reason),
    ...(issue === undefined ? {} : { issue: visible(issue) }),
    ...(expires === undefined ? {} : { expires }),
  };
  if (valid.length === 0) return { ...facts, state: "expired" };
  const places = shownBy(cause, cases).flatMap((shown) => newPlace(shown, valid) ?? []);
  const named = (counts: boolean) => [
    ...new Set(places.flatMap((place) => ((knownStrict || place.counts) === counts ? [place.name] : []))),
  ];
  const [spreadTo, alsoIn] = [named(true), named(false)];
  return {
    ...facts,
    ...(alsoIn.length > 0 ? { alsoIn } : {}),
    ...(spreadTo.length > 0 ? { state: "spread", spreadTo } : { state: "accepted" }),
  };
}

/** The example of a cause that has spread is one of those that are new. */
function newExample(cause: Cause, cases: readonly CaseResult[], { spreadTo = [] }: KnownAs): Cause["example"] {
  const isNew = ({ operation, name, isOfFault }: Shown) =>
    spreadTo.includes(operation) || (isOfFault && spreadTo.includes(name));
  const names = new Set(
    shownBy(cause, cases)
      .filter(isNew)
      .map(({ name }) => name),
  );
  if (names.size === 0 || names.has(cause.example.case)) return cause.example;
  const examples = cases
    .filter(({ name }) => names.has(name))
    .flatMap((result) => {
      const findings = cause.severity === "failure" ? findingsOf(result.outcome) : result.warnings;
      return findings.filter((finding) => finding.cause === cause.id).map((finding) => exampleOf({ result, finding }));
    });
  return examples[0] ?? cause.example;
}

/**
 * The operation, or the test case, in which no entry lists a cause, and whether it counts. Undefined if one lists it there.
 * The data may decide in which operations a cause shows, so a further one is not a new fault.
 */
function newPlace(
  { operation, name, isOfFault }: Shown,
  entries: readonly KnownCause[],
): { name: string; counts: boolean } | undefined {
  const listed = entries.flatMap(({ operations }) =>
    Object.hasOwn(operations, operation) ? [operations[operation] ?? []] : [],
  );
  if (listed.length === 0) return { name: operation, counts: false };
  if (!isOfFault || listed.flat().includes(name)) return undefined;
  return { name, counts: !entries.some(({ untested = [] }) => untested.includes(name)) };
}

/** Whether a finding, or an error, of a cause is known. */
type Covers = (id: string | undefined, severity: Cause["severity"], shown: Shown) => boolean;

function covering(causes: readonly Cause[]): Covers {
  const byId = new Map(causes.map((cause) => [`${cause.severity} ${cause.id}`, cause]));
  return (id, severity, { operation, name, isOfFault }) => {
    // A warning may be implied by a failure.
    const cause = byId.get(`${severity} ${id}`) ?? byId.get(`failure ${id}`);
    if (cause?.known === undefined || cause.known.state === "expired") return false;
    const { spreadTo = [] } = cause.known;
    return !spreadTo.includes(operation) && !(isOfFault && spreadTo.includes(name));
  };
}

function withMarks(result: CaseResult, covers: Covers): CaseResult {
  const { name, outcome, warnings, operation } = result;
  const marked = (findings: readonly Finding[], severity: Cause["severity"]) =>
    // The report of a part of the run has marks of its own.
    findings.map(({ isKnown: _, ...finding }) => {
      const { about, cause } = finding;
      const shown = { operation: about.operation, name, isOfFault: isOfFault(name, about.fault) };
      return covers(cause, severity, shown) ? { ...finding, isKnown: true } : finding;
    });
  const failures = marked(findingsOf(outcome), "failure");
  return {
    ...result,
    outcome: withFailures(outcome, failures, (silent = operation) => {
      const cause = outcome.verdict === "error" ? outcome.cause : undefined;
      return covers(cause, "failure", { operation: silent, name, isOfFault: false });
    }),
    warnings: marked(warnings, "warning"),
  };
}

function withFailures(outcome: Outcome, findings: Finding[], isErrorKnown: (silent?: string) => boolean): Outcome {
  if (outcome.verdict === "failed") return { ...outcome, findings };
  if (outcome.verdict !== "error") return outcome;
  const { isKnown: _, ...error } = outcome;
  return { ...error, findings, ...(isErrorKnown(outcome.silent) ? { isKnown: true } : {}) };
}
