import { CHOICES } from "#openapi/document/applied.js";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { isClosedSet } from "#statements/resources/closed-sets.js";
import { pathParameters } from "#statements/resources/path-parameters.js";
import { type ValueFormat, valueFormat } from "#verify/model/finding/value-format.js";
import { GENERATED, type ParameterValue } from "#verify/model/request/request-spec.js";
import { mayHaveDataOfOthers } from "#verify/model/target/target.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { ValueGenerator } from "#verify/model/test-case/request-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { isValidFor } from "#verify/requests/allowed-request.js";
import { valuesOf } from "#verify/requests/generated-parts.js";
import { hasUniqueText, UNIQUE_LENGTH } from "#verify/requests/generated-values.js";
import { exampleValue, successExample, targetFileValue, usedParameters } from "#verify/requests/known-values.js";
import { deletedPath } from "../created/created-values.js";
import { IDENTIFIES_NOTHING } from "./new-names.js";

/** The formats of a parameter's examples; the format that its schema suggests if it has no examples. */
export function formatsOf(document: OpenApiDocument, parameter: Parameter): ValueFormat[] {
  const { named, fallback } = parameter.examples;
  const examples = fallback === undefined ? [...named.values()] : [...named.values(), fallback];
  const formats = new Set(examples.map(valueFormat));
  return formats.size > 0 ? [...formats] : [schemaFormat(document, parameter)];
}

/** The format of the values that a schema without an example describes. */
function schemaFormat(document: OpenApiDocument, parameter: Parameter): ValueFormat {
  const { type, format } = schemaOf(document, parameter);
  if (format === "uuid") return "UUID";
  if (format === "email") return "address";
  return [type].flat().some((name) => name === "integer" || name === "number") ? "number" : "text";
}

/** Whether every text is a valid value of the parameter. */
export function acceptsAnyText(document: OpenApiDocument, parameter: Parameter): boolean {
  const keywords = schemaOf(document, parameter);
  const limits = ["pattern", "enum", "format", "const", "maxLength", ...CHOICES];
  return keywords.type === "string" && limits.every((name) => keywords[name] === undefined);
}

/** A number of 30 bits: servers that number their resources from 1 seldom have so many. */
const LARGE_NUMBER = 1_000_000_000;

