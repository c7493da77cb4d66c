import type { Json } from "../../openapi/document.js";
import type { Operation, Pagination, Parameter } from "../../openapi/operation.js";
import { anything, type Given, missing, refusal } from "../ask.js";
import { type Case, NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import type { Environment } from "../environment.js";
import { freshBody, goodPair } from "../known.js";
import { promisesStated } from "../proves.js";
import { type Shape, shapeOf } from "../shape.js";
import { SAFE_METHODS } from "../target.js";

/** What does not exist is refused: made-up values in the form that the examples have, and one that has none. */
export function unknownCases({ promises }: Environment, operation: Operation): Case[] {
  if (operation.pagination?.forward.item !== undefined) return unknownCursor(operation, operation.pagination);
  const parameter = operation.parameters.findLast((each) => each.in === "path");
  if (!parameter || namesAnything(operation, parameter)) return [];
  const expected = missing(operation, "it does not exist");
  const common = {
    kind: "unknown" as const,
    operation,
    parameter: parameter.name,
    writes: !SAFE_METHODS.includes(operation.method),
  };
  const proves = expected.kind === "refusal" ? [] : promisesStated(promises, operation.id, [expected.location], false);
  const shapes = shapesOf(parameter).map(
    (shape): Case => ({
      ...common,
      name: `${operation.id} › refuses an unknown ${shape}`,
      proves,
      run: async (run) => {
        const body = goodPair(operation)?.body;
        await run.ask(
          {
            operation,
            parameters: madeUpParameters(run, operation, { shape }),
            body: body && freshBody(run, body.value, body.mediaType.name),
          },
          expected,
        );
      },
    }),
  );
  if (!takesAnyText(parameter)) return shapes;
  const named = (value: string) => (run: CaseRun) =>
    madeUpParameters(run, operation, { shape: "text" }).map((given) =>
      given.parameter === parameter ? { parameter, value } : given,
    );
  const plain = shapesOf(parameter).includes("text");
  return [
    ...shapes,
    // Where any text may be asked for, a text of another form names nothing, and that is answered alike.
    ...(plain || expected.kind === "refusal"
      ? []
      : [
          {
            ...common,
            name: `${operation.id} › refuses an unknown identifier of another form`,
            proves,
            run: async (run: CaseRun) => {
              const parameters = named(`no-such-${run.environment.unique(6)}`)(run);
              await run.ask({ operation, parameters }, expected);
            },
          },
        ]),
    {
      ...common,
      name: `${operation.id} › refuses what has no form of an identifier`,
      proves: [],
      run: async (run) => {
        const parameters = named("'\0 no identifier\"")(run);
        await run.ask({ operation, parameters }, refusal(operation, "it has no form of an identifier"));
      },
    },
  ];
}

/** A cursor that names nothing: whether it is refused is open, but it is no reason to fail. */
function unknownCursor(operation: Operation, { forward, backward }: Pagination): Case[] {
  const cursors = operation.parameters.filter(({ name }) => name === forward.parameter || name === backward?.parameter);
  return cursors.map((parameter) => ({
    name: `${operation.id} › survives an unknown ${parameter.name}`,
    kind: "unknown",
    operation,
    parameter: parameter.name,
    proves: [],
    writes: false,
    run: async (run) => {
      const given = { parameter, value: run.environment.uuid() };
      const parameters = [...madeUpParameters(run, operation), given];
      await run.ask({ operation, parameters }, anything(operation, `${parameter.name} names nothing`));
    },
  }));
}

/**
 * Where no value is said to name nothing: one of a list names something, what is put may be made by that, and an operation
 * without any refusal of its own (404, 4XX or such) may answer for whatever it is asked.
 */
function namesAnything(operation: Operation, { schema }: Parameter): boolean {
  const refused = operation.responses.some(({ status }) => ["404", "410", "4XX", "default"].includes(status));
  const made = operation.method === "put" && operation.responses.some(({ status }) => status === "201");
  return !refused || made || (typeof schema === "object" && (schema.enum !== undefined || schema.const !== undefined));
}

function shapesOf(parameter: Parameter): Shape[] {
  const { named, fallback } = parameter.examples;
  const examples = fallback === undefined ? [...named.values()] : [...named.values(), fallback];
  const shapes = new Set(examples.map(shapeOf));
  return shapes.size > 0 ? [...shapes] : ["text"];
}

function takesAnyText({ schema }: Parameter): boolean {
  const known = typeof schema === "object" ? schema : {};
  return (
    known.type === "string" &&
    ["pattern", "enum", "format", "const", "maxLength"].every((name) => known[name] === undefined)
  );
}

/** Letters and digits enough that nobody has the same by chance. */
const UNGUESSED = 9;

/** How many characters of a text change when another is made in its form. */
function variable(text: string): number {
  return text.match(/[a-z\d]/gi)?.length ?? 0;
}

/** The required parameters of an operation, those of its path with made-up values that name nothing. */
export function madeUpParameters(
  run: CaseRun,
  operation: Operation,
  { shape, method = operation.method }: { shape?: Shape; method?: string } = {},
): Given[] {
  const pair = goodPair(operation);
  const { environment } = run;
  const made = (wanted: Shape, parameter: Parameter, example: Json | undefined): Json => {
    switch (wanted) {
      case "UUID":
        return environment.uuid();
      case "address":
        return `nobody-${environment.unique()}@example.com`;
      case "number":
        return 1_000_000_000 + Math.floor(environment.random() * 1_000_000_000);
      default:
        return text(parameter, String(example ?? "unknown"));
    }
  };
  // In the letters and the length of the example, because a pattern may want them; longer where nothing bounds it.
  const text = (parameter: Parameter, example: string): string => {
    const like = (each: string) =>
      /[a-z]/.test(each)
        ? pick("abcdefghijklmnopqrstuvwxyz")
        : /[A-Z]/.test(each)
          ? pick("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
          : /\d/.test(each)
            ? pick("123456789")
            : each;
    const pick = (from: string) => from[Math.floor(environment.random() * from.length)] ?? "";
    const missing = takesAnyText(parameter) ? Math.max(0, UNGUESSED - variable(example)) : 0;
    const value = [...example, ...(example.match(/[a-z\d]/gi)?.at(-1) ?? "x").repeat(missing)].map(like).join("");
    // What a made-up value meets by chance is read in vain; it must not be deleted or written over.
    if (variable(value) < UNGUESSED && !SAFE_METHODS.includes(method)) {
      throw new NotVerified(`a made-up ${parameter.name} is so short that it may name something`);
    }
    return value;
  };
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
      return [{ parameter, value: made(wanted, parameter, example) }];
    });
}
