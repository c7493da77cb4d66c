import type { CaseContext } from "../../model/case-context.js";
import { Skipped } from "../../model/skipped.js";
import { expectNeighbors } from "../pagination/cursors.js";
import { type PagedList, pageSizeQuery, readPageBeside } from "../pagination/list-reader.js";
import { type ListCheck, withStableList } from "../pagination/stable-list.js";
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
    for (const index of indexes) {
      if (index < whole.ids.length - 1) await expectNeighbor(check, index, "forward");
      if (index > 0) await expectNeighbor(check, index, "backward");
    }
  });
}

async function expectNeighbor(check: ListCheck, index: number, direction: "forward" | "backward"): Promise<void> {
  const { context, list, whole } = check;
  const cursor = list.pagination[direction];
  const page = await readPageBeside(context, list, cursor, whole.items[index], pageSizeQuery(list, 1));
  if (page) expectNeighbors(check, page, whole.ids, index, direction === "forward" ? "follow" : "precede");
}
