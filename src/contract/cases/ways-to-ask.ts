import type { Operation, Parameter } from "../../openapi/operation.js";
import { valueAt } from "../../openapi/pointer.js";
import type { Ask } from "../ask.js";
import type { CaseRun } from "../case-run.js";
import { goodAsk, listedItems } from "../known.js";

/** Another way to ask for what a good request asks for: a server may guard the one and forget the other. */
export interface WayToAsk {
  /** In words: `by limit and origin`. */
  what: string;
  /** Undefined if the target does not have what it takes. */
  askFor(run: CaseRun): Promise<Ask | undefined>;
}

/** With all optional parameters that can be combined, and by each further value that names a thing. */
export function waysToAsk(operation: Operation): WayToAsk[] {
  if (operation.method !== "get") return [];
  return [...byParameters(operation), ...byOtherNames(operation)];
}

function byParameters(operation: Operation): WayToAsk[] {
  const exclusive = operation.mutuallyExclusive.flatMap((names) => names.slice(1));
  const optional = operation.parameters.filter(
    (each) => each.in === "query" && !each.required && !exclusive.includes(each.name) && exampleOf(each) !== undefined,
  );
  if (optional.length === 0) return [];
  return [
    {
      what: `by ${optional.map(({ name }) => name).join(" and ")}`,
      async askFor(run) {
        const ask = await goodAsk(run, operation);
        const given = optional.flatMap((parameter) => {
          const value = exampleOf(parameter);
          return value === undefined ? [] : [{ parameter, value }];
        });
        return ask && { ...ask, parameters: [...ask.parameters, ...given] };
      },
    },
  ];
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

function exampleOf({ examples }: Parameter) {
  return [...examples.named.values()][0] ?? examples.fallback;
}
