import { isClosedSet } from "#statements/resources/closed-sets.js";
import { identifyingParameter } from "#statements/resources/find-resources.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import { type Identified, listingOf } from "#statements/resources/resource.js";
import { hiddenBelowOther, unlistedBelowOther } from "#verify/judges/life-cycle/children.js";
import type { PathValue } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { identifiedItems } from "#verify/relations/identified-items.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import type { Created } from "#verify/resources/created/created.js";
import { generatedTexts } from "#verify/resources/ledger/proof.js";
import { readListOf } from "#verify/resources/lists/read-list.js";

/**
 * Looks for a created resource below another one than that to which it belongs. A server that looks for the last identifier
 * alone shows the data of others.
 */
export async function expectHidden(context: CaseContext, created: Created, parent: Created): Promise<void> {
  const { list } = parent.resource;
  // Others may have a part of the same kind.
  const parameter = identifyingParameter(created.resource);
  if (parameter && isClosedSet(context.contract.document, parameter)) return;
  const listing = list && parent.path.length === 1 ? await readListOf(context, parent) : undefined;
  if (!list || !listing) return;
  const source = { kind: "list", operation: list.operation.id } as const;
  for (const { value } of siblingsOf(parent, identifiedItems(parent.resource, listing.items))) {
    if (await isShownBelow(context, created, { value, source })) return;
  }
}

/** The items beside the parent in its list, which a server may confuse with it, and the first one. */
function siblingsOf(parent: Created, items: readonly Identified[]): Identified[] {
  const isParent = ({ value }: Identified) => isSameId(value, parent.value);
  const at = items.findIndex(isParent);
  const beside = at < 0 ? [] : [items[at - 1], items[at + 1]];
  const siblings = [...beside, items[0]].flatMap((item) => item ?? []);
  return [...new Set(siblings)].filter((item) => !isParent(item)).slice(0, 2);
}

/** Whether the resource is found, or listed, below another one: then this is reported. */
async function isShownBelow(context: CaseContext, created: Created, sibling: PathValue): Promise<boolean> {
  const { retrieve } = created.resource;
  const own = created.path.at(-1);
  if (!own) return false;
  if (!retrieve) return isListedBelow(context, created, [sibling, own]);
  const request = resourceRequest(context, retrieve, [sibling, own]);
  const exchange = request && (await context.send(request));
  return exchange !== undefined && !context.judge(hiddenBelowOther(created, retrieve, sibling.value, exchange));
}

/** Whether the list of another resource shows this one: then this is reported. */
async function isListedBelow(context: CaseContext, created: Created, path: readonly PathValue[]): Promise<boolean> {
  const list = listingOf(created.resource);
  const texts = generatedTexts(context.generator, created.request);
  const listing = texts.length > 0 ? await readListOf(context, { ...created, outer: path.slice(0, -1) }) : undefined;
  if (!list || !listing) return false;
  const other = { parent: path[0]?.value ?? null, texts };
  return !context.judge(unlistedBelowOther(created, list.operation, other, listing));
}
