import type { Operation } from "#openapi/operations/operation.js";
import type { ListOperation } from "#statements/list-items.js";
import type { Rule } from "#verify/model/api.js";
import { type Exchange, isAccessDenied, isSuccess } from "#verify/model/request/exchange.js";
import { success } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { accessDenied, Skipped } from "#verify/model/test-case/skipped.js";
import { itemsOf } from "#verify/relations/list-items.js";
import { idOf, withLargestPages } from "#verify/resources/lists/read-pages.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
import { broken } from "#verify/rules/sentence.js";
import { confirm } from "#verify/steps/confirm.js";
import { testCase } from "#verify/suites/suite.js";
import { failRequirements } from "./rule.js";

/** G2: a key belongs to a team, so every key of the team sees the same data. */
export const sameTeamKeys: Rule = ({ contract }) => {
  const requirement = contract.requirements.find(({ id }) => id === "G2");
  return contract.operations
    .filter(({ id, method }) => method === "get" && requirement?.operations.includes(id))
    .map((operation) =>
      testCase("rules", operation, "another key of the team sees the same data", {
        actor: "sameTeam",
        async run(context) {
          const { paging } = operation;
          if (!paging) return expectSameResource(context, operation);
          if (await confirm(context, () => compareLists(context, { operation, paging }))) return;
          throw new Skipped("the list changed each time it was read");
        },
      }),
    );
};

async function expectSameResource(context: CaseContext, operation: Operation): Promise<void> {
  const request = await requireValidRequest(context, operation);
  const own = await context.send(request);
  if (!isSuccess(own)) throw new Skipped(`the target rejected the team's own key with ${own.status}`);
  await expectAccess(context, { ...request, credential: "sameTeam" });
}

/** @throws Skipped if the key is rejected: keys may have permission levels (U7) */
async function expectAccess(context: CaseContext, request: RequestSpec): Promise<Exchange> {
  const exchange = await context.send(request);
  if (isAccessDenied(exchange)) throw accessDenied("a key of the team", exchange.status);
  const expected = success(request.operation, "every key of the team is valid", { requirements: ["G2"] });
  await context.check(request, expected, exchange);
  return exchange;
}

/**
 * Reads the list with one key, then the other. If they differ, it reads with the first again. False if the first key sees
 * another list than before.
 */
async function compareLists(context: CaseContext, list: ListOperation): Promise<boolean> {
  const before = await idsFor(context, list, "own");
  const theirs = await idsFor(context, list, "sameTeam");
  if (before && theirs?.join() === before.join()) return true;
  const after = await idsFor(context, list, "own");
  if (!before || !theirs || !after || theirs.join() === before.join()) return true;
  failRequirements(context, ["G2"], {
    ...broken("other-key-sees-other-list", {}),
    expected: `the ${before.length} items that the first key sees`,
    // The ids show whether it is the same difference each time.
    received: `${theirs.length} items; ${difference("more", theirs, before)}; ${difference("missing", before, theirs)}`,
    isVolatile: true,
  });
  return before.join() === after.join();
}

/** The ids that one list has and another does not, the first ones by name. */
function difference(label: string, left: readonly string[], right: readonly string[]): string {
  const ids = left.filter((id) => !right.includes(id));
  return `${ids.length} ${label}${ids.length > 0 ? ` (${ids.slice(0, 3).join(", ")})` : ""}`;
}

/** The ids on the first page, sorted; undefined if the request failed. */
async function idsFor(
  context: CaseContext,
  list: ListOperation,
  credential: "own" | "sameTeam",
): Promise<string[] | undefined> {
  const request = await requireValidRequest(context, list.operation);
  const exchange = await expectAccess(context, { ...withLargestPages(context, list, request), credential });
  if (!isSuccess(exchange)) return undefined;
  return itemsOf(list, exchange)
    .map((item) => idOf(context.contract, list, item))
    .toSorted();
}
