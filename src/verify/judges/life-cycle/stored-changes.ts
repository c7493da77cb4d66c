import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { isMomentOfServer } from "#statements/moments.js";
import { propertyNames } from "#statements/resources/envelope-schema.js";
import { type Difference, differingFields, RELATED } from "../../model/finding/compare.js";
import type { Effect } from "../../model/finding/effect.js";
import type { Judgment } from "../../model/finding/finding.js";
import type { CreatedResource } from "./created-resource.js";
import { type Change, storedChange } from "./updates.js";

/** A server that lost a single field may have a fault, unless that is a moment which it sets. */
const LEAST = 2;

/**
 * A change that succeeded is stored. Fields that the server is likely to give alone are warnings.
 *
 * @param lost the sent values that the resource does not have
 */
export function storedChanges(
  document: OpenApiDocument,
  { create }: CreatedResource,
  change: Change,
  { lost, effect }: { lost: readonly Difference[]; effect: Effect },
): Judgment[] {
  const given = givenByServer(document, create, change, lost);
  const doubtful: Effect = { ...effect, basis: "inferred" };
  return lost.map((difference) => storedChange(given.has(difference.name) ? doubtful : effect, change, difference));
}

/**
 * The lost fields that the server is likely to give alone. A creation cannot have them, and everything else of the change is
 * stored.
 */
function givenByServer(
  document: OpenApiDocument,
  { requestBody }: Operation,
  { sent, before }: Change,
  lost: readonly Difference[],
): ReadonlySet<string> {
  const ofCreation = (requestBody?.content ?? []).flatMap((content) => propertyNames(document, content, ""));
  const given = lost.map(({ name }) => name).filter((name) => !ofCreation.includes(name));
  const hasOthers = given.length < lost.length;
  const isStored = differingFields(sent, before, RELATED).some((name) => ofCreation.includes(name));
  const isLikely = given.length >= LEAST || given.every(isMomentOfServer);
  return new Set(ofCreation.length === 0 || hasOthers || !isLikely || !isStored ? [] : given);
}
