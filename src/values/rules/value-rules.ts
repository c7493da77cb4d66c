import { asList, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { DATA } from "#openapi/document/walk.js";
import { type Choice, choicesOf } from "./alternatives.js";
import { type Certainty, certaintyOf } from "./certainty.js";
import { expand } from "./expanded.js";
import { isSame } from "./is-same.js";
import {
  admittedTypes,
  EXCLUDED,
  type FixedValues,
  fixedValues,
  isOfType,
  likelyTypes,
  numberTest,
  type Type,
  textTest,
} from "./limits.js";
import { keywordOf, type Part, type SchemaAt } from "./parts.js";

/** The schemas of one value, before references are followed. */
export class SchemaList {
  readonly all: readonly SchemaAt[];
  #rules: ValueRules | undefined;

  constructor(all: readonly SchemaAt[]) {
    this.all = all;
  }

  /**
   * Follows the schemas. This happens once.
   *
   * @param document always the same one
   * @throws Unsatisfiable if one of them is `false`, or a reference leads nowhere
   */
  rules(document: OpenApiDocument): ValueRules {
    this.#rules ??= rulesOf(expand(document, this.all));
    return this.#rules;
  }
}

/** The examples of some schemas, and their defaults. */
interface DocumentedValues {
  examples: readonly Json[];
  defaults: readonly Json[];
}

/** Formats of values that identify something: random values are new ones, in place of an example. */
const UNIQUE_FORMATS = ["uuid", "email", "idn-email"];

/** The rules of some schemas for a value. Those that most values need are found at once, others when they are needed. */
export class ValueRules {
  readonly parts: readonly Part[];
  readonly types: readonly Type[];
  readonly likelyTypes: readonly Type[];
  readonly fixed: FixedValues | undefined;
  /** Whether the value identifies something. */
  readonly isIdentifying: boolean;
  /** The schemas that can apply within their own values: those that have schemas. */
  readonly nesting: readonly Part[];
  readonly certainty: Certainty;
  readonly #excluded: readonly Json[];
  #documented: DocumentedValues[] | undefined;
  #choices: readonly Choice[] | undefined;
  #isNumber: ((value: number) => boolean) | undefined;
  #isText: ((text: string) => boolean) | undefined;

  constructor(parts: readonly Part[]) {
    this.parts = parts;
    this.types = admittedTypes(parts);
    this.likelyTypes = likelyTypes(parts);
    this.fixed = fixedValues(parts);
    this.isIdentifying = keywordOf(parts, "format").some(({ value }) => UNIQUE_FORMATS.includes(String(value)));
    this.nesting = parts.filter(({ schema }) => hasSchemas(schema));
    this.certainty = certaintyOf(parts);
    this.#excluded = keywordOf(parts, EXCLUDED).flatMap(({ value }) => asList(value));
  }

  choices(document: OpenApiDocument): readonly Choice[] {
    this.#choices ??= this.parts.flatMap((part) => choicesOf(part, document));
    return this.#choices;
  }

  /**
   * True if a value has an admitted type and satisfies the keywords of that type. Of a list or an object, only the type
   * counts. The value need not satisfy `format`, and keywords that apply further schemas.
   */
  fits(value: Json): boolean {
    if (!this.types.some((type) => isOfType(value, type))) return false;
    if (this.#excluded.some((item) => isSame(item, value))) return false;
    if (this.fixed?.values.some((item) => isSame(item, value)) === false) return false;
    if (typeof value === "number") {
      this.#isNumber ??= numberTest(this.parts);
      return this.#isNumber(value);
    }
    if (typeof value !== "string") return true;
    this.#isText ??= textTest(this.parts);
    return this.#isText(value);
  }

  /**
   * The examples of some schemas (JSON Schema Validation 2020-12, 9.5), then their defaults (9.2), that fit all parts.
   *
   * @param from the index of the first part whose examples count
   */
  documented(from: number): DocumentedValues {
    if (from >= this.parts.length) return NOTHING;
    this.#documented ??= [];
    let documentedValues = this.#documented[from];
    if (!documentedValues) {
      documentedValues = documentedBy(this, from);
      this.#documented[from] = documentedValues;
    }
    return documentedValues;
  }
}

const NOTHING: DocumentedValues = { examples: [], defaults: [] };

function documentedBy(rules: ValueRules, from: number): DocumentedValues {
  const sources = rules.parts.slice(from);
  const fits = (value: Json) => rules.fits(value);
  const examples = [
    ...keywordOf(sources, "examples").flatMap(({ value }) => asList(value)),
    ...keywordOf(sources, "example").map(({ value }) => value),
  ].filter(fits);
  const defaults = keywordOf(sources, "default")
    .map(({ value }) => value)
    .filter(fits);
  return examples.length + defaults.length === 0 ? NOTHING : { examples, defaults };
}

/** The rules of some schemas. */
export const rulesOf = oncePer((parts: readonly Part[]) => new ValueRules(parts));

function hasSchemas(schema: JsonObject): boolean {
  return Object.entries(schema).some(
    ([keyword, value]) =>
      typeof value === "object" &&
      value !== null &&
      !DATA.has(keyword) &&
      !["type", "required"].includes(keyword) &&
      !keyword.startsWith("x-"),
  );
}

/** Whether a value is neither a list nor an object. */
export function isSimple(value: Json): boolean {
  return typeof value !== "object" || value === null;
}
