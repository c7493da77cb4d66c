import { asObject, type Json } from "../../../openapi/document.js";
import type { Operation } from "../../../openapi/operation.js";
import type { CaseContext } from "../../model/case-context.js";
import { type Exchange, isSuccess, jsonOf } from "../../model/exchange.js";
import { notFound, success } from "../../model/expectation.js";
import type { RequestSpec } from "../../model/request-spec.js";
import { maximumPageSize, type PagedList, pageSizeQuery, type Query, readPage } from "../pagination/list-reader.js";
import { type Added, addAddress, defineRule, failRequirements, newAddress, requestFor } from "./rule.js";

/** How many pages of the list are searched for an added suppression. */
const PAGES = 10;

/** A3: an added suppression is `manual` when listed or retrieved, and its `source_id` is null. */
export const addedIsManual = defineRule(
  ["addSuppression", "listSuppressions", "retrieveSuppression"],
  {
    operation: "addSuppression",
    name: "an added address is manual when retrieved",
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
  const found = await context.expect({ ...requestFor(retrieve, { value: identifier }), ...variant }, expected);
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

/** Searches the list, whose order is open (U6), for an added suppression. */
async function expectListed(context: CaseContext, list: PagedList, filter: Query, added: Added): Promise<void> {
  let query: Query = { ...filter, ...pageSizeQuery(list, maximumPageSize(list)) };
  for (let count = 1; count <= PAGES; count += 1) {
    const page = await readPage(context, list, query);
    if (!page) return;
    const item = page.items.find(
      ({ id, email }) => String(id).toLowerCase() === added.id.toLowerCase() || email === added.email,
    );
    if (item) return expectManual(context, item, added, page.exchange);
    if (page.hasMore !== true || page.next === undefined) {
      const isFiltered = filter.origin !== undefined;
      const message = `the added suppression is not listed${isFiltered ? " as manual" : ""}`;
      const facts = { message, expected: added.email, received: `a list without it (${count} pages)` };
      const finding = { check: "created-resource", ...facts } as const;
      return failRequirements(context, isFiltered ? ["A3", "L7"] : ["A3"], finding, page.exchange);
    }
    query = { ...query, [list.pagination.forward.parameter]: page.next };
  }
}
