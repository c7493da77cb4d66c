import { isDeepStrictEqual } from "node:util";
import { CHOICES } from "#openapi/document/applied.js";
import { asList, asObject, asText, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { namesOf } from "#values/rules/alternatives.js";
import { expand } from "#values/rules/expanded.js";
import {
  admittedTypes,
  fixedValues,
  isOfType,
  numberTest,
  type Type,
  textTest,
  typeOfKeyword,
} from "#values/rules/limits.js";
import { keywordOf, type Part, type SchemaAt, Unsatisfiable } from "#values/rules/parts.js";
import { typeOfFormat } from "./formats.js";

/** Values of one type that a schema allows. */
export interface Alternative {
  /** `any` has no type, and no keyword that limits a type. */
  type: Type | "any";
  /** The only values, if `enum` or `const` names them. */
  values: readonly Json[] | undefined;
  /** All schemas that apply to these values. */
  parts: readonly Part[];
  /** The values of the discriminator that select these values (OpenAPI 3.1, 4.8.25). */
  tags: readonly string[];
}

/**
 * The values that some schemas allow, together: alternatives of one type each. Two spellings of the same schema have the same
 * alternatives: references and `allOf` are followed, `anyOf`, `oneOf`, lists of types and null become alternatives, and
 * a choice of constants becomes one list of values.
 */
export interface SchemaForm {
  /** The same for the same schemas of a document. */
  key: string;
  schemas: readonly SchemaAt[];
  /** The schemas that apply to every alternative, the outermost first. */
  outer: readonly Part[];
  alternatives: readonly Alternative[];
  /** Whether values are texts on the wire, as in a query: `5` is a number and a text, and null cannot be sent. */
  isText: boolean;
}

/** More alternatives are not distinguished. */
const MOST_ALTERNATIVES = 400;

/** The forms of the schemas of one document, each once. */
export class NormalForms {
  readonly document: OpenApiDocument;
  readonly #known = new Map<string, SchemaForm>();

  constructor(document: OpenApiDocument) {
    this.document = document;
  }

  /** @param schemas that apply to the same value; an empty list allows any value */
  of(schemas: readonly SchemaAt[], isText: boolean): SchemaForm {
    const key = `${isText ? "text" : ""} ${schemas.map(({ pointer }) => pointer).join(" ")}`;
    const known = this.#known.get(key);
    if (known) return known;
    const outer = partsOf(this.document, schemas);
    const all = outer === undefined ? [] : alternativesOf(this.document, outer);
    const alternatives = simplified(isText ? all.filter(({ type }) => type !== "null") : all);
    const form = { key, schemas, outer: outer ?? [], alternatives, isText };
    this.#known.set(key, form);
    return form;
  }
}

/** @returns undefined if no value satisfies the schemas */
function partsOf(
  document: OpenApiDocument,
  schemas: readonly SchemaAt[],
  known?: readonly Part[],
): readonly Part[] | undefined {
  try {
    return expand(document, schemas, known);
  } catch (error) {
    if (error instanceof Unsatisfiable) return undefined;
    throw error;
  }
}

function alternativesOf(document: OpenApiDocument, outer: readonly Part[]): Alternative[] {
  const branches = branchesOf(document, { parts: outer, tags: [] }, new Set());
  return branches.flatMap(ofEachType);
}

interface Branch {
  parts: readonly Part[];
  tags: readonly string[];
}

/** The combinations of the branches of all choices. A value of `oneOf` is taken for one of `anyOf`. */
function branchesOf(document: OpenApiDocument, branch: Branch, settled: ReadonlySet<Json>): Branch[] {
  for (const { schema, pointer } of branch.parts) {
    for (const keyword of CHOICES) {
      const choices = schema[keyword];
      if (!Array.isArray(choices) || settled.has(choices)) continue;
      const done = new Set([...settled, choices]);
      const branches = choices.flatMap((member, index): Branch[] => {
        const parts = partsOf(
          document,
          [{ schema: member, pointer: pointerTo(pointer, keyword, index) }],
          branch.parts,
        );
        const reference = asText(asObject(member).$ref);
        const isTagged = reference !== undefined && asText(asObject(schema.discriminator).propertyName) !== undefined;
        const tags = isTagged ? namesOf(document, schema, reference) : branch.tags;
        return parts ? branchesOf(document, { parts, tags }, done) : [];
      });
      return branches.length > MOST_ALTERNATIVES ? [{ ...branch, parts: branch.parts }] : branches;
    }
  }
  return [branch];
}

/** The alternatives of a branch: one for each type that it admits. */
function ofEachType({ parts, tags }: Branch): Alternative[] {
  const fixed = fixedValues(parts)?.values;
  const types = typesOf(parts, fixed);
  return types.flatMap((type): Alternative[] => {
    const values = type === "any" ? fixed : fixed?.filter((value) => isOfType(value, type) && fits(value, parts));
    return values?.length === 0 ? [] : [{ type, values, parts, tags }];
  });
}

/** A schema without `type` describes the types of its keywords (JSON Schema Core 2020-12, 7.6.1). */
function typesOf(parts: readonly Part[], fixed: readonly Json[] | undefined): readonly (Type | "any")[] {
  const admitted = admittedTypes(parts);
  const isStated = keywordOf(parts, "type").length > 0;
  if (fixed) return admitted.filter((type) => fixed.some((value) => isOfType(value, type)));
  if (isStated) return admitted;
  const described = parts.flatMap(({ schema }) =>
    Object.keys(schema).flatMap((name) => (name === "format" ? typeOfFormat(schema[name]) : typeOfKeyword(name)) ?? []),
  );
  return described.length === 0 ? ["any"] : admitted.filter((type) => described.includes(type));
}

function fits(value: Json, parts: readonly Part[]): boolean {
  if (typeof value === "number") return numberTest(parts)(value);
  try {
    return typeof value !== "string" || textTest(parts)(value);
  } catch (error) {
    // A pattern that is not a regular expression rules nothing out.
    if (error instanceof Unsatisfiable) return true;
    throw error;
  }
}

/** Joins lists of values of one type, and leaves out alternatives that a more general one allows. */
function simplified(alternatives: readonly Alternative[]): Alternative[] {
  const any = alternatives.find(({ type, values, parts }) => type === "any" && !values && !isLimited(parts));
  if (any) return [any];
  const joined: Alternative[] = [];
  for (const alternative of alternatives) {
    const free = alternatives.find(
      (other) => other !== alternative && other.type === alternative.type && isFree(other),
    );
    const isFirst =
      free === undefined || (isFree(alternative) && alternatives.indexOf(alternative) < alternatives.indexOf(free));
    if (!isFirst) continue;
    const at = joined.findIndex((other) => isListOf(other, alternative.type) && isListOf(alternative, other.type));
    const before = joined[at];
    if (before) joined[at] = together(before, alternative);
    else joined.push(alternative);
  }
  return joined.map(withoutWholeBoolean);
}

const CONDITIONS = ["not", "if", "dependentSchemas", "dependentRequired"];

function isLimited(parts: readonly Part[]): boolean {
  return CONDITIONS.some((keyword) => keywordOf(parts, keyword).length > 0);
}

/** Whether an alternative is every value of its type. Objects and lists are compared by their members. */
function isFree({ type, values, parts }: Alternative): boolean {
  if (values || type === "object" || type === "array" || isLimited(parts)) return false;
  return parts.every(({ schema }) =>
    Object.entries(schema).every(([name, value]) => {
      const implied = name === "format" ? typeOfFormat(value) : typeOfKeyword(name);
      return implied === undefined || value === 0;
    }),
  );
}

function isListOf({ type, values }: Alternative, wanted: Alternative["type"]): boolean {
  const isScalar = type !== "object" && type !== "array" && type !== "any";
  return values !== undefined && isScalar && type === wanted;
}

function together(one: Alternative, other: Alternative): Alternative {
  const added = asList(other.values).filter((value) => !one.values?.some((known) => isDeepStrictEqual(known, value)));
  const parts = [...one.parts, ...other.parts.filter((part) => !one.parts.includes(part))];
  return { ...one, parts, values: [...(one.values ?? []), ...added] };
}

/** True and false are all values of their type, and null is the only one of its. */
function withoutWholeBoolean(alternative: Alternative): Alternative {
  const { type, values } = alternative;
  const isWhole = type === "null" || (type === "boolean" && values?.length === 2);
  return isWhole ? { ...alternative, values: undefined } : alternative;
}
