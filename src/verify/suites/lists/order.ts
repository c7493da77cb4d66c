import { disorderIn, type StatedOrder } from "#statements/stated-order.js";
import type { Page, Pages } from "#verify/resources/lists/read-pages.js";
import { broken } from "#verify/rules/sentence.js";
import { type ListCheck, pageFinding } from "./list-check.js";

/** The items are in the order that the description states. A description is not a schema, so this is a warning. */
export function expectStatedOrder(
  check: ListCheck,
  { pages, items }: Pick<Pages, "items"> & { pages: readonly Pick<Page, "exchange">[] },
  order: StatedOrder,
): void {
  const disorder = disorderIn(items, order);
  if (!disorder) return;
  const { field, ...facts } = disorder;
  const breach = broken("items-not-in-stated-order", { order });
  check.context.fail(
    pageFinding(check, { basis: "inferred", about: { list: "order", fields: [field] }, ...breach, ...facts }),
    pages[0]?.exchange,
  );
}
