import { asObject, type JsonObject } from "../../openapi/document.js";
import { examplePairs } from "../../openapi/example-pairs.js";
import { operationsOf } from "../../openapi/operations.js";
import type { TargetValues } from "../model/target.js";
import type { SettingsReader } from "./settings.js";

/** The values of a target file. Their operations, parameters and examples have to exist in the contract. */
export function valuesOf(settings: JsonObject, { document, fail }: SettingsReader): TargetValues {
  const operations = operationsOf(document);
  return Object.fromEntries(
    Object.entries(settings).map(([id, parameters]) => {
      const operation = operations.find((each) => each.id === id);
      if (!operation) {
        const names = list(operations.map((each) => each.id));
        return fail(`values.${id}: the contract has no operation ${id}. It has ${names}.`);
      }
      const names = operation.parameters.map(({ name }) => name);
      const keys = examplePairs(operation).map(({ key }) => key);
      const values = Object.entries(asObject(parameters)).map(([name, examples]): [string, JsonObject] => {
        if (!names.includes(name)) {
          fail(`values.${id}.${name}: ${id} has no parameter ${name}. It has ${list(names)}.`);
        }
        const unknown = Object.keys(asObject(examples)).find((key) => !keys.includes(key));
        if (unknown !== undefined) {
          fail(`values.${id}.${name}.${unknown}: ${id} has no example ${unknown}. It has ${list(keys)}.`);
        }
        return [name, asObject(examples)];
      });
      return [id, Object.fromEntries(values)];
    }),
  );
}

function list(names: readonly string[]): string {
  return [...new Set(names)].join(", ") || "none";
}
