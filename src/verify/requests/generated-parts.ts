import { picture } from "#http/body/picture.js";
import { isForm } from "#http/media-type.js";
import { concreteType, isJsonOffer, preferredOffer, shapeOf } from "#http/negotiate.js";
import type { Json } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { MediaType, Operation, Parameter } from "#openapi/operations/operation.js";
import { listOf, sizeValue } from "#statements/paging/paging.js";
import { schemaOf } from "#statements/parameter-schema.js";
import { isSegment } from "#statements/resources/path-parameters.js";
import { createValues, type ValueOptions, type ValueResult, type Values } from "#values/values.js";
import type { Contract } from "../model/contract.js";
import { type BodySpec, GENERATED, type ParameterValue } from "../model/request/request-spec.js";
import { REQUEST_BODY } from "../model/target/target.js";
import { valueSetting } from "../model/test-case/need.js";
import type { RequestContext, ValueGenerator } from "../model/test-case/request-context.js";
import { Skipped } from "../model/test-case/skipped.js";

/** Which examples and defaults of the document a generated value may have (default: all). */
export type Origins = Pick<ValueOptions, "documented" | "composed">;

const valuesBy = oncePer((generator: ValueGenerator, { document }: Contract) =>
  createValues(document, { randomness: generator }),
);

/** The generator of values by schemas of a run. */
export function valuesOf({ contract, generator }: Pick<RequestContext, "contract" | "generator">): Values {
  return valuesBy(generator, contract);
}

/**
 * A path value is generated if the server keeps no state. It is generated also if the schema lists all of them and the
 * method only reads. One that leads to another path is left out.
 */
export function generatedParameter(
  context: RequestContext,
  operation: Operation,
  parameter: Parameter,
  from: Origins = {},
): ParameterValue | undefined {
  const { enum: members, const: constant } = schemaOf(context.contract.document, parameter);
  const hasFixedValues = members !== undefined || constant !== undefined;
  const isStateless = !context.target.keepsState;
  const size = requiredPageSize(context, operation, parameter);
  if (size !== undefined) return { parameter, value: size, source: GENERATED };
  if (parameter.in === "path" && !isStateless && !(hasFixedValues && isSafe(operation))) return undefined;
  const setting = valueSetting(operation.id, parameter.name);
  // An empty list or object is not written at all, so parts are added. Dots alone lead to another path.
  for (const optional of ["none", "all", ...Array<"random">(SEGMENT_TRIES).fill("random")] as const) {
    const value = valueOrSkip(valuesOf(context).value(parameter, { direction: "request", optional, ...from }), setting);
    if (isWritten(parameter, value)) return { parameter, value, source: GENERATED };
  }
  return undefined;
}

/** The size of a page that is required and has no limit. The smallest page shows little of a list. */
const REQUIRED_SIZE = 50;

/** A page size for a list that requires one. Undefined for any other parameter, and where the document has values for it. */
export function requiredPageSize(
  context: RequestContext,
  operation: Operation,
  parameter: Parameter,
): Json | undefined {
  const { document } = context.contract;
  const { paging } = (parameter.required && listOf(document, operation)) || {};
  if (!paging || paging.pageSize !== parameter) return undefined;
  const { default: initial, maximum } = schemaOf(document, parameter);
  if (initial !== undefined || maximum !== undefined) return undefined;
  const size = sizeValue(paging, REQUIRED_SIZE);
  return valuesOf(context).isValid(parameter, size, "request") ? size : undefined;
}

/** How many further values of a path are generated until one is a segment. */
const SEGMENT_TRIES = 8;

/** Whether a value leaves a trace in a request. An empty text does so everywhere but in a path. */
function isWritten({ in: place, mediaType }: Parameter, value: Json): boolean {
  if (mediaType !== undefined) return true;
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return place !== "path" || isSegment(value);
}

/**
 * A body of the first media type that can be sent, also where the document calls it optional. Few servers do without it.
 * Undefined if the operation has none.
 *
 * @param optional which optional properties it has (default: none)
 */
export function generatedBody(
  context: RequestContext,
  operation: Operation,
  optional: ValueOptions["optional"] = "none",
  from: Origins = {},
): BodySpec | undefined {
  const { requestBody } = operation;
  const setting = valueSetting(operation.id, REQUEST_BODY);
  if (!requestBody) return undefined;
  const mediaType = generatedMediaType(operation);
  if (!mediaType) {
    const file = requestBody.content.map((offer) => generatedFile(context, offer)).find(Boolean);
    if (file || !requestBody.required) return file;
    throw lacksValue("it requires a body of a media type that is not generated", setting);
  }
  const result = valuesOf(context).value(mediaType, { direction: "request", optional, ...from });
  return { type: mediaType.name, value: valueOrSkip(result, setting), source: GENERATED };
}

/** The media type of the bodies that are generated: JSON, or a form; undefined if the operation has neither. */
export function generatedMediaType({ requestBody }: Operation): MediaType | undefined {
  const offer = preferredOffer(requestBody?.content.filter(({ schema }) => schema !== undefined) ?? []);
  return offer && (isJsonOffer(offer) || isForm(offer.name)) ? offer : undefined;
}

/** A text of a schema, or a small file of a type whose files can be made. Undefined for any other media type. */
function generatedFile(context: RequestContext, mediaType: MediaType): BodySpec | undefined {
  const shape = shapeOf(mediaType.schema);
  const type = concreteType(mediaType.name, shape === "text" ? "text" : "binary");
  const isPicture = type === "image/png";
  if (!isPicture && shape === "text") {
    const made = valuesOf(context).value(mediaType, { direction: "request" });
    return "value" in made ? { type: mediaType.name, value: made.value, source: GENERATED } : undefined;
  }
  if (!isPicture && (shape !== "binary" || type !== "application/octet-stream")) return undefined;
  const content = isPicture ? picture() : new TextEncoder().encode(context.generator.unique());
  return { type: mediaType.name, value: isPicture ? "picture.png" : "file.bin", source: GENERATED, content };
}

function valueOrSkip(result: ValueResult, setting: readonly string[]) {
  if ("value" in result) return result.value;
  const { place, reason, isContradiction } = result.unsatisfiable;
  if (isContradiction) throw new Skipped(`no value is valid, because of ${place}: ${reason}: correct the document`);
  throw lacksValue(`no value could be generated, because of ${place}: ${reason}`, setting);
}

function lacksValue(reason: string, setting: readonly string[]): Skipped {
  return new Skipped({ reason, needs: [{ kind: "value", setting, isList: false }] });
}
