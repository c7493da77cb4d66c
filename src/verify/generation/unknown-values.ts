import { asObject, type Json } from "../../openapi/document.js";
import { isSafe } from "../../openapi/methods.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import type { CaseContext, ValueGenerator } from "../model/case-context.js";
import { GENERATED, type ParameterValue } from "../model/request-spec.js";
import { Skipped } from "../model/skipped.js";
import { type ValueFormat, valueFormat } from "../model/value-format.js";
import { exampleValue, successExample } from "./valid-request.js";

/** The formats of a parameter's examples; text if it has no examples. */
export function formatsOf({ examples: { named, fallback } }: Parameter): ValueFormat[] {
  const examples = fallback === undefined ? [...named.values()] : [...named.values(), fallback];
  const formats = new Set(examples.map(valueFormat));
  return formats.size > 0 ? [...formats] : ["text"];
}

/** Whether every text is a valid value of the parameter. */
export function acceptsAnyText({ schema }: Parameter): boolean {
  const keywords = asObject(schema);
  const limits = ["pattern", "enum", "format", "const", "maxLength"];
  return keywords.type === "string" && limits.every((name) => keywords[name] === undefined);
}

/** Letters and digits that make it certain that no resource has the same text by chance. */
const MIN_RANDOM_CHARACTERS = 9;

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
  { generator }: CaseContext,
  operation: Operation,
  { format, method = operation.method }: { format?: ValueFormat; method?: string } = {},
): ParameterValue[] {
  const example = successExample(operation);
  const last = operation.parameters.findLast((each) => each.in === "path");
  return operation.parameters
    .filter(({ required }) => required)
    .flatMap((parameter) => {
      const fromExample = exampleValue(example, parameter);
      // A parameter with an enum identifies no resource.
      const isFixed = fromExample && asObject(parameter.schema).enum !== undefined;
      if (parameter.in !== "path" || isFixed) return fromExample ?? [];
      const wanted = parameter === last && format ? format : (formatsOf(parameter)[0] ?? "text");
      const unknown = unknownValue(generator, parameter, wanted, fromExample?.value);
      if (wanted === "text" && !isSafe({ method }) && randomCharacters(String(unknown)) < MIN_RANDOM_CHARACTERS) {
        throw new Skipped(`a generated ${parameter.name} is so short that it may identify a resource`);
      }
      return [{ parameter, value: unknown, source: GENERATED }];
    });
}

/** Whether a generated value is so short that a resource may have it by chance. */
export function mayExist({ value, parameter }: ParameterValue): boolean {
  const isText = typeof value === "string" && valueFormat(value) === "text";
  return parameter.in === "path" && isText && randomCharacters(value) < MIN_RANDOM_CHARACTERS;
}

function unknownValue(generator: ValueGenerator, parameter: Parameter, format: ValueFormat, example?: Json): Json {
  if (format === "UUID") return generator.uuid();
  if (format === "address") return `nobody-${generator.unique()}@example.com`;
  if (format === "number") return 1_000_000_000 + Math.floor(generator.random() * 1_000_000_000);
  return textLike(generator, String(example ?? "unknown"), acceptsAnyText(parameter));
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
