import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { listOf } from "#statements/paging/paging.js";
import { rangesOf } from "#statements/ranges.js";
import { contractOf, get, query } from "./document.js";

const MESSAGE: JsonObject = {
  type: "object",
  properties: { id: { type: "integer" }, date: { type: "string", format: "date-time" }, updatedAt: { type: "string" } },
};

/** The properties that a parameter bounds. */
function boundBy(parameter: JsonObject): string[] {
  const contract = contractOf({ "/messages": { get: get({ type: "array", items: MESSAGE }, [parameter]) } });
  const [operation] = contract.operations;
  const list = operation && listOf(contract.document, operation);
  return list ? rangesOf(contract.document, list).map(({ property }) => property) : [];
}

test.each<[parameter: JsonObject, bounded: string[]]>([
  [query("since", "integer"), ["date"]],
  [{ ...query("since", "string"), description: "The oldest moment." }, ["date"]],
  [query("updatedSince", "string"), ["updatedAt"]],
  [{ ...query("since", "integer"), description: "Messages with an ID less than this value." }, []],
  [{ ...query("id_from", "integer"), description: "The least id." }, ["id"]],
  [query("until", "string"), ["date"]],
])("a bound is of the field that its name suggests, unless it is an identifier: %j", (parameter, bounded) => {
  expect(boundBy(parameter)).toEqual(bounded);
});
