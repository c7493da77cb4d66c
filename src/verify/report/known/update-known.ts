import type { Cause } from "../../model/cause.js";
import { isEntryOf, type KnownCause, NO_REASON } from "../../model/known.js";
import type { Need } from "../../model/test-case/need.js";
import type { CaseResult } from "../../model/test-case/outcome.js";
import { isRandomCase } from "../../model/test-case/test-case.js";
import type { AttributedResults } from "../cause/causes.js";
import { entryState, isTestedIn, type Shown, shownBy } from "./known-state.js";

/** The part of the contract that a run tested, and the causes that count. */
interface Scope {
  /** The operations of which the run had all test cases; undefined for all operations. */
  complete: readonly string[] | undefined;
  failOnWarning: boolean;
}

/**
 * The known causes after a run that accepts the causes it found. Those that are gone are left out, and others keep what
 * people wrote. New ones are added in the order of their ids.
 */
export function updatedEntries(
  entries: readonly KnownCause[],
  { causes, cases }: AttributedResults,
  { complete, failOnWarning }: Scope,
): KnownCause[] {
  const isTested = isTestedIn(cases, complete);
  const found = causes.map((cause) => ({
    cause,
    shown: shownBy(cause, cases),
    entry: entries.find((entry) => isEntryOf(entry, cause)),
  }));
  const kept = entries
    .filter((entry) => entryState(entry, causes, cases, complete) !== "gone")
    .map((entry) => {
      const own = found.filter(({ cause }) => isEntryOf(entry, cause));
      if (own.length === 0) return entry;
      // A cause that several entries accept spreads to the first of them.
      const isOwn = (other: (typeof own)[number], id: string) =>
        other.entry === entry || Object.hasOwn(entry.operations, id);
      const shown = own.flatMap((other) => other.shown.filter(({ operation }) => isOwn(other, operation)));
      return withUntested({ ...entry, operations: operationsOf(shown, entry.operations, isTested) }, shown, cases);
    });
  return found
    .filter(({ cause, entry }) => entry === undefined && (cause.severity === "failure" || failOnWarning))
    .map(({ cause, shown }) => withUntested(entryOf(cause, shown), shown, cases))
    .toSorted((left, right) => compare(left.cause, right.cause))
    .reduce((all, entry) => inserted(all, entry), kept);
}

function entryOf(cause: Cause, shown: readonly Shown[]): KnownCause {
  return {
    cause: cause.id,
    title: cause.titleWithoutValues ?? cause.title,
    reason: `${NO_REASON}: why is this accepted, and until when?`,
    ...(cause.severity === "warning" ? { severity: cause.severity } : {}),
    operations: operationsOf(shown),
  };
}

/** The kinds of needs that depend on the data of the server, and not on the settings of the run. */
const OF_DATA: readonly Need["kind"][] = ["value", "items"];

/** An entry with the test cases that could have seen its faulty requests, and lacked data. */
function withUntested(entry: KnownCause, shown: readonly Shown[], cases: readonly CaseResult[]): KnownCause {
  const { untested: before = [], ...rest } = entry;
  const byName = new Map(cases.map((result) => [result.name, result]));
  const suites = new Set(
    shown.filter(({ isOfFault }) => isOfFault).flatMap(({ name }) => byName.get(name)?.suite ?? []),
  );
  const lacking = cases.filter(({ suite, operation, outcome }) => {
    const isOpen = outcome.verdict === "skipped" && outcome.needs.every(({ kind }) => OF_DATA.includes(kind));
    return isOpen && suites.has(suite) && Object.hasOwn(entry.operations, operation);
  });
  const untested = [...before.filter((name) => !byName.has(name)), ...lacking.map(({ name }) => name)].toSorted(
    compare,
  );
  return untested.length > 0 ? { ...rest, untested } : rest;
}

/** The operations that show a cause, or may still show it, because they were not tested. */
function operationsOf(
  shown: readonly Shown[],
  before: KnownCause["operations"] = {},
  isTested: (operation: string, name: string) => boolean = () => true,
): KnownCause["operations"] {
  const ids = [...new Set([...Object.keys(before), ...shown.map(({ operation }) => operation)])].toSorted(compare);
  const operations = ids.map((id): [string, string[]] => {
    const own = shown.filter(({ operation }) => operation === id);
    const isShown = (name: string) => own.some((one) => one.name === name);
    const kept = (before[id] ?? []).filter((name) => isShown(name) || !isTested(id, name));
    const names = [...kept, ...own.filter(({ isOfFault }) => isOfFault).map(({ name }) => name)];
    return [id, names.length > 0 ? [...new Set(names)].toSorted(compare) : firstOf(own.map(({ name }) => name))];
  });
  return Object.fromEntries(operations.filter(([, names]) => names.length > 0));
}

/** The first name in the order of their letters. Random requests may not find it again. */
function firstOf(names: readonly string[]): string[] {
  const rank = (name: string) => Number(isRandomCase(name));
  return names.toSorted((left, right) => rank(left) - rank(right) || compare(left, right)).slice(0, 1);
}

/** Inserts an entry before the first one that comes after it. So a sorted file stays sorted, and another order is kept. */
function inserted(entries: readonly KnownCause[], entry: KnownCause): KnownCause[] {
  const at = entries.findIndex(({ cause }) => compare(cause, entry.cause) > 0);
  return at < 0 ? [...entries, entry] : entries.toSpliced(at, 0, entry);
}

/** The same order in every locale. */
function compare(left: string, right: string): number {
  return left < right ? -1 : Number(left > right);
}
