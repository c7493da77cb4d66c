import { isWithin } from "../../openapi/pointer.js";
import { REQUIREMENTS, type Requirement, requirementPlace } from "../../openapi/requirements.js";
import type { FindingDraft } from "../model/finding.js";
import type { Coverage } from "../model/test-case.js";

/**
 * The ids of the requirements that a finding breaks: those that are stated at, or around, the innermost level of its places
 * at which an operation has any.
 */
export function failedRequirements(
  requirements: readonly Requirement[],
  operation: string,
  { place, places = [[place]] }: FindingDraft,
): string[] {
  const own = requirements.filter(({ operations }) => operations.includes(operation));
  const named = requirements.filter(({ id }) => places.flat().includes(requirementPlace(id)));
  const stated = innermost(places, (level) => own.filter((each) => isStatedAround(each, level)));
  return ids([...named, ...stated]);
}

/** The ids of the requirements that a test case covers. */
export function coveredRequirements(requirements: readonly Requirement[], coverages: readonly Coverage[]): string[] {
  return ids(
    coverages.flatMap(({ operation, places, atRuntime }) => {
      const own = requirements.filter(
        ({ operations, runtime }) => operations.includes(operation) && (atRuntime || runtime === undefined),
      );
      const named = requirements.filter(({ id }) => places.flat().includes(requirementPlace(id)));
      return [...named, ...innermost(places, (level) => own.filter((each) => isStatedAt(each, level)))];
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
  return stated.some((each) => places.some((place) => isWithin(place, each)));
}

/** Whether a requirement is stated at one of the places, at a whole that contains it, or in a part of it. */
function isStatedAt(requirement: Requirement, places: readonly string[]): boolean {
  const isStatedInside = requirement.stated.some((each) => places.some((place) => isWithin(each, place)));
  return isStatedInside || isStatedAround(requirement, places);
}

function ids(requirements: readonly Requirement[]): string[] {
  return [...new Set(requirements.map(({ id }) => id))];
}
