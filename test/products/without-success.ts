import { asList, asObject, asText, type Json } from "#openapi/document/document.js";
import type { DocumentedOperation } from "./documented-operations.js";

/** Operations without a success, for one reason. */
export interface WithoutSuccess {
  reason: string;
  /** `PATCH /folders`. */
  operations: string[];
}

/** The reasons, in words of their own: those of a run name the operation and its parameters. */
const REASONS: readonly [pattern: RegExp, reason: string][] = [
  [/names no resource that the run created/, "it changes a whole collection, or what belongs to the account"],
  [/may delete something, or reach others/, "it may delete something, or reach others"],
  [/no value exists|needs a value to consume/, "no identifier is known: nothing that it needs could be created"],
  [/was rejected with 40[13]/, "the key lacks access"],
];

/**
 * Why operations have no success, by the test cases with their usual requests. The most frequent reason comes first.
 *
 * @param cases of report.json
 */
export function withoutSuccess(
  operations: readonly DocumentedOperation[],
  succeeded: readonly DocumentedOperation[],
  cases: Json | undefined,
): WithoutSuccess[] {
  const reasons = new Map<string, string[]>();
  for (const operation of operations) {
    if (succeeded.includes(operation)) continue;
    const { method, path, isDeclared } = operation;
    const own = asList(cases)
      .map(asObject)
      .filter((each) => each.suite === "examples" && each.method === method.toLowerCase() && each.path === path);
    const outcome = asObject(own[0]?.outcome);
    const said = asText(outcome.reason) ?? "";
    const found = REASONS.find(([pattern]) => pattern.test(said))?.[1] ?? "the target rejects what the document allows";
    const reason = isDeclared ? found : "the document does not declare the parameters of its path";
    reasons.set(reason, [...(reasons.get(reason) ?? []), `${method} ${path}`]);
  }
  return [...reasons]
    .map(([reason, named]) => ({ reason, operations: named }))
    .toSorted((one, other) => other.operations.length - one.operations.length);
}
