import type { Parameter } from "../../../openapi/operation.js";
import { successPlaces } from "../../../openapi/places.js";
import { pointerTo } from "../../../openapi/pointer.js";
import { covers, coversStated, type TestCase } from "../../model/test-case.js";
import type { Suite } from "../suite.js";
import { yieldsEveryItemOnce } from "./completeness.js";
import { yieldsFollowingItems, yieldsPrecedingItems } from "./cursors.js";
import { filtersOf, yieldsMatchingItems } from "./filters.js";
import { type PagedList, queryParameter } from "./list-reader.js";
import { boundsOf, defaultOf, hasDefaultPageSize, respectsPageSize } from "./page-size.js";
import { type ListCheck, withStableList } from "./stable-list.js";

/** A check of a paged list, and the places of the document that it covers. */
interface ListTest {
  name: string;
  places: readonly string[];
  check(check: ListCheck): Promise<void>;
  parameter?: Parameter;
}

/** Reads a list page by page, and compares the pages with what `x-pagination` declares. */
export const pagination: Suite = (context, operation) => {
  const { pagination: declared } = operation;
  if (!declared || operation.method !== "get") return [];
  const list: PagedList = { operation, pagination: declared };
  const responses = successPlaces(context.contract.document, operation);
  const filters = filtersOf(context, list);
  const at = (name: string) => pointerTo(operation.pointer, "x-pagination", name);
  const cursorPlaces = (direction: string, name: string) => {
    const parameter = queryParameter(list, name);
    return [at(direction), ...(parameter ? [parameter.pointer] : [])];
  };
  const { forward, backward } = declared;
  const size = declared.pageSize === undefined ? undefined : queryParameter(list, declared.pageSize);
  const tests: ListTest[] = [
    { name: "pages yield every item once", places: [at("hasMore")], check: yieldsEveryItemOnce },
  ];
  if (size) {
    const places = [at("pageSize"), ...boundsOf(size)];
    tests.push({ name: "pages respect the page size", places, check: respectsPageSize, parameter: size });
  }
  if (size && defaultOf(size) !== undefined) {
    tests.push({
      name: "the default page size is the documented one",
      places: [pointerTo(size.schemaPointer, "default")],
      check: (check) => hasDefaultPageSize(check, filters),
      parameter: size,
    });
  }
  const following = cursorPlaces("forward", forward.parameter);
  tests.push({
    name: `${forward.parameter} yields the following items`,
    places: following,
    check: yieldsFollowingItems,
  });
  if (backward) {
    const preceding = cursorPlaces("backward", backward.parameter);
    tests.push({
      name: `${backward.parameter} yields the preceding items`,
      places: preceding,
      check: yieldsPrecedingItems,
    });
  }
  for (const filter of filters) {
    tests.push({
      name: `${filter.parameter.name} yields the matching items, and all of them`,
      places: [filter.parameter.pointer],
      check: (check) => yieldsMatchingItems(check, filter),
      parameter: filter.parameter,
    });
  }
  return tests.map(
    ({ name, places, check, parameter }): TestCase => ({
      name: `${operation.id} › ${name}`,
      suite: "pagination",
      operation,
      covers: [covers(operation, places), coversStated(operation, responses)],
      writes: false,
      ...(parameter ? { parameter: parameter.name } : {}),
      run: (run) => withStableList(run, list, (whole) => check({ context: run, list, whole, places })),
    }),
  );
};
