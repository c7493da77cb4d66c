import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { expansionsOf } from "#statements/expansions.js";
import { filtersOf } from "#statements/filters.js";
import { flagFiltersOf } from "#statements/flag-filters.js";
import { listOf } from "#statements/paging/paging.js";
import { rangesOf } from "#statements/ranges.js";
import { sortingsOf } from "#statements/sorting.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { pageSizes } from "#verify/resources/lists/read-pages.js";
import { get } from "./document.js";

const PERSON = "#/components/schemas/Person";
const SCHEMAS: JsonObject = {
  Person: { type: "string", pattern: "^[a-z]+$" },
  Order: { type: "string", enum: ["asc", "desc"] },
};
const ITEM: JsonObject = {
  type: "object",
  properties: {
    id: { type: "string" },
    status: { type: "string", enum: ["open", "closed"] },
    tags: { type: "array", items: { type: "string" } },
    liked: { type: "boolean" },
    author: { type: "object", properties: { name: { $ref: PERSON } } },
    owner: { type: "string" },
    createdAt: { type: "string", format: "date-time" },
  },
};
const PARAMETERS: Readonly<Record<string, JsonObject>> = {
  status: { type: "string", enum: ["open", "closed"] },
  tags: { type: "array", items: { type: "string" } },
  liked: { $ref: PERSON },
  sort: { type: "string", enum: ["createdAt"] },
  order: { $ref: "#/components/schemas/Order" },
  createdAt: { type: "object", properties: { gte: { type: "string" }, lt: { type: "string" } } },
  expand: { type: "array", items: { type: "string", enum: ["owner"] } },
  offset: { type: "integer", minimum: 0 },
  limit: { type: "integer", minimum: 1, maximum: 50, default: 20 },
};

type Form = (schema: JsonObject) => JsonObject;

/** The statements about a list whose parameters have a form. */
function statementsWith(form: Form) {
  const parameters = Object.entries(PARAMETERS).map(
    ([name, schema]): JsonObject => ({ name, in: "query", schema: form(schema) }),
  );
  const paths = { "/things": { get: get({ type: "array", items: ITEM }, parameters) } };
  const contract = new Contract({ ...documentOf(paths), components: { schemas: SCHEMAS } });
  const { document, operations } = contract;
  const [list] = operations.map((operation) => listOf(document, operation));
  if (!list) throw new Error("The document has no list.");
  const named = <Found extends { parameter?: Parameter | undefined }>({ parameter, ...facts }: Found) => {
    return { ...facts, parameter: parameter?.name };
  };
  const { next, pageSize } = list.paging;
  return {
    filters: filtersOf(document, list).map(named),
    flags: flagFiltersOf(document, list).map(named),
    sortings: sortingsOf(document, list).map(({ query, ...facts }) => ({ ...facts, query: query.map(named) })),
    ranges: rangesOf(document, list).map(named),
    expansions: expansionsOf(document, list.operation).map(named),
    next: next && named(next),
    pageSize: pageSize?.name,
    sizes: pageSizes({ contract }, list),
  };
}

const nothing: JsonObject = { type: "null" };

test("a list with plain parameters has statements of each kind", () => {
  const { filters, flags, sortings, ranges, expansions, next, sizes } = statementsWith((schema) => schema);
  expect(filters.map(({ parameter, isList }) => `${parameter} ${isList}`)).toEqual(["status false", "tags true"]);
  expect(flags).toMatchObject([{ parameter: "liked", flag: "liked", person: "/author/name" }]);
  expect(sortings.map(({ direction }) => direction)).toEqual(["ascending", "descending"]);
  expect(ranges.map(({ member }) => member)).toEqual(["gte", "lt"]);
  expect(expansions).toMatchObject([{ parameter: "expand", value: ["owner"] }]);
  expect(next).toMatchObject({ kind: "offset", parameter: "offset" });
  expect(sizes).toMatchObject({ initial: 20 });
});

test.each<[writer: string, form: Form]>([
  ["FastAPI", (schema) => ({ anyOf: [schema, nothing] })],
  ["FastAPI, with a title and a description", (schema) => ({ anyOf: [schema, nothing], title: "A", description: "B" })],
  ["FastAPI with Pydantic 1", (schema) => ({ allOf: [schema] })],
  ["zod-openapi", (schema) => ({ oneOf: [nothing, schema] })],
  ["a reference to a choice", (schema) => ({ allOf: [{ anyOf: [schema, nothing] }], title: "A" })],
  ["a document with null as a constant", (schema) => ({ anyOf: [schema, { const: null }] })],
  [
    "a document with null among the types",
    (schema) => (typeof schema.type === "string" ? { ...schema, type: [schema.type, "null"] } : schema),
  ],
])("%s: an optional parameter means the same as a plain one", (_, form) => {
  expect(statementsWith(form)).toEqual(statementsWith((schema) => schema));
});
