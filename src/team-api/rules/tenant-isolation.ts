import type { JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { filtersOf } from "#statements/filters.js";
import { cursorParameters, listOf } from "#statements/paging/paging.js";
import { type Exchange, isRejection, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse, notFound, success } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE, GENERATED, type ParameterValue, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { oncePerRun } from "#verify/model/test-case/once-per-run.js";
import { accessDenied } from "#verify/model/test-case/skipped.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { withLargestPages } from "#verify/resources/lists/read-pages.js";
import { listedItems } from "#verify/resources/valid-request.js";
import { broken } from "#verify/rules/sentence.js";
import { expectRetrieved } from "./added-is-manual.js";
import { type Added, addAddress, defineRule, failRequirements, requestFor } from "./rule.js";

/** G2, A3: a suppression belongs to the team that added it, and no other team can see it. */
export const tenantIsolation = defineRule(
  ["addSuppression", "listSuppressions", "retrieveSuppression"],
  {
    operation: "addSuppression",
    name: "another team cannot see an added address",
    // It reads lists of the other team, but only for items that belong to this one.
    isolated: true,
    isLong: true,
    actor: "otherTeam",
    async run(context, { addSuppression: add, listSuppressions: list, retrieveSuppression: retrieve }) {
      const added = await addAddress(context, add);
      if (!added) return;
      await requireAccess(context, list);
      const own = await listedItems(context, retrieve);
      await context.together([
        ...notRetrieved(retrieve, added),
        ...notListed(context, list, added, own),
        ...noPageByCursor(list, added, own),
      ]);
    },
  },
  {
    operation: "addSuppression",
    name: "two teams can add the same address",
    isolated: true,
    actor: "otherTeam",
    async run(context, { addSuppression: add, listSuppressions: list, retrieveSuppression: retrieve }) {
      const added = await addAddress(context, add);
      if (!added) return;
      await requireAccess(context, list);
      const why = "the address is new to this team";
      const theirs = await addAddress(context, add, added.email, why, ["A1"], "otherTeam");
      if (theirs) await expectSeparate(context, retrieve, added, theirs);
    },
  },
);

/** The lists of the other team. */
const othersLists = oncePerRun<Operation, Exchange>();

/** @throws Skipped if the other team's key is rejected: that team need not be enrolled in the beta (G3) */
async function requireAccess(context: CaseContext, list: Operation): Promise<void> {
  const exchange = await othersLists.get(context, list, () =>
    context.send({ operation: list, parameters: [], credential: "otherTeam" }),
  );
  if (isRejection(exchange)) throw accessDenied("the other team's key", exchange.status);
}

/** A check that does not depend on others. */
type Check = (context: CaseContext) => Promise<void>;

function notRetrieved(retrieve: Operation, { id, email }: Added): Check[] {
  return [id, email].map((value) => async (context) => {
    const expected = notFound(retrieve, "it belongs to another team", { requirements: ["G2"] });
    await context.expect({ ...requestFor(retrieve, { value }), credential: "otherTeam" }, expected);
  });
}

/** Lists with each filter too: a server may separate teams in some queries only. */
function notListed(planning: CaseContext, list: Operation, { email }: Added, own: readonly JsonObject[]): Check[] {
  return listQueries(planning, list).map((parameters) => async (context) => {
    const request: RequestSpec = { operation: list, parameters, credential: "otherTeam" };
    const theirs = await context.expect(request, success(list, "every team has a list"));
    if (listedIn(list, theirs).some((item) => item.email === email)) {
      const breach = broken("item-of-other-team-shown", { item: "address" });
      const facts = { ...breach, expected: "a list without it", received: email };
      failRequirements(context, ["G2"], facts, theirs);
    }
    expectNoneOf(context, list, theirs, own);
  });
}

/** The whole list, the list in pages of the maximum size, and the list with each value of each filter. */
function listQueries(context: CaseContext, operation: Operation): readonly ParameterValue[][] {
  const list = listOf(context.contract.document, operation);
  if (!list) return [[]];
  const filtered = filtersOf(context.contract.document, list).flatMap(({ parameter, members = [] }) =>
    members.map((value) => [{ parameter, value, source: GENERATED }]),
  );
  return [[], [...withLargestPages(context, list, { operation, parameters: [] }).parameters], ...filtered];
}

/** A cursor of another team shows none of its items. */
function noPageByCursor(list: Operation, { id }: Added, own: readonly JsonObject[]): Check[] {
  return cursorParameters(list).map((parameter) => async (context) => {
    const parameters = [{ parameter, value: id, source: FROM_RESPONSE }];
    const request: RequestSpec = { operation: list, parameters, credential: "otherTeam" };
    const page = await context.expect(request, anyResponse(list, `${parameter.name} names an item of another team`));
    expectNoneOf(context, list, page, own);
  });
}

/** The items of a page; an empty list if the request was rejected. */
function listedIn({ paging }: Operation, exchange: Exchange): JsonObject[] {
  return isSuccess(exchange) && paging ? itemsOf({ paging }, exchange) : [];
}

function expectNoneOf(context: CaseContext, list: Operation, exchange: Exchange, own: readonly JsonObject[]): void {
  const ids = new Set(own.map(({ id }) => id));
  const leaked = listedIn(list, exchange).find(({ id }) => ids.has(id));
  if (!leaked) return;
  const breach = broken("list-of-other-team-shown", {});
  const facts = { ...breach, expected: "a rejection, or items of its own", received: String(leaked.id) };
  failRequirements(context, ["G2"], facts, exchange);
}

/** Two teams have the same address as two suppressions, and each retrieves its own. */
async function expectSeparate(context: CaseContext, retrieve: Operation, added: Added, theirs: Added): Promise<void> {
  if (added.id === theirs.id) {
    const breach = broken("item-of-other-team-returned", { item: "address", resource: "suppression" });
    const facts = { ...breach, expected: `an id other than ${added.id}`, received: theirs.id };
    return failRequirements(context, ["A3"], facts);
  }
  await expectRetrieved(context, retrieve, added.email, added, ["A3"]);
  await expectRetrieved(context, retrieve, added.email, theirs, ["A3"], { credential: "otherTeam" });
}
