import { examplePairs } from "../../../openapi/example-pairs.js";
import type { Operation } from "../../../openapi/operation.js";
import { requireValidRequest } from "../../generation/valid-request.js";
import type { PlanContext } from "../../model/case-context.js";
import { anyResponse } from "../../model/expectation.js";
import { coversStated, type TestCase } from "../../model/test-case.js";
import { inferredFilters } from "../../relations/filters.js";
import { resourceOf, resourcesOf } from "../../relations/find-resources.js";
import { itemsPointer } from "../../relations/list-items.js";
import { type InferredPaging, inferredPaging } from "../../relations/paging.js";
import { pathKey, pathParameters } from "../../relations/path-parameters.js";
import { type Suite, testCase } from "../suite.js";
import { yieldsMatching } from "./filters.js";
import { findsListedItems } from "./listed-resources.js";
import { pagesFitTogether } from "./pages.js";

/**
 * Compares lists with their items, and their pages with each other, where no extension states how: names of parameters and
 * fields suggest it.
 */
export const inferredLists: Suite = (context, operation) =>
  operation.method === "get"
    ? [...itemCases(context, operation), ...nestedCases(context, operation), ...listCases(context, operation)]
    : [];

function itemCases({ contract }: PlanContext, operation: Operation): TestCase[] {
  const resource = resourcesOf(contract).get(pathKey(operation.path));
  const parameter = pathParameters(operation).at(-1);
  if (resource?.retrieve !== operation || !resource.list || !parameter) return [];
  // The suite `list-items` tests what the extensions state.
  if (parameter.identifies.length > 0 && resource.list.operation.pagination) return [];
  return [
    testCase("inferred-lists", operation, `finds the items of ${resource.list.operation.id}, one by one`, {
      parameter,
      covers: [coversStated(operation, [parameter.pointer])],
      run: (run) => findsListedItems(run, resource),
    }),
  ];
}

/** Operations below an item, which have no example that the suite `examples` sends. */
function nestedCases({ contract }: PlanContext, operation: Operation): TestCase[] {
  const parameter = pathParameters(operation).at(-1);
  const resource = parameter && resourceOf(contract, operation, parameter);
  if (!resource?.list || resource.retrieve === operation || examplePairs(operation).length > 0) return [];
  return [
    testCase("inferred-lists", operation, `responds for an item of ${resource.list.operation.id}`, {
      parameter,
      async run(context) {
        const request = await requireValidRequest(context, operation);
        await context.expect(request, anyResponse(operation, "the list has the item"));
      },
    }),
  ];
}

function listCases({ contract: { document } }: PlanContext, operation: Operation): TestCase[] {
  const items = operation.pagination ? undefined : itemsPointer(document, operation);
  if (items === undefined) return [];
  const list = { operation, items };
  const paging = inferredPaging(document, operation);
  const filters = inferredFilters(document, list).map((filter) =>
    testCase("inferred-lists", operation, `${filter.parameter.name} yields items with its value`, {
      parameter: filter.parameter,
      run: (run) => yieldsMatching(run, list, filter),
    }),
  );
  if (!paging) return filters;
  const reason = paging.isStated
    ? "x-numbered-pages states"
    : `${namesOf(paging)} suggest${paging.pageSize && paging.next ? "" : "s"}`;
  const behavior = `pages fit together, as ${reason}`;
  const pages = testCase("inferred-lists", operation, behavior, { run: (run) => pagesFitTogether(run, list) });
  return [pages, ...filters];
}

function namesOf({ pageSize, next }: InferredPaging): string {
  const nextName = next && ("parameter" in next ? next.parameter.name : "the address of the next page");
  return [pageSize?.name, nextName].filter((each) => each !== undefined).join(" and ");
}
