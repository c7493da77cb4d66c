import type { Direction } from "#openapi/direction/absent-properties.js";
import { asObject, asText } from "#openapi/document/document.js";
import { isWithin, pointerNames } from "#openapi/document/pointer.js";
import { keywordOf, type Part } from "#values/rules/parts.js";
import { groupBy } from "#verify/model/group-by.js";
import { BREAKS_NOBODY, type Difference, NARROWED, WIDENED } from "../difference.js";
import type { Naming } from "./naming.js";
import type { Alternative } from "./normal-form.js";
import type { Result } from "./result.js";
import { familyOf } from "./types.js";

/** The alternatives of two schemas that belong together, and those without a counterpart. */
export interface PairedAlternatives {
  /** Each subject with its counterpart. */
  pairs: readonly (readonly [subject: Alternative, target: Alternative])[];
  results: readonly Result[];
  /** The differences that alternatives without a counterpart are. */
  unpaired(naming: Naming, direction: Direction): Difference[];
}

/**
 * Pairs the alternatives of one side with those of the other. Each subject has to be allowed by a target, so a target that
 * allows it is its counterpart. Without one, it is the target that is most like it.
 *
 * @param compare compares a subject with a target of the same type
 */
export function pairedAlternatives(
  subjects: readonly Alternative[],
  targets: readonly Alternative[],
  compare: (subject: Alternative, target: Alternative) => Result,
): PairedAlternatives {
  const pairs: [Alternative, Alternative][] = [];
  const paired = new Set<Alternative>();
  const open: Alternative[] = [];
  for (const subject of subjects) {
    const candidates = inOrder(subject, targets.filter(isSameFamily(subject)), subjects.indexOf(subject), targets);
    const target = candidates.find((candidate) => !compare(subject, candidate).breaks);
    if (target) {
      pairs.push([subject, target]);
      paired.add(target);
    } else if (candidates.length > 0) open.push(subject);
  }
  const lost: Alternative[] = [];
  for (const subject of open) {
    const free = targets.filter(isSameFamily(subject)).filter((target) => !paired.has(target));
    const isOnly = open.filter(isSameFamily(subject)).length === 1 && free.length === 1;
    const [best] = inOrder(subject, free, subjects.indexOf(subject), targets);
    const hasOne = best && (isOnly || likeness(subject, best) > 0);
    if (!hasOne) lost.push(subject);
    else {
      pairs.push([subject, best]);
      paired.add(best);
    }
  }
  // A target that a whole type of the other side lacks is a difference of types.
  const added = targets.filter((target) => !paired.has(target) && subjects.some(isSameFamily(target)));
  const results = pairs.map(([subject, target]) => compare(subject, target));
  return { pairs, results, unpaired: (naming, direction) => unpaired(lost, added, naming, direction) };
}

function isSameFamily({ type }: Alternative): (other: Alternative) => boolean {
  return (other) => familyOf(other.type) === familyOf(type);
}

/** The candidates, the one that is most like the subject first; those that are equally like it by their order. */
function inOrder(
  subject: Alternative,
  candidates: readonly Alternative[],
  index: number,
  all: readonly Alternative[],
): Alternative[] {
  if (candidates.length < 2) return [...candidates];
  const distance = (candidate: Alternative) => Math.abs(all.indexOf(candidate) - index);
  const ranked = candidates.map((candidate) => ({ candidate, score: likeness(subject, candidate) }));
  return ranked
    .toSorted((one, other) => other.score - one.score || distance(one.candidate) - distance(other.candidate))
    .map(({ candidate }) => candidate);
}

/**
 * How much speaks for two alternatives being the same thing: a tag, a component or title, or shared properties. Branches of
 * choices with names that differ are not the same. The name of a schema that became a choice is not that of a branch.
 */
function likeness(one: Alternative, other: Alternative): number {
  if (one.tags.some((tag) => other.tags.includes(tag))) return 4;
  const [names, others] = [namesOf(one), namesOf(other)];
  if (others.some((name) => names.includes(name))) return 3;
  const areBranches = one.parts.some(isChoice) && other.parts.some(isChoice);
  if (areBranches && names.length > 0 && others.length > 0) return 0;
  const [own, theirs] = [propertiesOf(one), propertiesOf(other)];
  return own.filter((name) => theirs.includes(name)).length / Math.max(1, own.length, theirs.length);
}

function propertiesOf({ parts }: Alternative): string[] {
  return keywordOf(parts, "properties").flatMap(({ value }) => Object.keys(asObject(value)));
}

const SCHEMAS = "#/components/schemas";

/** The components and titles of an alternative, without those of schemas that are choices. */
function namesOf({ parts }: Alternative): string[] {
  return parts
    .filter((part) => !isChoice(part))
    .flatMap(({ schema, pointer }) => {
      const isComponent = isWithin(pointer, SCHEMAS) && pointerNames(pointer).length === 3;
      const own = isComponent ? [pointerNames(pointer)[2] ?? ""] : [];
      return [...own, asText(schema.title) ?? own].flat();
    });
}

function isChoice({ schema }: Part): boolean {
  return Array.isArray(schema.oneOf) || Array.isArray(schema.anyOf);
}

/** The alternatives without a counterpart: one difference for each choice that has them. */
function unpaired(
  lost: readonly Alternative[],
  added: readonly Alternative[],
  naming: Naming,
  direction: Direction,
): Difference[] {
  const isRequest = direction === "request";
  const differences = (alternatives: readonly Alternative[], isRemoved: boolean, isBreak: boolean) =>
    [...groupBy(alternatives, choiceOf)].map(([choice, own]) => {
      return choiceDifference({ choice, own, naming, isRemoved, isBreak });
    });
  return [...differences(lost, isRequest, true), ...differences(added, !isRequest, false)];
}

/** The place of the innermost choice that an alternative belongs to. */
function choiceOf({ parts }: Alternative): string {
  return (parts.findLast(isChoice) ?? parts[0])?.pointer ?? "#";
}

interface Unpaired {
  choice: string;
  own: readonly Alternative[];
  naming: Naming;
  /** Whether the alternatives are those of the base. */
  isRemoved: boolean;
  isBreak: boolean;
}

function choiceDifference({ choice, own, naming, isRemoved, isBreak }: Unpaired): Difference {
  const [first] = own;
  const branch = first?.parts.find(({ pointer }) => pointer !== choice && isWithin(pointer, choice));
  const place = branch?.pointer ?? choice;
  const names = own.map((alternative) => `\`${nameOf(alternative)}\``).join(", ");
  const [rule, verb, breaks] = isRemoved
    ? (["choice-removed", "no longer allows", NARROWED] as const)
    : (["choice-added", "now also allows", WIDENED] as const);
  const message = `${naming.subject(choice)} ${verb} ${names}.`;
  const values = { old: undefined, new: undefined };
  return { rule, message, place, breaks: isBreak ? breaks : BREAKS_NOBODY, otherwise: "patch", ...values };
}

function nameOf(alternative: Alternative): string {
  return namesOf(alternative).at(0) ?? alternative.tags.at(0) ?? alternative.type;
}
