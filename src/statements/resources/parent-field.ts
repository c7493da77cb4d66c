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
