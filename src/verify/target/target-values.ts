import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { mayBeGivenBody } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { typesOf } from "#openapi/schema/merged-schema.js";
import { schemaOf } from "#statements/parameter-schema.js";
import {
  EVERY_EXAMPLE,
  PLACEHOLDER,
  REQUEST_BODY,
  type SharedValues,
  type TargetValues,
} from "../model/target/target.js";
import { requireOperation } from "./file/operations.js";
import type { SettingsReader } from "./settings.js";

/** The values of a target file. Their operations, parameters and examples have to exist in the contract. */
export function valuesOf(settings: JsonObject, reader: SettingsReader): TargetValues {
  return Object.fromEntries(
    Object.entries(settings).map(([id, parts]) => {
      const operation = requireOperation(id, ["values", id], reader);
      const values = Object.entries(asObject(parts)).map(([name, value]) => [
        name,
        byExample(operation, name, value ?? null, reader),
      ]);
      return [id, Object.fromEntries(values)];
    }),
  );
}

/** The values of parameters for all operations. Some operation has to have a parameter of each name. */
export function sharedValuesOf(settings: JsonObject, { document, fail }: SettingsReader): SharedValues {
  const parameters = operationsOf(document).flatMap((operation) => operation.parameters);
  for (const [name, value] of Object.entries(settings)) {
    const setting = ["parameters", name];
    const own = parameters.filter((parameter) => parameter.name === name);
    if (own.length === 0) {
      fail(setting, `no operation of the contract has this parameter. It has ${list(parameters.map(nameOf))}.`);
    }
    if (hasPlaceholder(value)) fail(setting, STILL_PLACEHOLDER);
    if (own.some((parameter) => parameter.in === "path") && (Array.isArray(value) || !isIdentifying(value))) {
      fail(setting, "it is not a text or a number. A list of values to consume belongs under values.");
    }
  }
  return definedValues(settings);
}

function nameOf({ name }: { name: string }): string {
  return name;
}

const STILL_PLACEHOLDER = `it is still ${PLACEHOLDER}. Replace it by a value of the target, or remove it.`;

/** The values of a part by the keys of examples; under `*` if the file gives one for every request. */
function byExample(
  operation: Operation,
  name: string,
  value: Json,
  { document, fail }: SettingsReader,
): Record<string, Json> {
  const setting = ["values", operation.id, name];
  const names = [
    ...operation.parameters.map((parameter) => parameter.name),
    ...(mayBeGivenBody(operation) ? [REQUEST_BODY] : []),
  ];
  if (!names.includes(name)) fail(setting, `${operation.id} has no parameter ${name}. It has ${list(names)}.`);
  if (hasPlaceholder(value)) fail(setting, STILL_PLACEHOLDER);
  const isIdentifier = operation.parameters.some((parameter) => parameter.name === name && parameter.in === "path");
  if (isIdentifier && !(isObject(value) ? Object.values(value) : [value]).every(isIdentifying)) {
    fail(setting, "it is not a text or a number, and not a list of them.");
  }
  if (!isObject(value)) return { [EVERY_EXAMPLE]: value };
  const keys = examplePairs(operation).map(({ key }) => key);
  const unknown = Object.keys(value).find((key) => !keys.includes(key));
  if (unknown === undefined) return definedValues(value);
  if (mayBeObject(document, operation, name)) return { [EVERY_EXAMPLE]: value };
  return fail([...setting, unknown], `${operation.id} has no example ${unknown}. It has ${list(keys)}.`);
}

function definedValues(value: JsonObject): Record<string, Json> {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, member ?? null]));
}

/** Whether an object is a value of the part. It is a body, or a parameter that is not described as a single value. */
function mayBeObject(document: OpenApiDocument, { parameters }: Operation, name: string): boolean {
  const parameter = parameters.find((candidate) => candidate.name === name);
  if (!parameter) return true;
  const types = typesOf(schemaOf(document, parameter));
  return types.length === 0 ? parameter.in !== "path" : types.includes("object");
}

function isIdentifying(value: Json | undefined): boolean {
  return Array.isArray(value)
    ? value.every(isIdentifying)
    : ["string", "number", "bigint", "boolean"].includes(typeof value);
}

function hasPlaceholder(value: Json | undefined): boolean {
  if (typeof value === "object" && value !== null) return Object.values(value).some(hasPlaceholder);
  return value === PLACEHOLDER;
}

function list(names: readonly string[]): string {
  return [...new Set(names)].join(", ") || "none";
}
