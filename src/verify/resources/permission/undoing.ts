import { pointerTo } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { speaksOfAction } from "#statements/dangers/action-words.js";
import { IDENTIFYING, plainName, singularOf } from "#statements/names.js";
import { listOf } from "#statements/paging/paging.js";
import { resourceCreatedBy, resourcesOf } from "#statements/resources/find-resources.js";
import { lastSegment, pathKey } from "#statements/resources/path-parameters.js";
import { propertiesAt } from "#statements/schema-fields.js";
import type { Contract } from "#verify/model/contract.js";
import type { Target } from "#verify/model/target/target.js";
import type { WriteLevel } from "#verify/model/target/writes.js";

/** The settings of a target that say what a run can remove. */
export interface Removers extends Pick<Target, "removals"> {
  /** Whether the provision module removes created resources (default: false). */
  readonly removesByModule?: boolean;
}

/**
 * The level of writes at which a POST to a collection is sent. Structure decides, because no list of words holds all actions
 * of all languages. Words are a second lock.
 *
 * @returns undefined if nothing shows that it creates a resource, or its words speak of more. Only the target file allows it
 * then
 */
export function levelOfCreation(contract: Contract, operation: Operation, removers: Removers): WriteLevel | undefined {
  if (speaksOfAction(operation)) return undefined;
  const isShown = removers.removals?.has(operation.id) === true || isShownToCreate(contract, operation);
  if (!isShown) return undefined;
  return isRemovable(contract, operation, removers) ? "reversible" : "creations";
}

/** The level at which PUT is sent to an identifier of nothing, where it may create. */
export function levelOfUpsert(contract: Contract, operation: Operation, { removesByModule }: Removers): WriteLevel {
  const remove = resourcesOf(contract).get(pathKey(operation.path))?.remove;
  return remove !== undefined || removesByModule ? "reversible" : "creations";
}

function isRemovable(contract: Contract, operation: Operation, { removals, removesByModule }: Removers): boolean {
  const { remove } = resourceCreatedBy(contract, operation) ?? {};
  return remove !== undefined || removals?.has(operation.id) === true || removesByModule === true;
}

/** Whether items have a path, the path has a list, or the document states a 201 (RFC 9110, 15.3.2) with the new resource. */
function isShownToCreate(contract: Contract, operation: Operation): boolean {
  if (resourceCreatedBy(contract, operation)) return true;
  const beside = contract.operationsAt(operation.path);
  if (beside.some((candidate) => listOf(contract.document, candidate) !== undefined)) return true;
  return respondsWithResource(contract, operation);
}

/** Whether a 201 has an identifier, and a field that was sent. A job that an action starts has an identifier too. */
function respondsWithResource({ document }: Contract, { path, requestBody, responses }: Operation): boolean {
  const noun = singularOf(lastSegment(path));
  const isIdentifier = (name: string) => [...IDENTIFYING, `${noun}id`].includes(plainName(name));
  const namesIn = (content: readonly MediaType[]) =>
    content.flatMap((mediaType) => {
      const outer = propertiesAt(document, mediaType, "");
      return [...outer, ...outer.flatMap((name) => propertiesAt(document, mediaType, pointerTo("", name)))];
    });
  const sent = new Set(namesIn(requestBody?.content ?? []).map(plainName));
  return responses
    .filter(({ status }) => status === "201")
    .some(({ headers, content }) => {
      const shown = namesIn(content);
      const isIdentified = shown.some(isIdentifier) || headers.some(({ name }) => name.toLowerCase() === "location");
      return isIdentified && shown.some((name) => !isIdentifier(name) && sent.has(plainName(name)));
    });
}
