import { identifierIn } from "#statements/resources/identifiers.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { type Listing, readListOf } from "#verify/resources/lists/read-list.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
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
  const { create } = created;
  const breach = broken("rejected-creations-add-items", { operation: create.id });
  const expected = `as many items as before ${again.rejected.map(({ what }) => what).join(", ")}`;
  const received = `${before.items.length} items, then ${after.items.length}, then ${last.items.length}`;
  const effect = { operation: create, place: create.pointer, basis: "inferred" } as const;
  failEffect(context, effect, { ...breach, expected, received }, last.exchange);
}

/** How many items a later list has more, without those that the run created. 0 if it was not read to its end. */
function addedTo({ resources }: CaseContext, { identifier }: Created, before: Listing, after: Listing): number {
  const countOf = ({ items }: Listing) =>
    items.filter((item) => !resources.hasIdentifier(String(identifierIn(item, identifier)))).length;
  return after.isComplete ? countOf(after) - countOf(before) : 0;
}
