import type { ListOperation } from "#statements/list-items.js";
import { neighborsOf } from "#verify/judges/lists/cursors.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import type { Pages } from "#verify/relations/pages.js";
import { forgetList } from "#verify/resources/lists/read-list.js";
import { besideItem, sizedBy } from "#verify/resources/lists/read-pages.js";
import { readTogether } from "#verify/suites/lists/list-check.js";
import { withStableList } from "#verify/suites/lists/stable-list.js";
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
    const { paging } = operation;
    if (!paging) return;
    const addresses = Array.from({ length: COUNT }, () => newAddress(context));
    const added = await context.together(addresses.map((email) => (part) => addAddress(part, add, email)));
    const invalidate = () => forgetList(context, operation);
    invalidate();
    try {
      const ids = added.flatMap((item) => item?.id.toLowerCase() ?? []);
      await expectDistinction(context, { operation, paging }, ids);
    } finally {
      invalidate();
    }
  },
});

/** The cursors of each added item yield its neighbors in the list. */
async function expectDistinction(context: CaseContext, list: ListOperation, ids: readonly string[]): Promise<void> {
  const places = ["forward", "backward"].map((name) => `${list.paging.pointer}/${name}`);
  await withStableList(context, list, places, async (check) => {
    const { whole } = check;
    const indexes = ids.map((id) => whole.ids.indexOf(id)).filter((index) => index !== -1);
    if (indexes.length < ids.length) throw new Skipped("the added items are not among the items that were read");
    const neighbors = indexes.flatMap((index) => [
      ...(index < whole.ids.length - 1 ? [neighborQuery(list, whole, index, "follow")] : []),
      ...(index > 0 ? [neighborQuery(list, whole, index, "precede")] : []),
    ]);
    const asked = neighbors.filter((neighbor) => neighbor !== undefined);
    const pages = await readTogether(
      check,
      asked.map(({ query }) => query),
    );
    for (const [at, { index, direction }] of asked.entries()) {
      const page = pages[at];
      if (page) context.judge(neighborsOf(check, page, whole.ids, index, direction));
    }
  });
}

/** The query for the item next to another one; undefined if the list has no cursor in this direction. */
function neighborQuery(list: ListOperation, whole: Pages, index: number, direction: "follow" | "precede") {
  const { next, previous } = list.paging;
  const beside = besideItem(direction === "follow" ? next : previous, whole.items[index]);
  return beside && { query: [...sizedBy(list.paging, 1), ...beside], index, direction };
}
