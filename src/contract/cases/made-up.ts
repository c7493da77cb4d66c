import type { Json } from "../../openapi/document.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import type { Given } from "../ask.js";
import { NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import type { Environment } from "../environment.js";
import { goodPair } from "../known.js";
import { type Shape, shapeOf } from "../shape.js";
import { SAFE_METHODS } from "../target.js";

/** The shapes that the examples of a parameter have; text where there is none. */
export function shapesOf(parameter: Parameter): Shape[] {
  const { named, fallback } = parameter.examples;
  const examples = fallback === undefined ? [...named.values()] : [...named.values(), fallback];
  const shapes = new Set(examples.map(shapeOf));
  return shapes.size > 0 ? [...shapes] : ["text"];
}

/** Whether every text may be sent as the parameter. */
export function takesAnyText({ schema }: Parameter): boolean {
  const known = typeof schema === "object" ? schema : {};
  return (
    known.type === "string" &&
    ["pattern", "enum", "format", "const", "maxLength"].every((name) => known[name] === undefined)
  );
}

/** Letters and digits enough that nobody has the same by chance. */
const UNGUESSED = 9;

/** Each letter and digit of an example gives way to one of its own class, because a pattern may want that. */
const CLASSES = [
  { holds: /[a-z]/, characters: "abcdefghijklmnopqrstuvwxyz" },
  { holds: /[A-Z]/, characters: "ABCDEFGHIJKLMNOPQRSTUVWXYZ" },
  { holds: /\d/, characters: "123456789" },
];

/**
 * The required parameters of an operation, those of its path with made-up values that name nothing.
 *
 * @param shape what the last one of the path is to look like; as its first example does, unless told
 * @param method the one that they are sent by
 * @throws NotVerified where a value may be written over or deleted, and is too short to be surely nobody's
 */
export function madeUpParameters(
  { environment }: CaseRun,
  operation: Operation,
  { shape, method = operation.method }: { shape?: Shape; method?: string } = {},
): Given[] {
  const pair = goodPair(operation);
  const last = operation.parameters.findLast((each) => each.in === "path");
  return operation.parameters
    .filter(({ required }) => required)
    .flatMap((parameter): Given[] => {
      const example = pair?.parameters.find((given) => given.parameter === parameter)?.value;
      if (parameter.in !== "path") return example === undefined ? [] : [{ parameter, value: example }];
      const schema = typeof parameter.schema === "object" ? parameter.schema : {};
      // A parameter that admits listed values only names nothing by itself.
      if (schema.enum !== undefined && example !== undefined) return [{ parameter, value: example }];
      const wanted = parameter === last && shape ? shape : (shapesOf(parameter)[0] ?? "text");
      const value = madeUp(environment, parameter, wanted, example);
      // What a made-up value meets by chance is read in vain; it must not be deleted or written over.
      if (wanted === "text" && variable(String(value)) < UNGUESSED && !SAFE_METHODS.includes(method)) {
        throw new NotVerified(`a made-up ${parameter.name} is so short that it may name something`);
      }
      return [{ parameter, value }];
    });
}

function madeUp(environment: Environment, parameter: Parameter, shape: Shape, example: Json | undefined): Json {
  switch (shape) {
    case "UUID":
      return environment.uuid();
    case "address":
      return `nobody-${environment.unique()}@example.com`;
    case "number":
      return 1_000_000_000 + Math.floor(environment.random() * 1_000_000_000);
    default:
      return textLike(environment, String(example ?? "unknown"), takesAnyText(parameter));
  }
}

/** A text in the letters and the length of the example; longer where nothing bounds it. */
function textLike(environment: Environment, example: string, mayBeLonger: boolean): string {
  const lacking = mayBeLonger ? Math.max(0, UNGUESSED - variable(example)) : 0;
  const longer = example + (example.match(/[a-z\d]/gi)?.at(-1) ?? "x").repeat(lacking);
  return [...longer]
    .map((each) => {
      const { characters = each } = CLASSES.find(({ holds }) => holds.test(each)) ?? {};
      return characters[Math.floor(environment.random() * characters.length)];
    })
    .join("");
}

/** How many characters of a text change when another is made in its form. */
function variable(text: string): number {
  return text.match(/[a-z\d]/gi)?.length ?? 0;
}
