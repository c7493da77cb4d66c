import { type Creation, camelCase, type Field, type Kind, pascalCase, type Verb } from "./api.js";
import { type Ids, randomIds } from "./ids.js";
import type { Random } from "./random.js";

/** A noun and its plural. */
export type Noun = readonly [singular: string, plural: string];

const VERBS: readonly (readonly [Verb, number])[] = [
  ["list", 0.7],
  ["get", 0.75],
  ["create", 0.85],
  ["put", 0.5],
  ["patch", 0.5],
  ["delete", 0.7],
];

const TITLE: Field = {
  name: "title",
  schema: { type: "string", minLength: 1, maxLength: 60 },
  required: true,
  samples: ["Ann's own", "Production", "Do not touch"],
};
const NOTE: Field = { name: "note", schema: { type: "string" }, required: false, samples: ["", "Somebody needs it"] };
const SIZE: Field = {
  name: "size",
  schema: { type: "integer", minimum: 0, maximum: 1000 },
  required: true,
  samples: [0, 1, 7],
};
const WEIGHT: Field = { name: "weight", schema: { type: "number" }, required: false, samples: [1.5] };
const COLOR: Field = {
  name: "color",
  schema: { type: "string", enum: ["red", "green"] },
  required: true,
  samples: ["red", "green"],
};
const STATE: Field = { name: "active", schema: { type: "boolean" }, required: false, samples: [true, false] };

/** A random kind of top-level resources. */
export function randomKind(random: Random, prefix: string, noun: Noun, others: readonly Kind[]): Kind {
  const [singular, plural] = noun;
  const ids = randomIds(random, `${pascalCase(singular)}Id`);
  const parameter = randomParameter(random, singular, ids, true);
  const style = random.integer(0, 9);
  const collection = `${prefix}/${style === 0 ? singular : plural}`;
  const item = `${prefix}/${style <= 2 ? singular : plural}/{${parameter}}`;
  const refersTo = others.length > 0 && random.chance(0.85) ? random.sample(others, 1)[0] : undefined;
  return {
    ...randomTraits(random, parameter, ids, refersTo),
    ...{ name: singular, noun: singular, collection, item, parent: undefined, ignoresParent: false },
  };
}

/** A random kind of resources below those of another. */
export function randomNestedKind(random: Random, parent: Kind, [singular, plural]: Noun): Kind {
  const noun = `${parent.noun}-${singular}`;
  const ids = randomIds(random, `${pascalCase(noun)}Id`);
  const parameter = randomParameter(random, singular, ids, false);
  const collection = `${parent.item}/${plural}`;
  const traits = randomTraits(random, parameter, ids, undefined);
  return {
    ...traits,
    ...{ name: `${parent.name}/${singular}`, noun, collection, item: `${collection}/{${parameter}}`, parent },
    declaresParameters: parent.declaresParameters,
    ignoresParent: random.chance(0.5),
  };
}

type Traits = Omit<Kind, "name" | "noun" | "collection" | "item" | "parent" | "ignoresParent">;

function randomTraits(random: Random, parameter: string, ids: Ids, refersTo: Kind | undefined): Traits {
  const verbs = new Set(VERBS.filter(([, probability]) => random.chance(probability)).map(([verb]) => verb));
  const examples = random.pick(["none", "free", "taken"] as const);
  return {
    parameter,
    declaresParameters: random.chance(0.93),
    parametersOnOperations: random.chance(0.4),
    idField: random.chance(0.8) ? "id" : (ids.field ?? parameter),
    ids,
    verbs,
    creation: randomCreation(random, refersTo !== undefined),
    upserts: random.chance(0.4),
    clientIds: random.pick(["never", "never", "never", "never", "optional", "required"] as const),
    fields: randomFields(random),
    optionalBody: random.chance(0.15),
    refersTo,
    examples: examples === "free" && ids.free === undefined ? "none" : examples,
    list: { wrapped: random.chance(0.5), most: random.pick([100, 100, 2]) },
    validates: random.chance(0.6),
    missingGet: random.pick([404, 405]),
    hindrance: random.chance(0.1) ? random.pick(["redirect", "conflict"]) : "none",
  };
}

function randomFields(random: Random): readonly Field[] {
  return random.pick<readonly Field[]>([[TITLE, NOTE], [TITLE, NOTE, SIZE, COLOR], [SIZE, WEIGHT], [COLOR, STATE], []]);
}

function randomCreation(random: Random, refers: boolean): Creation {
  const form = random.pick([
    "id",
    "id",
    "data",
    "parameter",
    "echo",
    "echo",
    "beside owner",
    "whole list",
    "empty",
    "text",
  ] as const);
  const status = random.pick([201, 201, 201, 201, 200, 200, 202, 204] as const);
  const lies = random.chance(0.3);
  const linksToOthers = random.chance(0.7) && refers;
  return {
    status,
    form: status === 204 ? "empty" : form,
    names: lies ? random.pick(["old", "old", "sometimes old", "sometimes old", "blank"]) : "new",
    location: random.chance(0.35) || form === "empty" ? random.pick(["same", "same", "other", "none"]) : "none",
    links: random.chance(0.5) ? (linksToOthers ? random.pick(["other", "both"]) : "self") : "none",
  };
}

function randomParameter(random: Random, singular: string, { field }: Ids, plain: boolean): string {
  const camel = camelCase(singular);
  const names: [string, ...string[]] = [`${camel}Id`, `${camel}ID`, `${singular.replaceAll("-", "_")}_id`, camel];
  if (plain) names.push("id", "id", "id");
  if (plain && field) names.push(field);
  return random.pick(names);
}
