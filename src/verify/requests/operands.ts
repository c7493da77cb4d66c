import { asList, type OpenApiDocument } from "#openapi/document/document.js";
import { UNNAMED } from "#openapi/operations/example-pairs.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { IDENTIFYING, NATURAL_KEYS, plainName } from "#statements/names.js";
import { isCursor, listOf } from "#statements/paging/paging.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { resourceOf } from "#statements/resources/find-resources.js";
import { isSegment, pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import { numberCombinations, textCombinations } from "#values/combinations.js";
import type { Contract } from "../model/contract.js";
import { GENERATED, type ParameterValue } from "../model/request/request-spec.js";
import type { PlanContext, RequestContext } from "../model/test-case/request-context.js";
import { generatedParameter, valuesOf } from "./generated-parts.js";
import { targetFileValue } from "./known-values.js";

/** The most combinations of one operation. */
const MOST_COMBINATIONS = 40;

/** The formats of numbers (OpenAPI 3.1, 4.4). Other formats say what a value names. */
const NUMBER_FORMATS = ["int32", "int64", "float", "double"];

/**
 * Combinations of small and usual values for an operation that calculates. It only reads, and its path names no resource.
 * Each combination has all required parameters, with members of enums and documented examples. Those with optional numbers
 * and texts come last.
 */
export function operandCombinations(context: RequestContext, operation: Operation): ParameterValue[][] {
  if (!isSafe(operation)) return [];
  const operands = operandsOf(context, operation);
  const required = operands.filter((parameter) => parameter.required);
  const others = operation.parameters.filter((parameter) => parameter.required && !operands.includes(parameter));
  const stated = others.flatMap((parameter) => statedValue(context, operation, parameter) ?? []);
  const namesNothing = required.length === 0 && !others.some((parameter) => parameter.in === "path");
  if (namesNothing || stated.length < others.length || pathParameters(operation).includes(undefined)) return [];
  const sets = operands.length > required.length ? [required, operands] : [required];
  const combinations = required.length === 0 ? [[]] : sets.flatMap((parameters) => combinationsOf(context, parameters));
  return combinations.slice(0, MOST_COMBINATIONS).map((sent) => [...sent, ...stated]);
}

/**
 * The parameters of an operation that only reads, and calculates with their values. It requires at least one of them. Others
 * choose items of a list, or parts of a resource.
 */
export function calculatedParameters(context: PlanContext, operation: Operation): Parameter[] {
  const operands = isSafe(operation) ? operandsOf(context, operation) : [];
  return operands.some(({ required }) => required) ? operands : [];
}

/**
 * The value that the team gives for a parameter, or that the document states. It is generated where the values identify
 * nothing.
 */
function statedValue(context: RequestContext, operation: Operation, parameter: Parameter): ParameterValue | undefined {
  const given = targetFileValue(context, operation, parameter, undefined);
  if (given) return given;
  if (parameter.in !== "path" || hasFixedValues(context.contract.document, parameter))
    return generatedParameter(context, operation, parameter);
  return isOfResource(context.contract, operation, parameter) ? undefined : exampleOf(context, parameter);
}

/** An example of a parameter or of its schema; undefined if the document has none that can be sent. */
function exampleOf({ contract: { document } }: PlanContext, parameter: Parameter): ParameterValue | undefined {
  const { named, fallback } = parameter.examples;
  const { example, examples } = schemaOf(document, parameter);
  const value = [...named.values(), fallback, example, ...asList(examples)].find((stated) => stated !== undefined);
  if (value === undefined || (parameter.in === "path" && !isSegment(value))) return undefined;
  return { parameter, value, source: { kind: "example", key: UNNAMED } };
}

function hasFixedValues(document: OpenApiDocument, parameter: Parameter): boolean {
  const { enum: members, const: constant } = schemaOf(document, parameter);
  return members !== undefined || constant !== undefined;
}

/** The parameters of an operation whose values are numbers or texts to calculate with, which the team does not give. */
function operandsOf(context: PlanContext, operation: Operation): Parameter[] {
  const { contract } = context;
  const pageSize = listOf(contract.document, operation)?.paging.pageSize;
  return operation.parameters.filter((parameter) => {
    if (targetFileValue(context, operation, parameter, undefined)) return false;
    if (!["path", "query"].includes(parameter.in) || isCursor(operation, parameter)) return false;
    if (parameter === pageSize) return false;
    const kind = kindOf(contract, parameter);
    const isStated = hasFixedValues(contract.document, parameter);
    if (kind === undefined || isStated || isNamedIdentifier(parameter, kind)) return false;
    return parameter.in === "query" || !isOfResource(contract, operation, parameter);
  });
}

type Kind = "number" | "text";

function kindOf({ document }: Contract, parameter: Parameter): Kind | undefined {
  const { type, format, pattern, enum: members } = schemaOf(document, parameter);
  if (members !== undefined || pattern !== undefined) return undefined;
  const isNumber = type === "integer" || type === "number";
  if (isNumber) return format === undefined || NUMBER_FORMATS.includes(String(format)) ? "number" : undefined;
  return type === "string" && format === undefined ? "text" : undefined;
}

/** Whether the name says that the value identifies something. */
function isNamedIdentifier({ name }: Parameter, kind: Kind): boolean {
  const plain = plainName(name);
  return /(id|key|token)$/.test(plain) || [...IDENTIFYING, ...(kind === "text" ? NATURAL_KEYS : [])].includes(plain);
}

/**
 * Whether a parameter of a path identifies a resource. Something lists or creates it, or other operations have the path up
 * to it, too. A segment with other parts, such as `{file}.json`, is the name of something.
 */
function isOfResource(contract: Contract, operation: Operation, parameter: Parameter): boolean {
  const resource = resourceOf(contract, operation, parameter);
  if (resource?.list || resource?.embedded || resource?.create) return true;
  const segments = operation.path.split("/");
  const end = segments.indexOf(`{${parameter.name}}`);
  if (end < 0) return true;
  const key = pathKey(segments.slice(0, end + 1).join("/"));
  const isExtension = (path: string) => /^(\/\{\})*$/.test(pathKey(path).slice(key.length));
  const isNumber = kindOf(contract, parameter) === "number" && isExtension(operation.path);
  return contract.operations.some((other) => {
    if (other.path === operation.path) return !isSafe(other);
    const rest = pathKey(other.path).slice(key.length);
    if (!pathKey(other.path).startsWith(key) || !(rest === "" || rest.startsWith("/"))) return false;
    // A calculation may take one number more: `/sums/{a}` beside `/sums/{a}/{b}`.
    return !(isNumber && isSafe(other) && isExtension(other.path));
  });
}

/** Combinations of documented examples, numbers and texts for parameters, without those that their schemas forbid. */
function combinationsOf(context: RequestContext, parameters: readonly Parameter[]): ParameterValue[][] {
  const isNumber = (parameter: Parameter) => kindOf(context.contract, parameter) === "number";
  const counted = parameters.filter(isNumber);
  const spelled = parameters.filter((parameter) => !isNumber(parameter));
  const numbers = numberCombinations(counted.length);
  const texts = textCombinations(spelled.length);
  const rows = Array.from({ length: Math.max(numbers.length, texts.length) }, (_, index) => [
    ...sent(counted, numbers[index % numbers.length]),
    ...sent(spelled, texts[index % texts.length]),
  ]);
  const examples = parameters.flatMap((parameter) => exampleOf(context, parameter) ?? []);
  const exemplified = rows[0]?.map((usual) => examples.find(({ parameter }) => parameter === usual.parameter) ?? usual);
  const all = exemplified && examples.length > 0 ? [exemplified, ...rows] : rows;
  const values = valuesOf(context);
  return all.filter((row) => row.every(({ parameter, value }) => values.isValid(parameter, value, "request")));
}

function sent(parameters: readonly Parameter[], row: readonly (number | string)[] = []): ParameterValue[] {
  return parameters.flatMap((parameter, index): ParameterValue[] => {
    const value = row[index];
    return value === undefined ? [] : [{ parameter, value, source: GENERATED }];
  });
}
