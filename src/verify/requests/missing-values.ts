import { allNames } from "#cli/names-text.js";
import type { Operation } from "#openapi/operations/operation.js";
import { REQUEST_BODY } from "../model/target/target.js";
import { type Skip, settingPath, sharedSetting, valueSetting } from "../model/test-case/need.js";
import type { PlanContext } from "../model/test-case/request-context.js";
import { successExample } from "./known-values.js";
import { isSharable, sharedValue } from "./shared-values.js";

/** A part of a request that has no value, and the setting of the target file that gives one. */
export interface MissingPart {
  name: string;
  setting: string[];
}

/** Why there is no valid request. The reason names the parts that lack a value. */
export function missingValues(context: PlanContext, operation: Operation): Skip {
  const missing = missingParts(context, operation);
  if (missing.length > 0) {
    return {
      reason: `no value exists for ${inWords(missing.map(({ name }) => name))}`,
      needs: missing.map(({ setting }) => ({ kind: "value", setting, isList: false })),
    };
  }
  const values = context.target.values[operation.id] ?? {};
  const consumed = operation.parameters.filter(({ in: place, name }) => {
    return place === "path" && Object.values(values[name] ?? {}).some(Array.isArray);
  });
  if (consumed.length > 0) {
    const settings = consumed.map(({ name }) => settingPath(...valueSetting(operation.id, name)));
    return { reason: `it needs a value that it does not consume, and ${allNames(settings)} is a list`, needs: [] };
  }
  const required = operation.parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  return withoutExample([...required, ...(operation.requestBody ? [REQUEST_BODY] : [])]);
}

/** Why there is no request with parts for which the document has no example. */
export function withoutExample(parts: readonly string[]): Skip {
  return { reason: `no value exists for ${inWords(parts)}: add an example to the document`, needs: [] };
}

/** Why no request is sent that would consume a value. */
export function missingConsumable(setting: readonly string[]): Skip {
  return { reason: "it needs a value to consume", needs: [{ kind: "value", setting, isList: true }] };
}

/** The parts that each request needs, and that neither the document nor the target file gives. */
export function missingParts(context: PlanContext, operation: Operation): MissingPart[] {
  const { contract, target } = context;
  const example = successExample(operation);
  const missing = operation.parameters.filter((parameter) => {
    const { name, required, in: place } = parameter;
    if (target.values[operation.id]?.[name] !== undefined) return false;
    if (sharedValue(context, operation, parameter, example?.key) !== undefined) return false;
    return place === "path" || (required && !example?.parameters.some((pair) => pair.parameter.name === name));
  });
  const hasBody = example?.body !== undefined || target.values[operation.id]?.[REQUEST_BODY] !== undefined;
  const body = operation.requestBody?.required === true && !hasBody ? [REQUEST_BODY] : [];
  const ownSetting = (name: string) => valueSetting(operation.id, name, example?.key);
  return [
    ...missing.map((parameter) => {
      const { name } = parameter;
      const isShared = isSharable(contract, operation, parameter);
      return { name, setting: isShared ? sharedSetting(name) : ownSetting(name) };
    }),
    ...body.map((name) => ({ name, setting: ownSetting(name) })),
  ];
}

function inWords(names: readonly string[]): string {
  return allNames(names.map((name) => (name === REQUEST_BODY ? "the body" : name))) || "its path";
}
