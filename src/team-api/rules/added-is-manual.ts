import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { notFound, success } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { expectSettled } from "#verify/steps/settled.js";
import {
  maximumPageSize,
  type Page,
  type PagedList,
  pageSizeQuery,
  type Query,
  readPage,
} from "#verify/suites/pagination/list-reader.js";
import { type Added, addAddress, defineRule, failRequirements, newAddress, requestFor } from "./rule.js";

/** How many pages of the list are searched for an added suppression. */
const PAGES = 10;

/** A3: an added suppression is `manual` when listed or retrieved, and its `source_id` is null. */
export const addedIsManual = defineRule(
  ["addSuppression", "listSuppressions", "retrieveSuppression"],
  {
    operation: "addSuppression",
    name: "an added address is manual when retrieved",
    isolated: true,
    covers: ["A3", "A2"],
    async run(context, { addSuppression: add, retrieveSuppression: retrieve }) {
      const email = newAddress(context);
      // The address must not exist before, also in a cache.
      await context.expect(requestFor(retrieve, { value: email }), notFound(retrieve, "no team has added it"));
      const added = await addAddress(context, add, email);
      if (!added) return;
      for (const identifier of [added.id, email]) await expectRetrieved(context, retrieve, identifier, added, ["A3"]);
    },
  },
  {
    operation: "addSuppression",
    name: "an added address is manual when listed",
    covers: ["A3"],
    async run(context, { addSuppression: add, listSuppressions: operation }) {
      const added = await addAddress(context, add);
      const { pagination } = operation;
      if (!added || !pagination) return;
      const list = { operation, pagination };
      for (const filter of [{}, { origin: "manual" }]) await expectListed(context, list, filter, added);
    },
  },
);

/** Retrieves an added suppression, by its id or its address, and checks it. */
export async function expectRetrieved(
  context: CaseContext,
  retrieve: Operation,
  identifier: string,
  added: Added,
  requirements: readonly string[],
  variant: Pick<RequestSpec, "credential" | "literalAt"> = {},
): Promise<void> {
  const expected = success(retrieve, "it was just added", { requirements });
  const found = await expectSettled(context, { ...requestFor(retrieve, { value: identifier }), ...variant }, expected);
  if (isSuccess(found)) expectManual(context, jsonOf(found), added, found);
}

/** Checks that a suppression has the id and the address of an added one, is `manual`, and has no source. */
function expectManual(context: CaseContext, item: Json | undefined, { id, email }: Added, exchange: Exchange): void {
  const wanted: Record<string, Json> = { origin: "manual", source_id: null, id, email };
  for (const [name, value] of Object.entries(wanted)) {
    const found = asObject(item)[name];
    if (found === value || (typeof found === "string" && found.toLowerCase() === String(value).toLowerCase())) continue;
    const message = `the added suppression has another ${name}`;
    const facts = { message, expected: JSON.stringify(value), received: JSON.stringify(found) ?? "nothing" };
    failRequirements(context, ["A3"], { check: "created-resource", ...facts }, exchange);
  }
}

/** Checks that the list, whose order is open (U6), has an added suppression. */
async function expectListed(context: CaseContext, list: PagedList, filter: Query, added: Added): Promise<void> {
  const search = await context.settle(
    () => searchList(context, list, filter, added),
    ({ item, page }) => item !== undefined || page === undefined,
  );
  if (search.page === undefined) return;
  if (search.item) return expectManual(context, search.item, added, search.page.exchange);
  const isFiltered = filter.origin !== undefined;
  const message = `the added suppression is not listed${isFiltered ? " as manual" : ""}`;
  const facts = { message, expected: added.email, received: `a list without it (${search.pages} pages)` };
  const requirements = isFiltered ? (["A3", "L7"] as const) : (["A3"] as const);
  failRequirements(context, requirements, { check: "created-resource", ...facts }, search.page.exchange);
}

/** A search of the list, page by page. `page` is the last page; undefined if it could not be read. */
interface Search {
  item: JsonObject | undefined;
  page: Page | undefined;
  pages: number;
}

async function searchList(context: CaseContext, list: PagedList, filter: Query, added: Added): Promise<Search> {
  let query: Query = { ...filter, ...pageSizeQuery(list, maximumPageSize(list)) };
  for (let pages = 1; ; pages += 1) {
    const page = await readPage(context, list, query);
    const item = page?.items.find(
      ({ id, email }) => String(id).toLowerCase() === added.id.toLowerCase() || email === added.email,
    );
    if (item || page?.hasMore !== true || page.next === undefined || pages === PAGES) return { item, page, pages };
    query = { ...query, [list.pagination.forward.parameter]: page.next };
  }
}
