import { isDeepStrictEqual } from "node:util";
import { isObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { changeSentence } from "./change-sentence.js";
import type { FoundChange } from "./contract-changes.js";

/** The examples that have another value in a revision: Redocly CLI does not compare values. */
export function exampleChanges(was: OpenApiDocument, is: OpenApiDocument): FoundChange[] {
  return changedPlaces(was, is, []).map((path) => {
    const place = pointerTo("#", ...path);
    const message = changeSentence({ kind: "modified", place, property: undefined, was, is });
    const values = { old: undefined, new: undefined, code: undefined };
    return { impact: "patch", message, pointer: place, affects: "callers", ...values };
  });
}

/** The paths of the examples whose values differ, in two parts of the documents. */
function changedPlaces(was: unknown, is: unknown, path: readonly string[]): string[][] {
  if (was === is || typeof was !== "object" || typeof is !== "object" || !was || !is) return [];
  const members = new Map(Object.entries(is));
  const isOfExamples = path.at(-1) === "examples" && path.at(-2) !== "properties";
  return Object.entries(was).flatMap(([name, before]) => {
    const after: unknown = members.get(name);
    if (!isOfExamples || !isObject(before) || !isObject(after)) return changedPlaces(before, after, [...path, name]);
    return isDeepStrictEqual(before.value, after.value) ? [] : [[...path, name]];
  });
}
