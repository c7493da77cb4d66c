import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { notFound, success } from "#verify/model/request/expectation.js";
import type { ParameterValue, RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { readPages, sent, withLargestPages } from "#verify/resources/lists/read-pages.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { broken } from "#verify/rules/sentence.js";
import { type Added, addAddress, defineRule, failRequirements, newAddress, requestFor } from "./rule.js";

/** The kind of items that these operations add, in words. */
const RESOURCE = "suppression";

/** So many pages without an added suppression show that the list lacks it. */
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
      const { paging, parameters } = operation;
      if (!added || !paging) return;
      const origin = parameters.filter(({ name }) => name === "origin").map((parameter) => sent(parameter, "manual"));
      for (const filter of [[], origin]) await expectListed(context, { operation, paging }, filter, added);
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
  const found = await readSettled(
    context,
    { ...requestFor(retrieve, { value: identifier }), ...variant },
    isSuccess,
    expected,
  );
  if (isSuccess(found)) expectManual(context, jsonOf(found), added, found);
}

/** Checks that a suppression has the id and the address of an added one, is `manual`, and has no source. */
function expectManual(context: CaseContext, item: Json | undefined, { id, email }: Added, exchange: Exchange): void {
  const wanted: Record<string, Json> = { origin: "manual", source_id: null, id, email };
  for (const [name, value] of Object.entries(wanted)) {
    const found = asObject(item)[name];
    if (found === value || (typeof found === "string" && found.toLowerCase() === String(value).toLowerCase())) continue;
    const breach = broken("added-item-differs", { resource: RESOURCE, field: name });
    const facts = { ...breach, expected: JSON.stringify(value), received: JSON.stringify(found) ?? "nothing" };
    failRequirements(context, ["A3"], { about: { fields: [name] }, ...facts }, exchange);
  }
}

/** Checks that the list, whose order is open (U6), has an added suppression. */
async function expectListed(
  context: CaseContext,
  list: ListOperation,
  filter: readonly ParameterValue[],
  added: Added,
): Promise<void> {
  const isAdded = ({ id, email }: JsonObject) =>
    String(id).toLowerCase() === added.id.toLowerCase() || email === added.email;
  const request = withLargestPages(context, list, { operation: list.operation, parameters: filter });
  const read = await context.settle(
    () => readPages(context, list, request, ({ items }) => items.some(isAdded)),
    ({ pages, items }) => pages.length === 0 || items.some(isAdded),
  );
  const item = read.items.find(isAdded);
  const exchange = read.pages.at(-1)?.exchange;
  if (!exchange) return;
  if (item) return expectManual(context, item, added, exchange);
  if (!read.isComplete && read.pages.length < PAGES) return;
  const isFiltered = filter.length > 0;
  const breach = isFiltered
    ? broken("added-item-missing-by-filter", { resource: RESOURCE, value: "manual" })
    : broken("added-item-missing", { resource: RESOURCE });
  const facts = { ...breach, expected: added.email, received: `a list without it (${read.pages.length} pages)` };
  const requirements = isFiltered ? (["A3", "L7"] as const) : (["A3"] as const);
  const about = { foundBy: ["id", "email", pointerNames(list.paging.items).at(-1) ?? ""] };
  failRequirements(context, requirements, { about, ...facts }, exchange);
}
