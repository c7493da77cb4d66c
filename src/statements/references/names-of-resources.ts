import { oncePer } from "#openapi/document/once-per.js";
import { wordsOf } from "#openapi/document/words.js";
import { IDENTIFYING, plainName, singularOf, USUAL_IDENTIFIERS } from "#statements/names.js";
import { identifyingParameter, resourcesOf } from "#statements/resources/find-resources.js";
import type { DocumentOperations, Resource } from "#statements/resources/resource.js";
import { describedReferences } from "./described-references.js";
import type { NamedKind } from "./named-kind.js";

/** Names of parameters that say nothing of the kind of resource. */
const GENERAL = [...USUAL_IDENTIFIERS, "value", "type", "version"];

/**
 * The resources that a field of a name refers to. The name is in the singular or in the plural: `petId`, `pet_uuid`, `pet`,
 * `pets`. Words may stand before it: `parentPetId`.
 */
export function kindsNamed(stated: DocumentOperations, field: string): readonly NamedKind[] {
  const kinds = kindsOf(stated);
  const known = kinds.byField.get(field) ?? kindsIn(kinds.byName, field);
  // A map may have any number of names.
  if (kinds.byField.size < MOST_FIELDS) kinds.byField.set(field, known);
  return known;
}

/** The resources that a field names after the role that they have: `from_location`, `parentFolder`. Its value may be something else. */
export function kindsInRole(stated: DocumentOperations, field: string): readonly NamedKind[] {
  const words = wordsOf(field);
  const nouns = words.slice(1).map((_, index) => singularOf(words.slice(index + 1).join("")));
  const { byName } = kindsOf(stated);
  const named = nouns.map((noun) => (byName.get(noun) ?? []).filter((kind) => kind.noun === noun));
  return named.find((kinds) => kinds.length > 0) ?? [];
}

/** The most fields whose resources are remembered. */
const MOST_FIELDS = 10_000;

function kindsIn(byName: ReadonlyMap<string, readonly NamedKind[]>, field: string): readonly NamedKind[] {
  const names = [plainName(field), singularOf(field), ...withoutPrefixes(field)];
  return names.map((name) => byName.get(name)).find((named) => named !== undefined) ?? [];
}

/** The plain names that remain of a field without its first words. They must still name an identifier of something. */
function withoutPrefixes(field: string): string[] {
  const words = wordsOf(field);
  if (words.length < 3 || !IDENTIFYING.includes(plainName(words.at(-1) ?? ""))) return [];
  return words.slice(1, -1).map((_, index) => plainName(words.slice(index + 1).join("")));
}

/** The resources of a document, by the plain names of such fields. Also by the names of fields that were asked for. */
const kindsOf = oncePer((stated: DocumentOperations) => ({
  byName: findKinds(stated),
  byField: new Map<string, readonly NamedKind[]>(),
}));

function findKinds(stated: DocumentOperations): Map<string, NamedKind[]> {
  const kinds = new Map<string, NamedKind[]>();
  const all = kindsOfDocument(stated);
  // A collection of that name has the resource itself. Other paths only lead to it.
  for (const kind of all) addAs(kinds, kind, kind.noun === "" ? [] : namesOf(kind.noun));
  for (const kind of all) addAs(kinds, kind, isGeneral(kind.parameter) ? [] : [plainName(kind.parameter)]);
  for (const [field, kind] of describedReferences(stated, all)) if (!kinds.has(field)) kinds.set(field, [kind]);
  return kinds;
}

function addAs(kinds: Map<string, NamedKind[]>, kind: NamedKind, names: readonly string[]): void {
  for (const name of names) {
    const known = kinds.get(name) ?? [];
    if (!known.includes(kind)) kinds.set(name, [...known, kind]);
  }
}

/** The names of fields that have the identifier of a thing. */
function namesOf(noun: string): string[] {
  return [noun, ...[...IDENTIFYING, "name", "slug", "key"].map((end) => noun + end)];
}

function isGeneral(parameter: string): boolean {
  return GENERAL.includes(plainName(parameter));
}

function kindsOfDocument(stated: DocumentOperations): NamedKind[] {
  const all = [...resourcesOf(stated).values()].flatMap((resource) => {
    const parameter = identifyingParameter(resource)?.name;
    return parameter === undefined ? [] : [{ resource, noun: singularOf(segmentBefore(resource)), parameter }];
  });
  const nouns = new Map(all.flatMap(({ noun }) => (noun === "" ? [] : namesOf(noun).map((name) => [name, noun]))));
  return all.map((kind) => {
    const other = isGeneral(kind.parameter) ? undefined : nouns.get(plainName(kind.parameter));
    return { ...kind, isOfOther: other !== undefined && other !== kind.noun };
  });
}

/** The segment before the parameter of a resource. */
function segmentBefore({ key }: Resource): string {
  return key.split("/").at(-2) ?? "";
}