/** Each letter and digit of an example is replaced by one of its own class. A pattern may require the class. */
const CHARACTER_CLASSES = [
  { pattern: /[a-z]/, characters: "abcdefghijklmnopqrstuvwxyz" },
  { pattern: /[A-Z]/, characters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ" },
  { pattern: /\d/, characters: "123456789" },
];

/** So many random bits make it certain that nothing has the same text: 9 random letters have 42. The gate relies on it. */
const CERTAIN_BITS = 40;

/** With so many, it is unlikely: 9 random digits have 28. A server of our own has nothing to lose. */
const LIKELY_BITS = 26;

/** So many random letters or digits make it unlikely. */
const RANDOM_CHARACTERS = 9;

/** A value for a parameter, and how many of its bits are random. */
interface UnknownValue extends ParameterValue {
  bits: number;
}

/** Whether a resource may have a value by chance. */
export function mayExist({ bits }: UnknownValue): boolean {
  return bits < LIKELY_BITS;
}

interface UnknownOptions {
  /** Of the last path parameter (default: the format of its first example). */
  format?: ValueFormat;
  /** The method that will be sent (default: the operation's). */
  method?: string;
}

/**
 * The required parameters of an operation, with path values that identify no resource. For an unsafe method these are random
 * texts. Where a value of the schema could be in use, they are those of a created and deleted resource.
 *
 * @throws Skipped if there are no such values for an unsafe method
 */
export async function unknownParameters(
  context: CaseContext,
  operation: Operation,
  { format, method = operation.method }: UnknownOptions = {},
): Promise<UnknownValue[]> {
  const { document } = context.contract;
  const example = successExample(operation);
  const last = operation.parameters.findLast((parameter) => parameter.in === "path");
  const values = usedParameters(context, operation).flatMap((parameter): UnknownValue[] => {
    const fromExample = exampleValue(example, parameter);
    if (parameter.in !== "path" || isClosedSet(document, parameter)) {
      const fromFile = targetFileValue(context, operation, parameter, example?.key);
      const found = fromFile ?? fromExample ?? generatedValue(context, parameter);
      // It is known to exist, not random.
      return found ? [{ ...found, bits: Number.POSITIVE_INFINITY }] : [];
    }
    const [first = "text"] = formatsOf(document, parameter);
    const wanted = parameter === last && format ? format : first;
    return [unknownValue(context, parameter, wanted, fromExample?.value)];
  });
  if (isSafe({ method })) return values;
  const certain = values.map((value) => withCertainty(context, value));
  const isUncertain = ({ parameter, source }: ParameterValue) =>
    parameter.in === "path" &&
    source !== IDENTIFIES_NOTHING &&
    (parameter === last || !isClosedSet(document, parameter));
  const uncertain = certain.find(isUncertain);
  if (!uncertain) return certain;
  if (mayHaveDataOfOthers(context.target)) return withDeletedPath(context, operation, certain, uncertain.parameter);
  if (!mayExist(uncertain)) return certain;
  throw new Skipped(`a generated ${uncertain.parameter.name} is so short that it may identify a resource`);
}

/** The values of a resource that the run created and deleted. @throws Skipped if there is none */
async function withDeletedPath(
  context: CaseContext,
  operation: Operation,
  values: readonly UnknownValue[],
  { name }: Parameter,
): Promise<UnknownValue[]> {
  const path = await deletedPath(context, operation);
  const parameters = pathParameters(operation);
  if (path?.length !== parameters.length) {
    throw new Skipped(
      `a generated ${name} may identify a resource, and the run can create and delete none in its place`,
    );
  }
  return values.map((value) => ({ ...value, ...path[parameters.indexOf(value.parameter)] }));
}

/** The value with its source, if it certainly identifies nothing. A number never does. */
function withCertainty(context: CaseContext, unknown: UnknownValue): UnknownValue {
  const { parameter, value, source, bits } = unknown;
  if (parameter.in !== "path" || source !== GENERATED || isClosedSet(context.contract.document, parameter))
    return unknown;
  if (typeof value !== "string" || bits < CERTAIN_BITS) return unknown;
  // Some servers read the number at the beginning, and ignore the rest.
  const named = /^[-+\s]*\d/.test(value) && !isUuid(value) ? `n${value}` : value;
  return isValidFor(context.contract, parameter, named)
    ? { ...unknown, value: named, source: IDENTIFIES_NOTHING }
    : unknown;
}

/** An invalid text for a path parameter of an unsafe method, with an end that no identifier has. */
export function unknownText(generator: ValueGenerator, parameter: Parameter, text: string): UnknownValue {
  const value = `${text} ${generator.unique(UNIQUE_LENGTH)}`;
  return { parameter, value, source: IDENTIFIES_NOTHING, bits: CERTAIN_BITS };
}

/**
 * Replaces each letter and digit of a valid text by a random one, where the schema allows it. A text of a closed pattern
 * such as `^(production|staging)$` stays as it is.
 *
 * @returns the text, and how many random bits it has
 */
function randomized(context: CaseContext, parameter: Parameter, template: string): { text: string; bits: number } {
  const characters = [...template];
  let bits = 0;
  for (const [index, character] of characters.entries()) {
    const { characters: known } = CHARACTER_CLASSES.find(({ pattern }) => pattern.test(character)) ?? {};
    if (known === undefined) continue;
    const random = known[Math.floor(context.generator.random() * known.length)] ?? character;
    const candidate = characters.with(index, random);
    // The same character shows nothing of the schema.
    const changed =
      random === character ? characters.with(index, known.replace(character, "")[0] ?? character) : candidate;
    if (!isValidFor(context.contract, parameter, changed.join(""))) continue;
    characters[index] = random;
    bits += Math.log2(known.length);
  }
  return { text: characters.join(""), bits };
}

/** A text with the characters of a known value that hardly anything has; undefined if the schema allows none. */
export function unknownTextLike(context: CaseContext, parameter: Parameter, known: string): string | undefined {
  const { text, bits } = randomized(context, parameter, known);
  if (bits >= LIKELY_BITS) return text;
  const unique = context.generator.unique();
  return isValidFor(context.contract, parameter, unique) ? unique : undefined;
}

/** A text that the schema of a parameter allows, and that is not one of some others. Undefined if none is found. */
export function textBeside(
  context: CaseContext,
  parameter: Parameter,
  others: ReadonlySet<unknown>,
): string | undefined {
  return randomValue(
    context,
    parameter,
    (value): value is string => typeof value === "string" && value !== "" && !others.has(value),
  );
}

/** A value that is valid by the schema of a parameter; undefined if none is found. */
function generatedValue(context: CaseContext, parameter: Parameter): ParameterValue | undefined {
  const result = valuesOf(context).value(parameter, { direction: "request", optional: "none" });
  return "value" in result ? { parameter, value: result.value, source: GENERATED } : undefined;
}

/** How many values are generated until one is valid by the schema. */
const VALUE_TRIES = 5;

/** A value in a format, if the schema allows one; any other value that the schema allows. */
function unknownValue(context: CaseContext, parameter: Parameter, format: ValueFormat, example?: Json): UnknownValue {
  const value = validValue(context, parameter, format, example);
  if (typeof value === "number") return { parameter, value, source: GENERATED, bits: Math.log2(Math.abs(value)) };
  if (typeof value !== "string" || hasUniqueText(context.generator, value)) {
    return { parameter, value, source: GENERATED, bits: typeof value === "string" ? CERTAIN_BITS : 0 };
  }
  const { text, bits } = randomized(context, parameter, value);
  return { parameter, value: text, source: GENERATED, bits };
}

function validValue(context: CaseContext, parameter: Parameter, format: ValueFormat, example?: Json): Json {
  const inFormat = valueInFormat(context, parameter, format, example);
  if (isValidFor(context.contract, parameter, inFormat)) return inFormat;
  const isPlain = (value: Json): value is string | number | bigint | boolean =>
    typeof value !== "object" && value !== "";
  return randomValue(context, parameter, isPlain) ?? inFormat;
}

/** A generated value of a kind that the schema of a parameter allows; undefined if none of several is. */
function randomValue<Wanted extends Json>(
  context: CaseContext,
  { schemaPointer }: Parameter,
  isWanted: (value: Json) => value is Wanted,
): Wanted | undefined {
  const options = { direction: "request", optional: "random", documented: false } as const;
  for (let tries = VALUE_TRIES; tries > 0; tries -= 1) {
    const result = valuesOf(context).value({ schemaPointer }, options);
    if ("value" in result && isWanted(result.value)) return result.value;
  }
  return undefined;
}

function valueInFormat(context: CaseContext, parameter: Parameter, format: ValueFormat, example?: Json): Json {
  const { generator, contract } = context;
  if (format === "UUID") return generator.uuid();
  if (format === "address") return `nobody-${generator.unique()}@example.com`;
  if (format === "number") return unknownNumber(context, parameter);
  return textLike(generator, String(example ?? "unknown"), acceptsAnyText(contract.document, parameter));
}

/** A large number; near the maximum if that is lower. */
function unknownNumber({ generator, contract }: CaseContext, parameter: Parameter): number {
  const { maximum } = schemaOf(contract.document, parameter);
  const highest = typeof maximum === "number" && maximum < 2 * LARGE_NUMBER ? maximum : 2 * LARGE_NUMBER;
  return Math.floor(highest - (highest / 2) * generator.random());
}

/** A text with the character classes and the length of the example; longer where nothing limits the length. */
function textLike(generator: ValueGenerator, example: string, mayBeLonger: boolean): string {
  const known = example.match(/[a-z\d]/gi) ?? [];
  const missing = mayBeLonger ? Math.max(0, RANDOM_CHARACTERS - known.length) : 0;
  const template = example + (known.at(-1) ?? "x").repeat(missing);
  return [...template]
    .map((character) => {
      const { characters = character } = CHARACTER_CLASSES.find(({ pattern }) => pattern.test(character)) ?? {};
      return characters[Math.floor(generator.random() * characters.length)];
    })
    .join("");
}
