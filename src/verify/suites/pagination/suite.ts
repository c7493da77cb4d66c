import { asObject } from "#openapi/document/document.js";
import { successPlaces } from "#openapi/document/places.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { covers, coversStated, type TestCase } from "#verify/model/test-case/test-case.js";
import { type Suite, testCase } from "../suite.js";
import { yieldsEveryItemOnce } from "./completeness.js";
import { yieldsFollowingItems, yieldsPrecedingItems } from "./cursors.js";
import { filtersOf, yieldsMatchingItems } from "./filters.js";
import { type PagedList, queryParameter } from "./list-reader.js";
import { hasDefaultPageSize, respectsPageSize } from "./page-size.js";
import { type ListCheck, withStableList } from "./stable-list.js";

/** Reads a list page by page, and compares the pages with what `x-pagination` declares. */
export const pagination: Suite = (context, operation) => {
  const { pagination: declared } = operation;
  if (!declared || operation.method !== "get") return [];
  const list: PagedList = { operation, pagination: declared };
  const responses = successPlaces(context.contract.document, operation);
  const filters = filtersOf(context, list);
  const at = (name: string) => pointerTo(operation.pointer, "x-pagination", name);
  const tests: TestCase[] = [];
  const add = (behavior: string, places: readonly string[], check: PagesCheck, parameter?: Parameter) => {
    tests.push(
      testCase("pagination", operation, behavior, {
        parameter,
        isLong: true,
        covers: [covers(operation, places), coversStated(operation, responses)],
        run: (run) => withStableList(run, list, (whole) => check({ context: run, list, whole, places })),
      }),
    );
  };
  add("pages yield every item once", [at("hasMore")], yieldsEveryItemOnce);
  const size = queryParameter(list, declared.pageSize);
  if (size) {
    const bounds = ["minimum", "maximum"].map((name) => pointerTo(size.schemaPointer, name));
    add("pages respect the page size", [at("pageSize"), ...bounds], respectsPageSize, size);
    const count = asObject(size.schema).default;
    const check: PagesCheck = (pages) => hasDefaultPageSize(pages, Number(count), filters);
    const places = [pointerTo(size.schemaPointer, "default")];
    if (count !== undefined) add("the default page size is the documented one", places, check, size);
  }
  for (const [direction, items, check] of CURSOR_CHECKS) {
    const cursor = declared[direction];
    if (!cursor) continue;
    const parameter = queryParameter(list, cursor.parameter);
    const places = [at(direction), ...(parameter ? [parameter.pointer] : [])];
    add(`${cursor.parameter} yields the ${items} items`, places, check);
  }
  for (const filter of filters) {
    const { parameter } = filter;
    const check: PagesCheck = (pages) => yieldsMatchingItems(pages, filter);
    add(`${parameter.name} yields the matching items, and all of them`, [parameter.pointer], check, parameter);
  }
  return tests;
};

type PagesCheck = (check: ListCheck) => Promise<void>;

const CURSOR_CHECKS = [
  ["forward", "following", yieldsFollowingItems],
  ["backward", "preceding", yieldsPrecedingItems],
] as const;
