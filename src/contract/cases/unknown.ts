import type { Operation, Pagination, Parameter } from "../../openapi/operation.js";
import { anything, missing, refusal } from "../ask.js";
import type { Case } from "../case.js";
import type { CaseRun } from "../case-run.js";
import type { Environment } from "../environment.js";
import { freshBody, goodPair } from "../known.js";
import { promisesStated } from "../proves.js";
import { SAFE_METHODS } from "../target.js";
import { madeUpParameters, shapesOf, takesAnyText } from "./made-up.js";

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
