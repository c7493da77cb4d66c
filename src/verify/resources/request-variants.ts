import { valueAt } from "#openapi/document/pointer.js";
import { firstExample } from "#openapi/operations/example-pairs.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { isCursor, itemCursor } from "#statements/paging/paging.js";
import { GENERATED, type ParameterValue, type RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { generatedParameter } from "../requests/generated-parts.js";
import { firstCursor } from "./lists/known-lists.js";
import { listedItems, listedValue, validRequest } from "./valid-request.js";

/** Another request for the same data. A server may check the key in one code path and not in another. */
export interface RequestVariant {
  /** In words: `by limit`. */
  what: string;
  /** The request; undefined if the target lacks the values that it needs. */
  requestFor(context: CaseContext): Promise<RequestSpec | undefined>;
}

/** A variant for each optional query parameter, and for each further value that identifies a resource. */
export function requestVariants(operation: Operation): RequestVariant[] {
  if (operation.method !== "get") return [];
  return [...byOptionalParameter(operation), ...byOtherIdentifier(operation)];
}

function byOptionalParameter(operation: Operation): RequestVariant[] {
  const optional = operation.parameters.filter(({ in: place, required }) => place === "query" && !required);
  return optional.map((parameter) => ({
    what: `by ${parameter.name}`,
    async requestFor(context) {
      const request = await validRequest(context, operation);
      const value = await existingValue(context, operation, parameter);
      return request && value ? { ...request, parameters: [...request.parameters, value] } : undefined;
    },
  }));
}

function byOtherIdentifier(operation: Operation): RequestVariant[] {
  return operation.parameters
    .filter((parameter) => parameter.in === "path")
    .flatMap((parameter) =>
      parameter.identifies.slice(1).map((pointer) => ({
        what: `by ${pointer.split("/").at(-1)}`,
        async requestFor(context: CaseContext) {
          const [item] = await listedItems(context, operation);
          const value = item && valueAt(item, pointer);
          if (value === undefined || value === null) return undefined;
          return { operation, parameters: [listedValue(context, operation, parameter, value)] };
        },
      })),
    );
}

/** A cursor has to name an existing item, because an unknown one is rejected with every key. */
async function existingValue(
  context: CaseContext,
  operation: Operation,
  parameter: Parameter,
): Promise<ParameterValue | undefined> {
  if (itemCursor(operation, parameter)) return firstCursor(context, operation, parameter);
  const value = firstExample(parameter.examples);
  if (value !== undefined) return { parameter, value, source: GENERATED };
  // Other cursors come from pages alone.
  return isCursor(operation, parameter) ? undefined : generatedParameter(context, operation, parameter);
}
