import { isJson } from "#http/media-type.js";
import { asObject, type Json } from "#openapi/document/document.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { MediaType, Operation, Parameter } from "#openapi/operations/operation.js";
import type { ValueOptions, ValueResult } from "#values/values.js";
import {
  type BodySpec,
  FROM_RESPONSE,
  GENERATED,
  type ParameterValue,
  type RequestSpec,
} from "../model/request/request-spec.js";
import { REQUEST_BODY } from "../model/target/target.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { Skipped } from "../model/test-case/skipped.js";
import { isOfItem, resourceNamedBy } from "../relations/client-identity.js";
import { valuesOf } from "./body-values.js";
import { withPathIdentity, withSafeIdentity } from "./free-identity.js";
import {
  exampleBody,
  existingValue,
  missingValueReason,
  settingOf,
  successExample,
  targetFileBody,
  usedParameters,
  validRequest,
} from "./valid-request.js";

/**
 * A request that the document allows: with the values that exist on the target and, in place of values that are missing,
 * generated ones that are valid by their schemas. A server may reject it, because it may lack the data that generated
 * values name. Path values are not generated, unless the server keeps no state: only a resource that exists shows anything.
 *
 * @returns undefined if the path has no value, or an unsafe method other than POST lacks a body, and its resource was not created by the run
 */
export async function allowedRequest(context: CaseContext, operation: Operation): Promise<RequestSpec | undefined> {
  const valid = await validRequest(context, operation);
  if (valid) return valid;
  const mayBeGenerated = isSafe(operation) || operation.method === "post" || !context.target.keepsState;
  const example = successExample(operation);
  const parameters: ParameterValue[] = [];
  for (const parameter of usedParameters(context, operation)) {
    const value =
      (await existingValue(context, operation, parameter, example)) ??
      generatedParameter(context, operation, parameter);
    if (value === undefined) return undefined;
    parameters.push(value);
  }
  // A resource of the target file is not changed to generated values.
  const isOfRun = parameters.some(({ source }) => source === FROM_RESPONSE) || isNamedInBody(context, operation);
  if (!mayBeGenerated && !isOfRun) return undefined;
  const body =
    targetFileBody(context, operation, example?.key) ??
    (await withSafeIdentity(context, operation, exampleBody(context, example) ?? generatedBody(context, operation)));
  return withPathIdentity(context, { operation, parameters, body });
}

/** Whether the body names the resource, so that it is one that the run created: `PUT /pets`. */
function isNamedInBody({ contract, target }: CaseContext, operation: Operation): boolean {
  return !target.hasExampleData && !isOfItem(operation) && resourceNamedBy(contract, operation) !== undefined;
}

/** @throws Skipped if there is no such request */
export async function requireAllowedRequest(context: CaseContext, operation: Operation): Promise<RequestSpec> {
  const request = await allowedRequest(context, operation);
  if (!request) throw new Skipped(missingValueReason(context, operation));
  return request;
}

/**
 * A path value is generated if the server keeps no state, or if the schema lists all of them and the method only reads.
 * An empty one would lead to another path.
 */
export function generatedParameter(
  context: Pick<CaseContext, "contract" | "target" | "generator">,
  operation: Operation,
  parameter: Parameter,
): ParameterValue | undefined {
  const { enum: members, const: constant } = asObject(parameter.schema);
  const isListed = members !== undefined || constant !== undefined;
  const isStateless = !context.target.keepsState;
  if (parameter.in === "path" && !isStateless && !(isListed && isSafe(operation))) return undefined;
  const setting = settingOf(operation, parameter.name, undefined);
  // An empty list or object is not written at all, so parts are added.
  for (const optional of ["none", "all"] as const) {
    const value = valueOrSkip(valuesOf(context).value(parameter, { direction: "request", optional }), setting);
    if (isWritten(parameter, value)) return { parameter, value, source: GENERATED };
  }
  return undefined;
}

/** Whether a value leaves a trace in a request. An empty text does so everywhere but in a path. */
function isWritten({ in: place, mediaType }: Parameter, value: Json): boolean {
  if (mediaType !== undefined) return true;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return place !== "path" || value !== "";
}

/**
 * A body of the first media type that can be sent; undefined if none is required.
 *
 * @param optional which optional properties it has (default: none)
 */
export function generatedBody(
  context: CaseContext,
  operation: Operation,
  optional: ValueOptions["optional"] = "none",
): BodySpec | undefined {
  const { requestBody } = operation;
  const setting = settingOf(operation, REQUEST_BODY, undefined);
  if (!requestBody?.required) return undefined;
  const mediaType = requestBody.content.find(({ name }) => isJson(name)) ?? requestBody.content.find(isForm);
  if (mediaType?.schema === undefined) {
    throw new Skipped(
      `it requires a body of a media type that is not generated: add one to the target file, ${setting}`,
    );
  }
  const result = valuesOf(context).value(mediaType, { direction: "request", optional });
  return { type: mediaType.name, value: valueOrSkip(result, setting), source: GENERATED };
}

/** Whether a media type is the one of a form. */
export function isForm({ name }: Pick<MediaType, "name">): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\b/.test(name);
}

function valueOrSkip(result: ValueResult, setting: string) {
  if ("value" in result) return result.value;
  const { place, reason, isContradiction } = result.unsatisfiable;
  if (isContradiction) throw new Skipped(`no value is valid, because of ${place}: ${reason}: correct the document`);
  throw new Skipped(
    `no value could be generated, because of ${place}: ${reason}: add one to the target file, ${setting}`,
  );
}
