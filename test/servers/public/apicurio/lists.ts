import type { Json, JsonObject } from "#openapi/document/document.js";
import { json, type ReadRequest, Rejection, type ServedResponse } from "../../service.js";

interface Listed {
  /** The field of the response that has the rows. */
  name: string;
  /** The rows, as responses show them. */
  rows: readonly JsonObject[];
  /** The field by which the rows are sorted if the request names none (default: they are not sorted). */
  usual?: string;
}

/** The page of a list that a request asks for, with the count of all rows. */
export function listed({ query }: ReadRequest, { name, rows, usual }: Listed): ServedResponse {
  const [offset, limit] = [Number(query.offset ?? 0), Number(query.limit ?? 20)];
  if (offset < 0 || limit < 0) throw new Rejection(400, "The offset and the limit must not be negative.");
  const field = query.orderby ?? usual;
  const sorted = field === undefined ? rows : ordered(rows, String(field), query.order === "desc" ? -1 : 1);
  const count = query.skipCount === true ? 0 : rows.length;
  return json(200, { [name]: sorted.slice(offset, offset + limit), count });
}

function ordered(rows: readonly JsonObject[], field: string, sign: number): JsonObject[] {
  return rows.toSorted((left, right) => sign * compared(left[field], right[field]));
}

function compared(left: Json | undefined, right: Json | undefined): number {
  if (left === undefined || right === undefined) return Number(left !== undefined) - Number(right !== undefined);
  if (typeof left === "number" && typeof right === "number") return left - right;
  const [first, second] = [String(left), String(right)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}
