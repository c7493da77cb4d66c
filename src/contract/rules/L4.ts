import { valueAt } from "../../openapi/pointer.js";
import { NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import { precedes } from "../cases/paging/cursors.js";
import { broken, whileStill } from "../cases/paging/look.js";
import { type PagedList, pageOf, sizeOf } from "../cases/paging/walk.js";
import { addAddress, operationsNamed, type Rule } from "./rule.js";

/** How many suppressions are added at the same time. */
const AT_ONCE = 3;

/** What was added at the same moment is told apart by cursors, too: a moment alone is no place in a list. */
export const L4: Rule = (environment) => {
  const named = operationsNamed(environment, "addSuppression", "listSuppressions");
  const pagination = named?.listSuppressions.pagination;
  if (!named || !pagination) return [];
  const { addSuppression: add, listSuppressions: operation } = named;
  const list: PagedList = { operation, pagination };
  return [
    {
      name: "listSuppressions › L4 and L5 tell apart what was added at the same moment",
      kind: "rule",
      operation,
      proves: ["L4", "L5"],
      writes: true,
      async run(run) {
        const addresses = Array.from({ length: AT_ONCE }, () => `verify-${run.environment.unique()}@example.com`);
        const made = await Promise.all(addresses.map((email) => addAddress(run, add, email, "the address is new")));
        run.environment.forget(`whole ${operation.id}`);
        try {
          await tellApart(
            run,
            list,
            made.flatMap((each) => each?.id.toLowerCase() ?? []),
          );
        } finally {
          run.environment.forget(`whole ${operation.id}`);
        }
      },
    },
  ];
};

/** From each of the items on, and back from it, the list goes on with its neighbour. */
async function tellApart(run: CaseRun, list: PagedList, ids: readonly string[]): Promise<void> {
  const { forward, backward } = list.pagination;
  const places = [`${list.operation.pointer}/x-pagination/forward`, `${list.operation.pointer}/x-pagination/backward`];
  await whileStill(run, list, async (whole) => {
    const look = { run, list, whole, places };
    const indexes = ids.map((id) => whole.ids.indexOf(id)).filter((index) => index !== -1);
    if (indexes.length < ids.length) throw new NotVerified("what was added is not among the items that were read");
    for (const index of indexes) {
      const item = whole.items[index];
      const next = whole.ids[index + 1];
      const after = item && forward.item !== undefined ? valueAt(item, forward.item) : undefined;
      if (after !== undefined && next !== undefined) {
        const page = await pageOf(run, list, { ...sizeOf(list, 1), [forward.parameter]: after });
        if (page && page.ids[0] !== next) {
          const received = page.ids.join(", ") || "no items";
          broken(
            look,
            page,
            "the page is not what follows its cursor, an item among several of one moment",
            next,
            received,
          );
        }
      }
      const before = item && backward?.item !== undefined ? valueAt(item, backward.item) : undefined;
      if (backward && before !== undefined && index > 0) {
        const page = await pageOf(run, list, { ...sizeOf(list, 1), [backward.parameter]: before });
        if (page) precedes(look, page, whole.ids, index);
      }
    }
  });
}
