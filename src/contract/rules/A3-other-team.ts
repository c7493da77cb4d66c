import type { JsonObject } from "../../openapi/document.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { type Ask, anything, missing, success } from "../ask.js";
import type { CaseRun } from "../case-run.js";
import { type Exchange, itemsIn, jsonOf, succeeded } from "../exchange.js";
import { listedItems, requireKey } from "../known.js";
import { expectManual } from "./A3.js";
import { addAddress, addNewAddress, askFor, operationsNamed, type Rule } from "./rule.js";

/** What a team added is on its own list, and on no other team's. */
export const A3_OTHER_TEAM: Rule = (environment) => {
  const named = operationsNamed(environment, "addSuppression", "listSuppressions", "retrieveSuppression");
  if (!named) return [];
  const { addSuppression: add, listSuppressions: list, retrieveSuppression: retrieve } = named;
  return [
    {
      name: "addSuppression › A3 is kept from another team",
      kind: "rule",
      operation: add,
      proves: [],
      writes: true,
      async run(run) {
        requireKey(run, "otherTeam", "a key of another team");
        const { email, made } = await addNewAddress(run, add);
        if (!made) return;
        for (const asked of [made.id, email]) {
          await run.ask(
            { ...askFor(retrieve, asked), key: "otherTeam" },
            missing(retrieve, "it is another team's", { promises: ["G2"] }),
          );
        }
        const theirs = await run.ask(
          { operation: list, parameters: [], key: "otherTeam" },
          success(list, "a list of the team's own"),
        );
        expectUnlisted(run, list, theirs, email);
        // As a cursor, too, it opens nothing.
        for (const parameter of cursorsOf(list)) {
          const ask: Ask = { operation: list, parameters: [{ parameter, value: made.id }], key: "otherTeam" };
          const page = await run.ask(ask, anything(list, `${parameter.name} names what is another team's`));
          expectNothingOwn(run, list, page, await listedItems(run, retrieve));
        }
        const origin = list.parameters.find(({ name }) => name === "origin");
        if (origin) {
          const manual: Ask = {
            operation: list,
            parameters: [{ parameter: origin, value: "manual" }],
            key: "otherTeam",
          };
          expectUnlisted(run, list, await run.ask(manual, success(list, "a list of the team's own")), email);
        }
        await run.leave(add, made.exchange);
      },
    },
    {
      name: "addSuppression › A3 holds for each team by itself",
      kind: "rule",
      operation: add,
      proves: [],
      writes: true,
      async run(run) {
        requireKey(run, "otherTeam", "a key of another team");
        const { email, made } = await addNewAddress(run, add);
        if (!made) return;
        const theirs = await addAddress(run, add, email, "the address is new to this team", ["A1"], "otherTeam");
        if (theirs) await expectApart(run, retrieve, { email, own: made.id, other: theirs.id });
        await run.leave(add, made.exchange);
        if (theirs) await run.leave(add, theirs.exchange);
      },
    },
  ];
};

/** Two teams have the same address on their lists, each as an item of its own, and each is shown its own. */
async function expectApart(
  run: CaseRun,
  retrieve: Operation,
  { email, own, other }: Record<"email" | "own" | "other", string>,
): Promise<void> {
  if (own === other) {
    run.findBroken("other-team", "#/paths/~1suppressions/post", ["A3"], {
      message: "a team that adds an address is given another team's suppression",
      expected: `an id other than ${own}`,
      received: other,
    });
    return;
  }
  for (const [key, id] of [["own", own] as const, ["otherTeam", other] as const]) {
    const found = await run.ask(
      { ...askFor(retrieve, email), key },
      success(retrieve, "each team added it", { promises: ["A3"] }),
    );
    if (succeeded(found)) expectManual(run, jsonOf(found), { id, email }, found);
  }
}

function cursorsOf({ pagination, parameters }: Operation): Parameter[] {
  const names = [pagination?.forward.parameter, pagination?.backward?.parameter];
  return parameters.filter(({ name }) => names.includes(name));
}

/** What a team is shown; nothing where it is refused. */
function shownIn({ pagination }: Operation, exchange: Exchange): JsonObject[] {
  return succeeded(exchange) && pagination ? itemsIn(pagination, exchange) : [];
}

function expectNothingOwn(run: CaseRun, list: Operation, exchange: Exchange, own: readonly JsonObject[]): void {
  const ids = new Set(own.map(({ id }) => id));
  const leaked = shownIn(list, exchange)
    .map(({ id }) => id)
    .find((id) => ids.has(id));
  if (leaked === undefined) return;
  run.findBroken(
    "other-team",
    list.pointer,
    ["G2"],
    {
      message: "a team is shown another team's list, by a cursor into it",
      expected: "a refusal, or items of its own",
      received: String(leaked),
    },
    exchange,
  );
}

function expectUnlisted(run: CaseRun, list: Operation, exchange: Exchange, email: string): void {
  if (!shownIn(list, exchange).some((item) => item.email === email)) return;
  run.findBroken(
    "other-team",
    list.pointer,
    ["G2"],
    { message: "a team is shown what another team added", expected: "a list without it", received: email },
    exchange,
  );
}
