import { identifierIn } from "#statements/resources/identifying-values.js";
import { addedByRejected } from "#verify/judges/life-cycle/rejected-writes.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/created.js";
import { type Listing, readListOf } from "#verify/resources/lists/read-list.js";
import { type InvalidCreations, sendInvalidCreations } from "./rejected.js";

/** Reads the list before invalid creations; undefined if its number of items shows nothing about them. */
export async function listingBefore(context: CaseContext, created: Created): Promise<Listing | undefined> {
  if (created.link) return undefined;
  const listing = await readListOf(context, created);
  return listing?.isComplete ? listing : undefined;
}

/**
 * Rejected creations add nothing: the list has as many items as before. Others add items too, so this is a warning. The list
 * is read again without a creation, and after further ones.
 *
 * @param sent between the two readings of the list
 */
export async function expectAsManyItems(
  context: CaseContext,
  created: Created,
  { before, after, sent }: { before: Listing; after: Listing; sent: InvalidCreations },
): Promise<void> {
  const added = addedTo(context, created, before, after);
  if (!sent.areRejected || sent.rejected.length === 0 || added <= 0) return;
  const calm = await readListOf(context, created);
  if (!calm?.isComplete || addedTo(context, created, after, calm) > 0) return;
  const again = await sendInvalidCreations(context, created);
  const last = again.areRejected && again.rejected.length > 0 ? await readListOf(context, created) : undefined;
  if (!last || addedTo(context, created, calm, last) <= 0) return;
  const counts = [before, after, last].map(({ items }) => items.length);
  const whats = again.rejected.map(({ what }) => what);
  context.judge([addedByRejected(created.create, whats, counts, last.exchange)]);
}

/** How many items a later list has more, without those that the run created. 0 if it was not read to its end. */
function addedTo({ resources }: CaseContext, { identifier }: Created, before: Listing, after: Listing): number {
  const countOf = ({ items }: Listing) =>
    items.filter((item) => !resources.hasIdentifier(String(identifierIn(item, identifier)))).length;
  return after.isComplete ? countOf(after) - countOf(before) : 0;
}
