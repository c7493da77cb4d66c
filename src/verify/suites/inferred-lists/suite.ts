import { examplePairs } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { PlanContext } from "#verify/model/test-case/request-context.js";
import { coversStated, type TestCase } from "#verify/model/test-case/test-case.js";
import { inferredFilters } from "#verify/relations/filters.js";
import { resourceOf, resourcesOf } from "#verify/relations/find-resources.js";
import { itemsPointer } from "#verify/relations/list-items.js";
import { type InferredPaging, inferredPaging } from "#verify/relations/paging.js";
import { pathKey, pathParameters } from "#verify/relations/path-parameters.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
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
