import type { Operation } from "../../openapi/operation.js";
import { success } from "../ask.js";
import { type Case, NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import { idOf, largestPage, type PagedList, sizeOf } from "../cases/paging/walk.js";
import { keepWhatRecurs } from "../cases/recurring.js";
import { type Exchange, itemsIn, succeeded } from "../exchange.js";
import { goodAsk, requireKey, unknownReason } from "../known.js";
import type { Rule } from "./rule.js";

/** A key is a key of the team, so every key of the team is shown the same lists. */
export const G2: Rule = ({ operations, promises }) => {
  const known = promises.find(({ id }) => id === "G2");
  return operations.flatMap((operation): Case[] => {
    const { pagination, id } = operation;
    if (operation.method !== "get" || !known?.operations.includes(id)) return [];
    if (!pagination) return [opensToAnyKey(operation)];
    const list: PagedList = { operation, pagination };
    return [
      {
        name: `${id} › G2 shows the same to another key of the team`,
        kind: "rule",
        operation,
        proves: [],
        writes: false,
        async run(run: CaseRun) {
          requireKey(run, "sameTeam", "a second key of the team");
          if (!(await keepWhatRecurs(run, () => compare(run, list)))) {
            throw new NotVerified("the list changed while it was read");
          }
        },
      },
    ];
  });
};

/** What one key of the team is shown of a thing, another is shown too. */
function opensToAnyKey(operation: Operation): Case {
  return {
    name: `${operation.id} › G2 shows the same to another key of the team`,
    kind: "rule",
    operation,
    proves: [],
    writes: false,
    async run(run) {
      requireKey(run, "sameTeam", "a second key of the team");
      const ask = await goodAsk(run, operation);
      if (!ask) throw new NotVerified(unknownReason(operation));
      const own = await run.send(ask);
      if (!succeeded(own)) throw new NotVerified(`the target refused what is to be shown with ${own.status}`);
      const theirs = { ...ask, key: "sameTeam" as const };
      const shown = await run.send(theirs);
      refuseLevels(shown);
      await run.judge(theirs, success(operation, "any key of the team is good", { promises: ["G2"] }), shown);
    },
  };
}

/** @throws NotVerified if a key was refused: keys may have levels (U7), which is another matter than what is shown */
function refuseLevels({ status }: Exchange): void {
  if (status !== 401 && status !== 403) return;
  throw new NotVerified(`a key of the team was refused with ${status}: it may lack access to this operation`);
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
  const ask = await goodAsk(run, operation);
  if (!ask) throw new NotVerified(unknownReason(operation));
  const parameters = Object.entries(sizeOf(list, largestPage(list))).flatMap(([name, value]) => {
    const parameter = operation.parameters.find((each) => each.in === "query" && each.name === name);
    return parameter ? [{ parameter, value }] : [];
  });
  const whole = { ...ask, parameters: [...ask.parameters, ...parameters], key };
  const exchange = await run.send(whole);
  refuseLevels(exchange);
  await run.judge(whole, success(operation, "any key of the team is good", { promises: ["G2"] }), exchange);
  if (!succeeded(exchange)) return undefined;
  return itemsIn(pagination, exchange)
    .map((item) => idOf(pagination, item))
    .toSorted();
}
