import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { keywordOf } from "#values/rules/parts.js";
import { BREAKS_EVERYBODY, type Difference, NARROWED, WIDENED } from "../difference.js";
import type { AlternativePair } from "./alternative-pair.js";
import { ANNOTATIONS } from "./annotations.js";
import type { Alternative } from "./normal-form.js";

/** Keywords that are compared as a whole. Whether one allows more than another one is not decided. */
const CONDITIONS = [
  ...["not", "if", "then", "else", "contains", "minContains", "maxContains", "propertyNames"],
  ...["dependentSchemas", "dependentRequired", "unevaluatedItems"],
];

/** The differences of the conditions that two alternatives state. A new one allows less, a removed one more. */
export function conditionDifferences({ base, revision, naming, changed }: AlternativePair): Difference[] {
  return CONDITIONS.flatMap((keyword) => {
    const [was, is] = [conditionsOf(naming.base, base, keyword), conditionsOf(naming.revision, revision, keyword)];
    if (isDeepStrictEqual(was.values, is.values)) return [];
    const breaks = was.place === undefined ? NARROWED : is.place === undefined ? WIDENED : BREAKS_EVERYBODY;
    const limit = (place: string | undefined) => (place === undefined ? undefined : { value: null, place });
    const { message: _, ...difference } = changed(limit(was.place), limit(is.place), breaks);
    const verb = was.place === undefined ? "added" : is.place === undefined ? "removed" : "changed";
    return [{ ...difference, message: `${naming.keyword(difference.place, keyword)} was ${verb}.` }];
  });
}

function conditionsOf(document: OpenApiDocument, { parts }: Alternative, keyword: string) {
  const conditions = keywordOf(parts, keyword);
  return { values: conditions.map(({ value }) => canonical(document, value, 0)), place: conditions[0]?.place };
}

const DEEPEST = 5;

/** A schema without annotations, and with the targets of references, as far as its form is compared. */
function canonical(document: OpenApiDocument, value: Json, depth: number): Json {
  if (Array.isArray(value)) return value.map((item) => canonical(document, item, depth));
  if (!isObject(value)) return value;
  const { $ref: reference, ...rest } = value;
  const target = typeof reference === "string" && depth < DEEPEST ? valueAt(document, reference) : undefined;
  const whole = isObject(target) ? { ...target, ...rest } : rest;
  return Object.fromEntries(
    Object.entries(whole)
      .filter(([name]) => !ANNOTATIONS.includes(name) && !name.startsWith("x-"))
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([name, member]) => [name, canonical(document, member, depth + (target === undefined ? 0 : 1))]),
  );
}
