import { asObject, isObject, type Json, type JsonObject } from "../../openapi/document.js";
import type { Operation } from "../../openapi/operation.js";
import { valueAt } from "../../openapi/pointer.js";
import { type Ask, missing, success } from "../ask.js";
import type { CaseRun } from "../case-run.js";
import { largestPage, type PagedList, pageOf, sizeOf } from "../cases/paging/walk.js";
import { type Exchange, jsonOf, succeeded } from "../exchange.js";
import { addAddress, askFor, operationsNamed, type Rule, requireKey } from "./rule.js";

/** How many pages of the list are looked through for what was added. */
const PAGES = 10;

/** What was added has the origin `manual` when listed or retrieved, and its `source_id` is null. */
export const A3: Rule = (environment) => {
  const named = operationsNamed(environment, "addSuppression", "listSuppressions", "retrieveSuppression");
  if (!named) return [];
  const { addSuppression: add, listSuppressions: list, retrieveSuppression: retrieve } = named;
  const added = async (run: CaseRun) => {
    const email = `verify-${run.environment.unique()}@example.com`;
    return { email, made: await addAddress(run, add, email, "the address is new") };
  };
  return [
    {
      name: "addSuppression › A3 what was added is manual when retrieved",
      kind: "rule",
      operation: add,
      proves: ["A3", "A2"],
      writes: true,
      async run(run) {
        const { email, made } = await added(run);
        if (!made) return;
        for (const asked of [made.id, email]) {
          const found = await run.ask(
            askFor(retrieve, asked),
            success(retrieve, "it was just added", { promises: ["A3"] }),
          );
          if (succeeded(found)) expectManual(run, jsonOf(found), { id: made.id, email }, found);
        }
        await run.leave(add, made.exchange);
      },
    },
    {
      name: "addSuppression › A3 what was added is manual when listed",
      kind: "rule",
      operation: add,
      proves: ["A3"],
      writes: true,
      async run(run) {
        const { email, made } = await added(run);
        if (!made || !list.pagination) return;
        const paged: PagedList = { operation: list, pagination: list.pagination };
        for (const filter of [{}, { origin: "manual" }]) await expectListed(run, paged, filter, { id: made.id, email });
        await run.leave(add, made.exchange);
      },
    },
    {
      name: "addSuppression › A3 is kept from another team",
      kind: "rule",
      operation: add,
      proves: [],
      writes: true,
      async run(run) {
        requireKey(run, "otherTeam", "a key of another team");
        const { email, made } = await added(run);
        if (!made) return;
        for (const asked of [made.id, email]) {
          await run.ask({ ...askFor(retrieve, asked), key: "otherTeam" }, missing(retrieve, "it is another team's"));
        }
        const theirs = await run.ask(
          { operation: list, parameters: [], key: "otherTeam" },
          success(list, "a list of the team's own"),
        );
        expectUnlisted(run, list, theirs, email);
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
        const { email, made } = await added(run);
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

function expectUnlisted(run: CaseRun, list: Operation, exchange: Exchange, email: string): void {
  const items = succeeded(exchange) && list.pagination ? valueAt(jsonOf(exchange), list.pagination.items) : [];
  if (!Array.isArray(items) || !items.some((item) => asObject(item).email === email)) return;
  run.findBroken(
    "other-team",
    list.pointer,
    [],
    { message: "a team is shown what another team added", expected: "a list without it", received: email },
    exchange,
  );
}

function expectManual(
  run: CaseRun,
  body: Json | undefined,
  made: { id: string; email: string },
  exchange: Exchange,
): void {
  const item: JsonObject = isObject(body) ? body : {};
  const wanted: [string, Json][] = [
    ["origin", "manual"],
    ["source_id", null],
    ["id", made.id],
    ["email", made.email],
  ];
  for (const [name, value] of wanted) {
    const found = item[name];
    const same = found === value || (typeof found === "string" && found.toLowerCase() === String(value).toLowerCase());
    if (same) continue;
    run.findBroken(
      "added",
      "#/paths/~1suppressions/post",
      ["A3"],
      {
        message: `what was added has another ${name}`,
        expected: JSON.stringify(value),
        received: JSON.stringify(found) ?? "nothing",
      },
      exchange,
    );
  }
}

/** Looks through the list, whose order is open, for what was added. */
async function expectListed(
  run: CaseRun,
  list: PagedList,
  filter: Record<string, Json>,
  made: { id: string; email: string },
): Promise<void> {
  let query: Record<string, Json> = { ...filter, ...sizeOf(list, largestPage(list)) };
  for (let count = 0; count < PAGES; count += 1) {
    const page = await pageOf(run, list, query);
    if (!page) return;
    const item = page.items.find(
      ({ id, email }) => String(id).toLowerCase() === made.id.toLowerCase() || email === made.email,
    );
    if (item) return expectManual(run, item, made, page.exchange);
    if (page.hasMore !== true || page.next === undefined) {
      run.findBroken(
        "added",
        list.operation.pointer,
        ["A3", ...(filter.origin === undefined ? [] : ["L7"])],
        {
          message:
            filter.origin === undefined ? "what was added is not listed" : "what was added is not listed as manual",
          expected: made.email,
          received: `a list without it (${count + 1} pages)`,
        },
        page.exchange,
      );
      return;
    }
    query = { ...query, [list.pagination.forward.parameter]: page.next };
  }
}
