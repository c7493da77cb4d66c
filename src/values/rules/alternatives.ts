import { CHOICES } from "#openapi/document/applied.js";
import {
  asList,
  asObject,
  asText,
  isObject,
  type Json,
  type JsonObject,
  type OpenApiDocument,
} from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { extensionsOf, targetOf } from "#openapi/schema/discriminator.js";
import { excludesOthers } from "./exclusive-branches.js";
import { negationOf } from "./negation.js";
import type { Part, SchemaAt } from "./parts.js";

/** A keyword that applies one of several schemas. */
export interface Choice {
  /** The place of the keyword. */
  place: string;
  /** Whether the first alternative adds an optional property, which the last one leaves out. */
  isPresence: boolean;
  /** Whether a value of an alternative surely satisfies the keyword: `oneOf` or `anyOf`, by the branch. Of others, this is not known. */
  isCertain?(branch: number | undefined): boolean;
  /** The schemas that each alternative adds, of which one is chosen. @param parts all that apply already */
  alternatives(parts: readonly Part[]): readonly Alternative[];
}

/** The schemas of one alternative. */
export interface Alternative {
  schemas: readonly SchemaAt[];
  /** The schemas, and one with the value of a discriminator for this alternative, which they may refuse. */
  tagged?: readonly SchemaAt[] | undefined;
  /** The index of the branch of `oneOf` or `anyOf`. */
  branch?: number;
}

/** The choices that a part leaves: `oneOf`, `anyOf`, `if`, `not`, dependent schemas, and discriminators. */
export const choicesOf = oncePer((part: Part, document: OpenApiDocument): readonly Choice[] => [
  ...CHOICES.flatMap((keyword) => branches(document, part, keyword)),
  ...condition(part),
  ...negated(document, part),
  ...dependencies(part),
  ...children(document, part),
]);

function branches(document: OpenApiDocument, { schema, pointer }: Part, keyword: string): Choice[] {
  if (!Array.isArray(schema[keyword])) return [];
  const place = pointerTo(pointer, keyword);
  const { propertyName } = asObject(schema.discriminator);
  const tagOf = (branch: Json): SchemaAt | undefined => {
    const reference = asText(asObject(branch).$ref);
    if (reference === undefined || typeof propertyName !== "string") return undefined;
    const [name] = namesOf(document, schema, reference);
    return name === undefined ? undefined : tag(propertyName, name, pointer);
  };
  const alternatives = asList(schema[keyword]).map((member, branch) => {
    const own = { schema: member, pointer: pointerTo(place, branch) };
    const tag = tagOf(member);
    return { schemas: [own], tagged: tag && [own, tag], branch };
  });
  const exclusive = new Map<number, boolean>();
  const isExclusive = (branch: number) => {
    const schemas = alternatives.flatMap((alternative) => alternative.schemas);
    const excludes = exclusive.get(branch) ?? excludesOthers(document, schemas, branch);
    exclusive.set(branch, excludes);
    return excludes;
  };
  const isCertain = (branch: number | undefined) =>
    branch !== undefined && (keyword === "anyOf" || isExclusive(branch));
  return [{ place, isPresence: false, isCertain, alternatives: () => alternatives }];
}

/** Requires a discriminator property to have a value. */
function tag(propertyName: string, name: string, pointer: string): SchemaAt {
  const schema = { type: "object", required: [propertyName], properties: { [propertyName]: { const: name } } };
  return { schema, pointer: pointerTo(pointer, "discriminator") };
}

/** The values of a discriminator for a schema: those of its mapping, else the name of the component (OpenAPI 3.1, 4.8.25). */
export function namesOf(document: OpenApiDocument, schema: JsonObject, reference: string): string[] {
  const mapping = Object.entries(asObject(asObject(schema.discriminator).mapping));
  const mapped = mapping.flatMap(([name, target]) => (targetOf(document, target) === reference ? [name] : []));
  return mapped.length > 0 ? mapped : [pointerNames(reference).at(-1) ?? ""];
}

function condition({ schema, pointer }: Part): Choice[] {
  const { if: test, then: onTrue, else: onFalse } = schema;
  if (test === undefined || (onTrue === undefined && onFalse === undefined)) return [];
  const at = (keyword: string, value: Json | undefined): SchemaAt => ({
    schema: value,
    pointer: pointerTo(pointer, keyword),
  });
  const alternatives = [
    { schemas: [at("if", test), at("then", onTrue)] },
    { schemas: [at("if", negationOf(test)), at("else", onFalse)] },
  ];
  return [{ place: pointerTo(pointer, "if"), isPresence: false, alternatives: () => alternatives }];
}

function negated(document: OpenApiDocument, { schema, pointer }: Part): Choice[] {
  if (schema.not === undefined) return [];
  const place = pointerTo(pointer, "not");
  const reference = asText(asObject(schema.not).$ref);
  const target = reference === undefined ? schema.not : (valueAt(document, reference) ?? true);
  const alternatives = [{ schemas: [{ schema: negationOf(target), pointer: place }] }];
  return [{ place, isPresence: false, alternatives: () => alternatives }];
}

/** `dependentSchemas` and `dependentRequired`: with the property and what it demands, or without it. */
function dependencies({ schema, pointer }: Part): Choice[] {
  const demanded = [
    ...Object.entries(asObject(schema.dependentSchemas)).map(([name, demand]) => ({
      name,
      demand,
      place: pointerTo(pointer, "dependentSchemas", name),
    })),
    ...Object.entries(asObject(schema.dependentRequired)).map(([name, required]) => ({
      name,
      demand: { required },
      place: pointerTo(pointer, "dependentRequired", name),
    })),
  ];
  return demanded.map(({ name, demand, place }) => {
    const present = {
      schemas: [
        { schema: { required: [name] }, pointer },
        { schema: demand, pointer: place },
      ],
    };
    const absent = { schemas: [{ schema: { properties: { [name]: false } }, pointer: place }] };
    const isDeclared = Object.hasOwn(asObject(schema.properties), name);
    const alternatives = isDeclared ? [present, absent] : [absent, present];
    return { place, isPresence: isDeclared, alternatives: () => alternatives };
  });
}

/**
 * A discriminator without `oneOf`: the schema stands for those that its mapping names. Without a mapping, it stands for those
 * that extend it by `allOf`.
 */
function children(document: OpenApiDocument, { schema, pointer }: Part): Choice[] {
  const { propertyName } = asObject(schema.discriminator);
  if (typeof propertyName !== "string" || schema.oneOf !== undefined || schema.anyOf !== undefined) return [];
  const mapped = Object.values(asObject(asObject(schema.discriminator).mapping));
  const references =
    mapped.length > 0 ? mapped.map((target) => targetOf(document, target)) : extensionsOf(document, schema);
  const all = [...new Set(references)].flatMap((reference) => {
    const child = valueAt(document, reference);
    const [name] = namesOf(document, schema, reference);
    if (!isObject(child) || name === undefined) return [];
    const own = { schema: child, pointer: reference };
    return [{ child, schemas: [own], tagged: [own, tag(propertyName, name, pointer)] }];
  });
  if (all.length === 0) return [];
  return [
    {
      place: pointerTo(pointer, "discriminator"),
      isPresence: false,
      alternatives(parts) {
        const applied = all.filter(({ child }) => parts.some((part) => part.schema === child));
        return applied.length > 0 ? applied : all;
      },
    },
  ];
}
