import { isObject, type Json, type JsonObject } from "../../openapi/document.js";
import { missing, success } from "../ask.js";
import type { CaseRun } from "../case-run.js";
import { largestPage, type PagedList, pageOf, sizeOf } from "../cases/paging/walk.js";
import { type Exchange, jsonOf, succeeded } from "../exchange.js";
import { addAddress, addNewAddress, askFor, operationsNamed, type Rule } from "./rule.js";

/** How many pages of the list are looked through for what was added. */
const PAGES = 10;

/** What was added has the origin `manual` when listed or retrieved, and its `source_id` is null. */
export const A3: Rule = (environment) => {
  const named = operationsNamed(environment, "addSuppression", "listSuppressions", "retrieveSuppression");
  if (!named) return [];
  const { addSuppression: add, listSuppressions: list, retrieveSuppression: retrieve } = named;
  return [
    {
      name: "addSuppression › A3 what was added is manual when retrieved",
      kind: "rule",
      operation: add,
      proves: ["A3", "A2"],
      writes: true,
      async run(run) {
        const email = `verify-${run.environment.unique()}@example.com`;
        // What was not there before is there afterwards, whoever remembers.
        await run.ask(askFor(retrieve, email), missing(retrieve, "nobody added it yet"));
        const made = await addAddress(run, add, email, "the address is new");
        if (!made) return;
        for (const asked of [made.id, email]) {
          const found = await run.ask(
            askFor(retrieve, asked),
            success(retrieve, "it was just added", { promises: ["A3"] }),
          );
          if (succeeded(found)) expectManual(run, jsonOf(found), { id: made.id, email }, found);
        }
      },
    },
    {
      name: "addSuppression › A3 what was added is manual when listed",
      kind: "rule",
      operation: add,
      proves: ["A3"],
      writes: true,
      async run(run) {
        const { email, made } = await addNewAddress(run, add);
        if (!made || !list.pagination) return;
        const paged: PagedList = { operation: list, pagination: list.pagination };
        for (const filter of [{}, { origin: "manual" }]) await expectListed(run, paged, filter, { id: made.id, email });
      },
    },
  ];
};

/** What was added shows as such: with its id and address, `manual`, and without a source. */
export function expectManual(
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
