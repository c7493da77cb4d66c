import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { filtersOf } from "#statements/filters.js";
import { saysUnique } from "#statements/named-fields.js";
import { listOf } from "#statements/paging/paging.js";
import { searchOf } from "#statements/searches.js";
import { contractOf, get, query } from "./document.js";

const ITEM: JsonObject = {
  type: "object",
  properties: {
    id: { type: "integer" },
    project_id: { type: "integer" },
    beds: { type: "integer" },
    status: { type: "integer" },
    status_text: { type: "string" },
    kind: { type: "string" },
  },
};

function listed(...parameters: JsonObject[]) {
  const contract = contractOf({ "/items": { get: get({ type: "array", items: ITEM }, parameters) } });
  const [operation] = contract.operations;
  if (!operation) throw new Error("The document has no operation.");
  return { document: contract.document, operation, list: listOf(contract.document, operation) };
}

test.each<[parameter: JsonObject, isSearch: boolean]>([
  [query("search", "string"), true],
  [query("q", "string"), true],
  [query("Keyword", "string"), true],
  [query("title", "string"), false],
  [query("search", "string", { enum: ["a", "b"] }), false],
  [query("q", "integer"), false],
  [{ ...query("query", "string"), description: "A text for a semantic search." }, false],
  [{ ...query("q", "string"), description: "An expression with operators." }, false],
])("a parameter is a search by its name, unless its words say more: %j", (parameter, isSearch) => {
  const { document, operation } = listed(parameter);
  expect(searchOf(document, operation) !== undefined).toBe(isSearch);
});

test.each<[parameter: JsonObject, property: string | undefined]>([
  [query("project_id", "integer"), "project_id"],
  [query("beds", "integer"), undefined],
  [query("status", "string"), "status_text"],
  [query("status", "integer"), undefined],
  [query("kind", "string"), "kind"],
])("a filter selects by a property that fits it: %j", (parameter, property) => {
  const { document, list } = listed(parameter);
  expect(list && filtersOf(document, list).map((filter) => filter.property)).toEqual(
    property === undefined ? [] : [property],
  );
});

test.each<[description: string, isUnique: boolean]>([
  ["Project code. Unique for team. Digits are not allowed.", true],
  ["The name of the team; unique within it", true],
  ["Code of the board. Unique.", true],
  ["Unique in a team.", true],
  ["A list of tags. Unique tags only are kept.", false],
  ["Unique identifier of the team", false],
])("a description says whether no two resources have the value: %s", (description, isUnique) => {
  expect(saysUnique(description)).toBe(isUnique);
});
