import type { OpenApiDocument } from "#openapi/document/document.js";
import { isWithin, pointerTo } from "#openapi/document/pointer.js";
import { REQUIREMENTS, type Requirement, requirementPlace } from "#openapi/document/requirements.js";
import type { Operation } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { successContents } from "#statements/schema-fields.js";
import type { Contract } from "#verify/model/contract.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import type { CoveredPlaces } from "#verify/model/test-case/test-case.js";

/**
 * The ids of the requirements that a finding breaks: those that it names. Otherwise, they are those that speak of its places
 * most precisely, at the innermost level with any.
 */
export function failedRequirements(
  requirements: readonly Requirement[],
  operation: string,
  { place, places = [[place]] }: FindingDraft,
): string[] {
  const named = requirements.filter(({ id }) => places.flat().includes(requirementPlace(id)));
  if (named.length > 0) return ids(named);
  const own = requirements.filter(({ operations }) => operations.includes(operation));
  return ids(innermost(places, (level) => level.flatMap((pointer) => closest(own, pointer))));
}

/**
 * The ids of the requirements that a warning casts doubt on. A warning of an inferred rule may be right. So nothing verifies
 * what is stated at exactly its place, or at the field that it names.
 */
export function doubtedRequirements(
  contract: Contract,
  id: string,
  { basis, place, data }: Pick<FindingDraft, "basis" | "place" | "data">,
): string[] {
  if (basis !== "inferred") return [];
  const operation = contract.operationNamed(id);
  const places = [place, ...(operation ? placesOfField(contract.document, operation, data) : [])];
  const own = contract.requirements.filter(({ operations }) => operations.includes(id));
  return ids(own.filter(({ stated }) => stated.some((pointer) => places.includes(pointer))));
}

/** Where an operation describes the field that a finding names, in its request and its successes. */
function placesOfField(document: OpenApiDocument, operation: Operation, { at, field }: FindingDraft["data"]): string[] {
  const pointer = typeof at === "string" ? at : typeof field === "string" ? pointerTo("", field) : undefined;
  if (pointer === undefined || !pointer.startsWith("/")) return [];
  const contents = [...(operation.requestBody?.content ?? []), ...successContents(operation)];
  return contents.flatMap(({ schemaPointer }) => schemasAt(document, schemaPointer, pointer).at(-1) ?? []);
}

/** The requirements whose stated places are nearest around a place. */
function closest(requirements: readonly Requirement[], place: string): Requirement[] {
  const nearest = requirements.map(({ stated }) =>
    Math.max(-1, ...stated.filter((pointer) => speaksOf(pointer, place)).map((pointer) => pointer.length)),
  );
  const longest = Math.max(...nearest);
  return longest < 0 ? [] : requirements.filter((_, index) => nearest[index] === longest);
}

/**
 * Whether a requirement that is stated at one place speaks of another one in it. The media types of a body say nothing
 * about the form of its values: those are in the schema.
 */
function speaksOf(stated: string, place: string): boolean {
  if (!isWithin(place, stated)) return false;
  const mediaType = /^.*?\/content\/[^/]+(?=\/schema(\/|$))/.exec(place)?.[0];
  return mediaType === undefined || !isWithin(mediaType, stated);
}

/**
 * The ids of the requirements that a test case covers. One that only a running server shows needs a test case about the very
 * place that states it. A rejected value of a parameter says nothing of its effect, or of its default.
 */
export function coveredRequirements(
  requirements: readonly Requirement[],
  coverages: readonly CoveredPlaces[],
): string[] {
  return ids(
    coverages.flatMap(({ operation, places, atRuntime }) => {
      const own = requirements.filter(({ operations }) => operations.includes(operation));
      const all = places.flat();
      const about = atRuntime ? (places.at(-1) ?? []) : [];
      const isCovered = (requirement: Requirement, level: readonly string[]) =>
        requirement.runtime === undefined
          ? isStatedAt(requirement, level)
          : requirement.stated.some((pointer) => about.includes(pointer));
      const named = requirements.filter(({ id }) => all.includes(requirementPlace(id)));
      return [...named, ...innermost(places, (level) => own.filter((requirement) => isCovered(requirement, level)))];
    }),
  );
}

/** The requirements of the last level that has any. */
function innermost(
  levels: readonly (readonly string[])[],
  find: (level: readonly string[]) => Requirement[],
): Requirement[] {
  for (const level of levels.toReversed()) {
    const found = find(level.filter((place) => !isWithin(place, REQUIREMENTS)));
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether a requirement is stated at one of the places, or at a whole that contains it. */
function isStatedAround({ stated }: Requirement, places: readonly string[]): boolean {
  return stated.some((pointer) => places.some((place) => isWithin(place, pointer)));
}

/** Whether a requirement is stated at one of the places, around it, or in a part of it. */
function isStatedAt(requirement: Requirement, places: readonly string[]): boolean {
  const isStatedInside = requirement.stated.some((pointer) => places.some((place) => isWithin(pointer, place)));
  return isStatedInside || isStatedAround(requirement, places);
}

function ids(requirements: readonly Requirement[]): string[] {
  return [...new Set(requirements.map(({ id }) => id))];
}
