import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, named, shows } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

const NUMBER: JsonObject = { type: "integer" };
const FLAG: JsonObject = { type: "boolean" };
const objectOf = (properties: JsonObject): JsonObject => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});
const SORT = objectOf({ empty: FLAG, sorted: FLAG, unsorted: FLAG });
const ORDER = fields("id", "name");
/** A page as Spring Data writes it. */
const PAGE = objectOf({
  content: { type: "array", items: ORDER },
  pageable: objectOf({ offset: NUMBER, pageNumber: NUMBER, pageSize: NUMBER, paged: FLAG, unpaged: FLAG, sort: SORT }),
  ...{ totalElements: NUMBER, totalPages: NUMBER, number: NUMBER, size: NUMBER, numberOfElements: NUMBER },
  ...{ first: FLAG, last: FLAG, empty: FLAG, sort: SORT },
});
const PARAMETERS: JsonObject[] = [
  { name: "page", in: "query", schema: { ...NUMBER, minimum: 0 } },
  { name: "size", in: "query", schema: { ...NUMBER, minimum: 1 } },
  {
    name: "sort",
    in: "query",
    schema: { type: "array", items: { type: "string" } },
    description: "property,(asc|desc)",
  },
];
const DOCUMENT = documentOf({
  "/orders": { get: { parameters: PARAMETERS, responses: { "200": shows(PAGE) } } },
  "/orders/{id}": { parameters: named("id"), get: { responses: { "200": shows(ORDER) } } },
});

test.each([
  ["", { empty: true, sorted: false, unsorted: true }],
  ["&sort=name,desc", { empty: false, sorted: true, unsorted: false }],
])("the parts of a page of Spring Data describe the same page, with the query %s", async (query, sort) => {
  mock = await startMock({ document: DOCUMENT, port: 0, state: true, rows: 7 });
  const page = await (await fetch(`${mock.url}/orders?page=1&size=3${query}`)).json();
  expect(page).toMatchObject({
    ...{ totalElements: 7, totalPages: 3, number: 1, size: 3, numberOfElements: 3 },
    ...{ first: false, last: false, empty: false, sort },
    pageable: { offset: 3, pageNumber: 1, pageSize: 3, paged: true, unpaged: false, sort },
  });
});

test("the parts of a generated page of Spring Data describe the same page", async () => {
  mock = await startMock({ document: DOCUMENT, port: 0 });
  const page = await (await fetch(`${mock.url}/orders?page=0&size=3`)).json();
  expect(page.pageable).toMatchObject({ offset: 0, pageNumber: 0, pageSize: page.size, paged: true, unpaged: false });
});
