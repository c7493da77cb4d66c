import type { JsonObject } from "../../openapi/document.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { type Ask, anything, type Given, missing, success } from "../ask.js";
import { lackOfAccess } from "../case.js";
import type { CaseRun } from "../case-run.js";
import { filtersOf } from "../cases/paging/filters.js";
import { givenBy, largestPage, sizeOf } from "../cases/paging/walk.js";
import { type Exchange, itemsIn, jsonOf, refused, succeeded } from "../exchange.js";
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
        await requireAccess(run, list);
        await isKeptFromOthers(run, { list, retrieve, id: made.id, email });
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
        await requireAccess(run, list);
        const theirs = await addAddress(run, add, email, "the address is new to this team", ["A1"], "otherTeam");
        if (theirs) await expectApart(run, retrieve, { email, own: made.id, other: theirs.id });
      },
    },
  ];
};

/** Neither by its names nor in any list nor by a cursor is another team shown what a team added. */
async function isKeptFromOthers(
  run: CaseRun,
  { list, retrieve, id, email }: { list: Operation; retrieve: Operation; id: string; email: string },
): Promise<void> {
  for (const asked of [id, email]) {
    await run.ask(
      { ...askFor(retrieve, asked), key: "otherTeam" },
      missing(retrieve, "it is another team's", { promises: ["G2"] }),
    );
  }
  const own = await listedItems(run, retrieve);
  for (const parameters of waysToList(run, list)) {
    const theirs = await run.ask(
      { operation: list, parameters, key: "otherTeam" },
      success(list, "a list of the team's own"),
    );
    expectUnlisted(run, list, theirs, email);
    expectNothingOwn(run, list, theirs, own);
  }
  // As a cursor, too, it opens nothing.
  for (const parameter of cursorsOf(list)) {
    const ask: Ask = { operation: list, parameters: [{ parameter, value: id }], key: "otherTeam" };
    const page = await run.ask(ask, anything(list, `${parameter.name} names what is another team's`));
    expectNothingOwn(run, list, page, own);
  }
}

/** @throws NotVerified where the other team's key is refused: that team need not be in the beta (G3) */
async function requireAccess(run: CaseRun, list: Operation): Promise<void> {
  const exchange = await run.environment.shared(`another team opens ${list.id}`, () => {
    return run.send({ operation: list, parameters: [], key: "otherTeam" });
  });
  if (refused(exchange)) throw lackOfAccess("the other team's key", exchange.status);
}

/** As it is, in the largest page, and with each value of each filter: a server may tell teams apart in one of them only. */
function waysToList({ environment }: CaseRun, operation: Operation): Given[][] {
  const { pagination } = operation;
  if (!pagination) return [[]];
  const list = { operation, pagination };
  const filtered = filtersOf(environment, list).flatMap(({ parameter, values }) =>
    values.map((value) => [{ parameter, value }]),
  );
  return [[], givenBy(list, sizeOf(list, largestPage(list))), ...filtered];
}

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
      message: "a team is shown another team's list",
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
