import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { expectNeighbors } from "#verify/suites/pagination/cursors.js";
import { type PagedList, type Pages, pageSizeQuery, queryBeside } from "#verify/suites/pagination/list-reader.js";
import { readPages } from "#verify/suites/pagination/read-pages.js";
import { type ListCheck, withStableList } from "#verify/suites/pagination/stable-list.js";
import { addAddress, defineRule, newAddress } from "./rule.js";

/** How many suppressions are added at once. */
const COUNT = 3;

/** L4, L5: cursors distinguish suppressions that were added at the same moment. */
export const simultaneousAdds = defineRule(["addSuppression", "listSuppressions"], {
  operation: "listSuppressions",
  name: "cursors distinguish simultaneous additions",
  covers: ["L4", "L5"],
  writes: true,
  async run(context, { addSuppression: add, listSuppressions: operation }) {
    const { pagination } = operation;
    if (!pagination) return;
    const addresses = Array.from({ length: COUNT }, () => newAddress(context));
    const added = await Promise.all(addresses.map((email) => addAddress(context, add, email)));
    const invalidate = () => context.shared.invalidate(`whole ${operation.id}`);
    invalidate();
    try {
      const ids = added.flatMap((each) => each?.id.toLowerCase() ?? []);
      await expectDistinction(context, { operation, pagination }, ids);
    } finally {
      invalidate();
    }
  },
});

/** The cursors of each added item yield its neighbors in the list. */
async function expectDistinction(context: CaseContext, list: PagedList, ids: readonly string[]): Promise<void> {
  const places = ["forward", "backward"].map((name) => `${list.operation.pointer}/x-pagination/${name}`);
  await withStableList(context, list, async (whole) => {
    const check: ListCheck = { context, list, whole, places };
    const indexes = ids.map((id) => whole.ids.indexOf(id)).filter((index) => index !== -1);
    if (indexes.length < ids.length) throw new Skipped("the added items are not among the items that were read");
    const neighbors = indexes.flatMap((index) => [
      ...(index < whole.ids.length - 1 ? [neighborQuery(list, whole, index, "follow")] : []),
      ...(index > 0 ? [neighborQuery(list, whole, index, "precede")] : []),
    ]);
    const asked = neighbors.filter((each) => each !== undefined);
    const pages = await readPages(
      context,
      list,
      asked.map(({ query }) => query),
    );
    for (const [at, { index, direction }] of asked.entries()) {
      const page = pages[at];
      if (page) expectNeighbors(check, page, whole.ids, index, direction);
    }
  });
}

/** The query for the item next to another one; undefined if the list has no cursor in this direction. */
function neighborQuery(list: PagedList, whole: Pages, index: number, direction: "follow" | "precede") {
  const { forward, backward } = list.pagination;
  const beside = queryBeside(direction === "follow" ? forward : backward, whole.items[index]);
  return beside && { query: { ...pageSizeQuery(list, 1), ...beside }, index, direction };
}
