import { isDeepStrictEqual } from "node:util";
import type { Json } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { numberTest, textTest } from "#values/rules/limits.js";
import { keywordOf, Unsatisfiable } from "#values/rules/parts.js";
import type { Difference } from "../difference.js";
import type { AlternativePair } from "./alternative-pair.js";
import type { Alternative } from "./normal-form.js";

/** The difference of two alternatives of which at least one lists its values (`enum`, `const`), as a list of at most one. */
export function valueDifferences({ base, revision, naming, place }: AlternativePair): Difference[] {
  const lost = excluded(base, revision);
  const gained = excluded(revision, base);
  if (lost?.length === 0 && gained?.length === 0) return [];
  const isConst = [base, revision].some(({ parts }) => keywordOf(parts, "enum").length === 0);
  const at = place(isConst && keywordOf(base.parts, "const").length > 0 ? "const" : "enum");
  const keyword = pointerNames(at).at(-1) ?? "enum";
  const message = `${naming.keyword(at, keyword)} ${verbOf(base, revision, lost, gained)}.`;
  const breaks = { request: lost?.length !== 0, response: gained?.length !== 0 };
  return [{ rule: "enum", message, place: at, breaks, otherwise: "patch", ...shown(base, revision) }];
}

/** The listed values that the other side does not allow; undefined if they are not listed. */
function excluded(own: Alternative, other: Alternative): readonly Json[] | undefined {
  return own.values?.filter((value) => !allows(other, value));
}

function allows({ values, parts }: Alternative, value: Json): boolean {
  if (values) return values.some((known) => isDeepStrictEqual(known, value));
  try {
    if (typeof value === "number") return numberTest(parts)(value);
    return typeof value !== "string" || textTest(parts)(value);
  } catch (error) {
    // A pattern that is not a regular expression rules nothing out.
    if (error instanceof Unsatisfiable) return true;
    throw error;
  }
}

function verbOf(
  base: Alternative,
  revision: Alternative,
  lost: readonly Json[] | undefined,
  gained: readonly Json[] | undefined,
): string {
  if (!base.values) return `was set to ${listed(revision.values)}`;
  if (!revision.values) return "was removed";
  const changes = [
    ...(lost && lost.length > 0 ? [`lost ${listed(lost)}`] : []),
    ...(gained && gained.length > 0 ? [`gained ${listed(gained)}`] : []),
  ];
  return changes.join(" and ");
}

const MAX_LISTED = 10;

function listed(values: readonly Json[] = []): string {
  const shownValues = values.slice(0, MAX_LISTED).map((value) => JSON.stringify(value));
  return values.length > MAX_LISTED
    ? `${shownValues.join(", ")} and ${values.length - MAX_LISTED} more`
    : shownValues.join(", ");
}

function shown(base: Alternative, revision: Alternative): { old: Json | undefined; new: Json | undefined } {
  const listOf = ({ values }: Alternative) => (values ? [...values] : undefined);
  return { old: listOf(base), new: listOf(revision) };
}
