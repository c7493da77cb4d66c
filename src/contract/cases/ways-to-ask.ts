import type { Json } from "../../openapi/document.js";
import { firstExample } from "../../openapi/example-pairs.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { valueAt } from "../../openapi/pointer.js";
import type { Ask } from "../ask.js";
import type { CaseRun } from "../case-run.js";
import { goodAsk, listedItems } from "../known.js";
import { cursorOf, firstCursor } from "./paging/walk.js";

/** Another way to ask for what a good request asks for: a server may guard the one and forget the other. */
export interface WayToAsk {
  /** In words: `by limit and origin`. */
  what: string;
  /** Undefined if the target does not have what it takes. */
  askFor(run: CaseRun): Promise<Ask | undefined>;
}

/** With each optional parameter, and by each further value that names a thing. */
export function waysToAsk(operation: Operation): WayToAsk[] {
  if (operation.method !== "get") return [];
  return [...byParameters(operation), ...byOtherNames(operation)];
}

function byParameters(operation: Operation): WayToAsk[] {
  const optional = operation.parameters.filter(({ in: place, required }) => place === "query" && !required);
  return optional.map((parameter) => ({
    what: `by ${parameter.name}`,
    async askFor(run) {
      const ask = await goodAsk(run, operation);
      const value = await exampleThere(run, operation, parameter);
      return ask && value !== undefined ? { ...ask, parameters: [...ask.parameters, { parameter, value }] } : undefined;
    },
  }));
}

function byOtherNames(operation: Operation): WayToAsk[] {
  return operation.parameters
    .filter((each) => each.in === "path")
    .flatMap((parameter) =>
      parameter.identifies.slice(1).map((pointer) => ({
        what: `by ${pointer.split("/").at(-1)}`,
        async askFor(run: CaseRun) {
          const [item] = await listedItems(run, operation);
          const value = item && valueAt(item, pointer);
          return value === undefined || value === null ? undefined : { operation, parameters: [{ parameter, value }] };
        },
      })),
    );
}

/** A cursor has to name something that is there, or it is refused whoever asks. */
async function exampleThere(
  run: CaseRun,
  operation: Operation,
  { name, examples }: Parameter,
): Promise<Json | undefined> {
  const cursor = cursorOf(operation, name);
  return cursor ? firstCursor(run, operation, cursor.item) : firstExample(examples);
}
