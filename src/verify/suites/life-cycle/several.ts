import type { Operation } from "#openapi/operations/operation.js";
import {
  type DoneLink,
  hasLink,
  keptLink,
  ownLink,
  removedLink,
  type ShownLinks,
  shownLink,
} from "#verify/judges/life-cycle/links.js";
import type { PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/created.js";

/** Things of which a resource has several, each named by a value: links with other resources, or entries. */
export interface Several {
  /** The operation that adds one. */
  operation: Operation;
  removal: Operation | undefined;
  /** Adds or removes one. Returns undefined if that may not be sent, or did not succeed. */
  send(operation: Operation, end: PathValue): Promise<DoneLink | undefined>;
  /** Reads those of a resource until they are as wanted, or the target's time to settle is over. Undefined if nothing shows them. */
  read(of: Created, isWanted: (shown: ShownLinks) => boolean): Promise<ShownLinks | undefined>;
}

/**
 * Adds two things to a created resource, and removes the first one. The resource shows those that it has, and its neighbor
 * has none of them.
 *
 * @returns the second one, which the resource still has; undefined if it does not show both
 */
export async function expectSeveral(
  context: CaseContext,
  { created, neighbor }: { created: Created; neighbor: Created | undefined },
  several: Several,
  [first, second]: readonly PathValue[],
): Promise<DoneLink | undefined> {
  const { operation, removal } = several;
  const done = first && (await several.send(operation, first));
  if (!done) return undefined;
  const shown = await several.read(created, (links) => hasLink(links, done.value));
  if (!shown || !context.judge(shownLink(created, done, shown))) return undefined;
  // Another request of the run may have linked the neighbor with the same one before.
  const beside = neighbor && (await several.read(neighbor, () => true));
  if (neighbor && beside) context.judge(ownLink(created, done, neighbor, beside));
  const next = second && (await several.send(operation, second));
  const hasBoth = (links: ShownLinks) => next !== undefined && hasLink(links, next.value) && hasLink(links, done.value);
  const both = next && (await several.read(created, hasBoth));
  if (both) context.judge([...shownLink(created, next, both), ...keptLink(created, next, done.value, both)]);
  const removed = removal && (await several.send(removal, first));
  const left = removed && (await several.read(created, (links) => !hasLink(links, removed.value)));
  const added = both && next && hasBoth(both) ? next : undefined;
  if (!left) return added;
  context.judge(removedLink(created, removed, left));
  return added && context.judge(keptLink(created, removed, added.value, left)) ? added : undefined;
}
