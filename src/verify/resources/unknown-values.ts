import { asObject, type Json, type OpenApiDocument } from "../../openapi/document.js";
import { isSafe } from "../../openapi/methods.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { resolveReference } from "../../openapi/reference.js";
import type { CaseContext, ValueGenerator } from "../model/case-context.js";
import { GENERATED, type ParameterValue } from "../model/request-spec.js";
import { Skipped } from "../model/skipped.js";
import { type ValueFormat, valueFormat } from "../model/value-format.js";
import { valuesOf } from "./generated-request.js";
import { exampleValue, successExample, targetFileValue, usedParameters } from "./valid-request.js";

/** The formats of a parameter's examples; the format that its schema suggests if it has no examples. */
export function formatsOf(document: OpenApiDocument, parameter: Parameter): ValueFormat[] {
  const { named, fallback } = parameter.examples;
  const examples = fallback === undefined ? [...named.values()] : [...named.values(), fallback];
  const formats = new Set(examples.map(valueFormat));
  return formats.size > 0 ? [...formats] : [schemaFormat(document, parameter)];
}

/** The format of the values that a schema without an example describes. */
function schemaFormat(document: OpenApiDocument, { schema, schemaPointer }: Parameter): ValueFormat {
  const { type, format } = resolveReference(document, schema, schemaPointer).node;
  if (format === "uuid") return "UUID";
  if (format === "email") return "address";
  return [type].flat().some((each) => each === "integer" || each === "number") ? "number" : "text";
}

/** Whether every text is a valid value of the parameter. */
export function acceptsAnyText({ schema }: Parameter): boolean {
  const keywords = asObject(schema);
  const limits = ["pattern", "enum", "format", "const", "maxLength"];
  return keywords.type === "string" && limits.every((name) => keywords[name] === undefined);
}

/** Letters and digits that make it certain that no resource has the same text by chance. */
const MIN_RANDOM_CHARACTERS = 9;

/** Servers that number their resources from 1 seldom have so many. */
const MIN_NUMBER = 100_000_000;
const LARGE_NUMBER = 1_000_000_000;

/** Each letter and digit of an example is replaced by one of its own class, because a pattern may require the class. */
const CHARACTER_CLASSES = [
  { pattern: /[a-z]/, characters: "abcdefghijklmnopqrstuvwxyz" },
  { pattern: /[A-Z]/, characters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ" },
  { pattern: /\d/, characters: "123456789" },
];

/**
 * The required parameters of an operation, with generated path values that identify no resource.
 *
 * @param options.format of the last path parameter (default: the format of its first example)
 * @param options.method that will be sent (default: the operation's)
 * @throws Skipped if an unsafe method would be sent with a value that is too short to be certainly unknown
 */
export function unknownParameters(
  context: CaseContext,
  operation: Operation,
  { format, method = operation.method }: { format?: ValueFormat; method?: string } = {},
): ParameterValue[] {
  const example = successExample(operation);
  const last = operation.parameters.findLast((each) => each.in === "path");
  return usedParameters(context, operation).flatMap((parameter) => {
    const fromExample = exampleValue(example, parameter);
    // A parameter with an enum identifies no resource.
    const isFixed = asObject(parameter.schema).enum !== undefined;
    if (parameter.in !== "path" || isFixed) {
      const fromFile = targetFileValue(context, operation, parameter, example?.key);
      return fromFile ?? fromExample ?? generatedValue(context, parameter) ?? [];
    }
    const [first = "text"] = formatsOf(context.contract.document, parameter);
    const wanted = parameter === last && format ? format : first;
    const unknown = unknownValue(context, parameter, wanted, fromExample?.value);
    if (!isSafe({ method }) && mayExist({ parameter, value: unknown, source: GENERATED })) {
      throw new Skipped(`a generated ${parameter.name} is so short that it may identify a resource`);
    }
    return [{ parameter, value: unknown, source: GENERATED }];
  });
}

/** A value that is valid by the schema of a parameter; undefined if none is found. */
function generatedValue(context: CaseContext, parameter: Parameter): ParameterValue | undefined {
  const result = valuesOf(context).value(parameter, { direction: "request", optional: "none" });
  return "value" in result ? { parameter, value: result.value, source: GENERATED } : undefined;
}

/** Whether a generated value is so short, or a number so small, that a resource may have it by chance. */
export function mayExist({ value, parameter }: ParameterValue): boolean {
  if (parameter.in !== "path") return false;
  if (typeof value === "number") return Math.abs(value) < MIN_NUMBER;
  return typeof value === "string" && valueFormat(value) === "text" && randomCharacters(value) < MIN_RANDOM_CHARACTERS;
}

/** How many values are generated until one is valid by the schema. */
const TRIES = 5;

/** A value in a format, if the schema allows one; any other value that the schema allows. */
function unknownValue(context: CaseContext, parameter: Parameter, format: ValueFormat, example?: Json): Json {
  const { validator } = context.contract;
  const inFormat = valueInFormat(context.generator, parameter, format, example);
  const isValid = (value: Json) =>
    parameter.schema === undefined || validator.errors(parameter.schemaPointer, value).length === 0;
  if (isValid(inFormat)) return inFormat;
  for (let tries = TRIES; tries > 0; tries -= 1) {
    const options = { direction: "request", optional: "random", documented: false } as const;
    const result = valuesOf(context).value({ schemaPointer: parameter.schemaPointer }, options);
    if ("value" in result && typeof result.value !== "object" && result.value !== "") return result.value;
  }
  return inFormat;
}

function valueInFormat(generator: ValueGenerator, parameter: Parameter, format: ValueFormat, example?: Json): Json {
  if (format === "UUID") return generator.uuid();
  if (format === "address") return `nobody-${generator.unique()}@example.com`;
  if (format === "number") return unknownNumber(generator, parameter);
  return textLike(generator, String(example ?? "unknown"), acceptsAnyText(parameter));
}

/** A large number; near the maximum if that is lower. */
function unknownNumber(generator: ValueGenerator, { schema }: Parameter): number {
  const { maximum } = asObject(schema);
  const highest = typeof maximum === "number" && maximum < 2 * LARGE_NUMBER ? maximum : 2 * LARGE_NUMBER;
  return Math.floor(highest - (highest / 2) * generator.random());
}

/** A text with the character classes and the length of the example; longer where nothing limits the length. */
function textLike(generator: ValueGenerator, example: string, mayBeLonger: boolean): string {
  const missing = mayBeLonger ? Math.max(0, MIN_RANDOM_CHARACTERS - randomCharacters(example)) : 0;
  const template = example + (example.match(/[a-z\d]/gi)?.at(-1) ?? "x").repeat(missing);
  return [...template]
    .map((each) => {
      const { characters = each } = CHARACTER_CLASSES.find(({ pattern }) => pattern.test(each)) ?? {};
      return characters[Math.floor(generator.random() * characters.length)];
    })
    .join("");
}

/** How many characters of a text are replaced at random. */
function randomCharacters(text: string): number {
  return text.match(/[a-z\d]/gi)?.length ?? 0;
}
