import type { Operation } from "../../openapi/operation.js";
import { type Ask, success } from "../ask.js";
import { lackOfAccess, NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import { givenBy, idOf, largestPage, type PagedList, sizeOf } from "../cases/paging/walk.js";
import { keepWhatRecurs } from "../cases/recurring.js";
import { type Exchange, itemsIn, succeeded } from "../exchange.js";
import { requireAsk, requireKey } from "../known.js";
import type { Rule } from "./rule.js";

/** A key is a key of the team, so every key of the team is shown the same lists. */
export const G2: Rule = ({ operations, promises }) => {
  const known = promises.find(({ id }) => id === "G2");
  return operations
    .filter(({ id, method }) => method === "get" && known?.operations.includes(id))
    .map((operation) => ({
      name: `${operation.id} › G2 shows the same to another key of the team`,
      kind: "rule",
      operation,
      proves: [],
      writes: false,
      async run(run) {
        requireKey(run, "sameTeam", "a second key of the team");
        const { pagination } = operation;
        if (!pagination) return showsThing(run, operation);
        if (await keepWhatRecurs(run, () => compare(run, { operation, pagination }))) return;
        throw new NotVerified("the list changed while it was read");
      },
    }));
};

/** What one key of the team is shown of a thing, another is shown too. */
async function showsThing(run: CaseRun, operation: Operation): Promise<void> {
  const ask = await requireAsk(run, operation);
  const own = await run.send(ask);
  if (!succeeded(own)) throw new NotVerified(`the target refused what is to be shown with ${own.status}`);
  await askOf(run, { ...ask, key: "sameTeam" });
}

/** @throws NotVerified if the key was refused: that is another matter than what it is shown (U7) */
async function askOf(run: CaseRun, ask: Ask): Promise<Exchange> {
  const exchange = await run.send(ask);
  if (exchange.status === 401 || exchange.status === 403) throw lackOfAccess("a key of the team", exchange.status);
  await run.judge(ask, success(ask.operation, "any key of the team is good", { promises: ["G2"] }), exchange);
  return exchange;
}

/** Reads the list by the one key, the other, and the first again; false if that is shown another list than before. */
async function compare(run: CaseRun, list: PagedList): Promise<boolean> {
  const before = await shown(run, list, "own");
  const theirs = await shown(run, list, "sameTeam");
  const after = await shown(run, list, "own");
  if (!before || !theirs || !after || theirs.join() === before.join()) return true;
  run.findBroken("same-team", list.operation.pointer, ["G2"], {
    message: "another key of the team is shown another list",
    expected: `the ${before.length} items that the first key is shown`,
    received: `${theirs.length} items, ${theirs.filter((each) => before.includes(each)).length} of them among those`,
  });
  return before.join() === after.join();
}

/** What a key is shown of a list on its first page, in any order; undefined if the key was refused. */
async function shown(run: CaseRun, list: PagedList, key: "own" | "sameTeam"): Promise<string[] | undefined> {
  const { operation, pagination } = list;
  const ask = await requireAsk(run, operation);
  const parameters = [...ask.parameters, ...givenBy(list, sizeOf(list, largestPage(list)))];
  const exchange = await askOf(run, { ...ask, parameters, key });
  if (!succeeded(exchange)) return undefined;
  return itemsIn(pagination, exchange)
    .map((item) => idOf(pagination, item))
    .toSorted();
}
