import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";

/** The headers by which a client names the versions that it knows (RFC 9110, 13.1.1 and 13.1.2). */
export type ConditionName = "If-Match" | "If-None-Match";

/** The parameter of an operation that is a condition; undefined if the document does not have it. */
export function conditionOf({ parameters }: Operation, name: ConditionName): Parameter | undefined {
  return parameters.find((parameter) => parameter.in === "header" && isSameHeader(parameter.name, name));
}

/** Whether the document says that the successes of an operation have an entity tag. */
export function documentsTag({ responses }: Operation): boolean {
  return responses.some((response) => isSuccessKey(response) && tagHeader(response) !== undefined);
}

/** The place of the document that describes the entity tag of an operation; its condition or itself without one. */
export function tagPlace(operation: Operation): string {
  const [header] = operation.responses.flatMap((response) => tagHeader(response) ?? []);
  return header?.pointer ?? operation.pointer;
}

function tagHeader({ headers }: Operation["responses"][number]) {
  return headers.find(({ name }) => isSameHeader(name, "ETag"));
}

function isSameHeader(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** Whether equal tags mean equal bytes (RFC 9110, 8.8.1). Only such tags match in `If-Match` (8.8.3.2). */
export function isStrongTag(tag: string): boolean {
  return !tag.startsWith("W/");
}
