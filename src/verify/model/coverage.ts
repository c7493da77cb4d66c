import { jsonText } from "#openapi/document/long-integer.js";
import { groupBy } from "./group-by.js";

/** The kinds of parts of a document that a run can exercise. */
export const COVERAGE_KINDS = [
  "operations",
  "parameters",
  "alternative keys",
  "request fields",
  "statuses",
  "response fields",
  "enum members",
  "unusable parts",
] as const;
export type CoverageKind = (typeof COVERAGE_KINDS)[number];

/** How far a run came with an operation. */
export interface OperationState {
  operation: string;
  /** `tested`: it succeeded as documented, at least once. `unsuccessful`: it responded, but never so. */
  state: "tested" | "unsuccessful" | "not reached";
  /** The statuses of its responses, the most frequent one first. */
  statuses: number[];
}

/** Parts of a document that a run exercised, and those that it did not. */
export interface Coverage {
  operations: OperationState[];
  /** An operation that succeeded, also beside the selected test cases, in a run with a part of them. */
  proof?: string;
  kinds: { kind: CoverageKind; exercised: number; total: number }[];
  /** The parts that were not exercised, by operation and kind. */
  missing: { operation: string; kind: CoverageKind; names: string[]; reason: string }[];
  /**
   * The parts of the document that cannot be used, each a JSON pointer or the id of an operation. Left out without any.
   */
  unusable?: { part: string; reason: string }[];
}

/** The share of the parts that were exercised: percent, rounded down. 100 for a document without parts. */
export function coveragePercent({ kinds }: Pick<Coverage, "kinds">): number {
  const sum = (of: "exercised" | "total") => kinds.reduce((before, counts) => before + counts[of], 0);
  return sum("total") === 0 ? 100 : Math.floor((100 * sum("exercised")) / sum("total"));
}

/** How many operations are in which state. */
export function countOperations(operations: readonly OperationState[]): Record<OperationState["state"], number> {
  const counts = { tested: 0, unsuccessful: 0, "not reached": 0 };
  for (const { state } of operations) counts[state] += 1;
  return counts;
}

/** The states of the operations of several parts of one run: the best of each, with the statuses of all. */
function mergedOperations(parts: readonly Coverage[]): OperationState[] {
  const groups = groupBy(
    parts.flatMap(({ operations }) => operations),
    ({ operation }) => operation,
  );
  return [...groups].map(([operation, own]) => {
    const has = (state: OperationState["state"]) => own.some((part) => part.state === state);
    const state = has("tested") ? "tested" : has("unsuccessful") ? "unsuccessful" : "not reached";
    return { operation, state, statuses: [...new Set(own.flatMap(({ statuses }) => statuses))] };
  });
}

/** The coverage of several parts of one run. A part of the document was exercised if one of them exercised it. */
export function mergedCoverage(parts: readonly Coverage[]): Coverage | undefined {
  const [first, ...rest] = parts;
  if (!first) return undefined;
  const keyOf = (operation: string, kind: CoverageKind, name: string) => jsonText([operation, kind, name]);
  const missingOf = (part: Coverage) =>
    new Set(part.missing.flatMap(({ operation, kind, names }) => names.map((name) => keyOf(operation, kind, name))));
  const missingInOthers = rest.map(missingOf);
  const missing = first.missing.flatMap(({ operation, kind, names, reason }) => {
    const left = names.filter((name) => missingInOthers.every((keys) => keys.has(keyOf(operation, kind, name))));
    return left.length > 0 ? [{ operation, kind, names: left, reason }] : [];
  });
  const kinds = first.kinds.map(({ kind, total }) => {
    const left = missing.filter((entry) => entry.kind === kind).reduce((sum, { names }) => sum + names.length, 0);
    return { kind, total, exercised: total - left };
  });
  const proof = parts.flatMap((part) => part.proof ?? [])[0];
  const unusable = first.unusable ? { unusable: first.unusable } : {};
  return {
    operations: mergedOperations(parts),
    ...(proof === undefined ? {} : { proof }),
    kinds,
    missing,
    ...unusable,
  };
}
