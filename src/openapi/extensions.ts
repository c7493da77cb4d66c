import { UserError } from "../user-error.js";
import { asList, asObject, asText, type Json, type JsonObject } from "./document.js";
import type { Cursor, Pagination, Parameter } from "./operation.js";
import { pointerTo } from "./pointer.js";

/**
 * Reads `x-pagination` of an operation.
 *
 * @throws UserError if it lacks a part, or names a query parameter that the operation does not have
 */
export function paginationOf(node: Json | undefined, parameters: Parameter[], pointer: string): Pagination | undefined {
  if (node === undefined) return undefined;
  const { items, hasMore, pageSize, forward, backward } = asObject(node);
  if (typeof items !== "string")
    throw new UserError(`${pointer} lacks \`items\`, the JSON pointer to the items of a page.`);
  if (forward === undefined)
    throw new UserError(`${pointer} lacks \`forward\`, the parameter that requests the next page.`);
  const size = asText(pageSize);
  if (size !== undefined) requireQueryParameter(size, parameters, pointerTo(pointer, "pageSize"));
  return {
    items,
    hasMore: asText(hasMore),
    pageSize: size,
    forward: cursorOf(asObject(forward), parameters, pointerTo(pointer, "forward")),
    backward:
      backward === undefined ? undefined : cursorOf(asObject(backward), parameters, pointerTo(pointer, "backward")),
  };
}

function cursorOf({ parameter, item, body }: JsonObject, parameters: Parameter[], pointer: string): Cursor {
  if (typeof item === typeof body) throw new UserError(`${pointer} needs either \`item\` or \`body\`, a JSON pointer.`);
  requireQueryParameter(String(parameter), parameters, pointerTo(pointer, "parameter"));
  return { parameter: String(parameter), item: asText(item), body: asText(body) };
}

/**
 * Reads `x-mutually-exclusive` of an operation.
 *
 * @throws UserError if a group names a query parameter that the operation does not have
 */
export function mutuallyExclusiveOf(groups: Json | undefined, parameters: Parameter[], pointer: string): string[][] {
  return asList(groups).map((group, index) =>
    asList(group).map((name) => {
      requireQueryParameter(String(name), parameters, pointerTo(pointer, index));
      return String(name);
    }),
  );
}

function requireQueryParameter(name: string, parameters: Parameter[], pointer: string): void {
  const names = parameters.filter((parameter) => parameter.in === "query").map((parameter) => parameter.name);
  if (names.includes(name)) return;
  throw new UserError(`${pointer} names \`${name}\`, but the query parameters are ${names.join(", ") || "none"}.`);
}
