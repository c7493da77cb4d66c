import { wordsOf } from "#openapi/document/words.js";
import { IDENTIFYING, plainName, singularOf } from "../names.js";

/**
 * The field of a resource that has the identifier of a resource around it: `userId` for the parameter of `/users/{id}/orders`.
 * Undefined if no field is named so.
 */
export function parentField(path: string, parameter: string, fields: readonly string[]): string | undefined {
  const segments = path.split("/");
  const noun = singularOf(segments[segments.indexOf(`{${parameter}}`) - 1] ?? "");
  const wanted = [plainName(parameter), ...IDENTIFYING.map((end) => noun + plainName(end))];
  if (noun === "") return undefined;
  return fields.find((field) => wanted.includes(plainName(field)) && plainName(field).startsWith(noun));
}

/** Whether a field names a resource of the same kind that is around a new one: `parent_id`. */
export function namesParent(field: string): boolean {
  return /^parent(id|uuid|key)?$/.test(plainName(field));
}

/** The plain name of the thing that a field names: `milestone` of `milestone_id`. */
export function nounOf(field: string): string {
  const words = wordsOf(field);
  return plainName((IDENTIFYING.includes(words.at(-1) ?? "") ? words.slice(0, -1) : words).join(""));
}
