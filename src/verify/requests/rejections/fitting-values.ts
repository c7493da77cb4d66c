import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerNames, valueAt, withValue } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { createValues, type Values } from "#values/values.js";
import { type BodySpec, bodyMediaType } from "../../model/request/request-spec.js";
import type { Constraint } from "../../model/test-case/constraint.js";
import type { RequestContext } from "../../model/test-case/request-context.js";
import { generatedBody, valuesOf } from "../generated-parts.js";
import { schemaOfConstraint } from "./schema-of-constraint.js";

/** The constraints that a target has stated, by the places of a request. */
export type Constraints = ReadonlyMap<string, Constraint>;

const POINTER = "#/components/schemas/Fitting";

/** The documents of constraints, by their texts. A schema is compiled once for each document object, and each body asks again. */
const documentsFor = oncePer((_contract: OpenApiDocument) => new Map<string, OpenApiDocument>());

/** A document whose only schema has the field with a schema. */
function documentOf(contract: OpenApiDocument, name: string, field: Json): OpenApiDocument {
  const documents = documentsFor(contract);
  const schema = { type: "object", properties: { [name]: field }, required: [name] };
  const key = jsonText(schema);
  const known = documents.get(key);
  if (known) return known;
  const document: OpenApiDocument = {
    ...{ openapi: "3.1.0", info: { title: "", version: "" }, paths: {} },
    components: { schemas: { Fitting: schema } },
  };
  documents.set(key, document);
  return document;
}

/** Values of a field that a constraint allows. Its name suggests them, as that of a documented field does. */
class FittingValues {
  readonly #name: string;
  readonly #values: Values;

  constructor({ contract, generator }: RequestContext, place: string, constraint: Constraint, like: Json | undefined) {
    this.#name = pointerNames(place).at(-1) ?? "";
    const document = documentOf(contract.document, this.#name, schemaOfConstraint(constraint, like));
    this.#values = createValues(document, { randomness: generator });
  }

  allows(value: Json): boolean {
    return this.#values.isValid({ schemaPointer: POINTER }, { [this.#name]: value }, "request");
  }

  next(): Json | undefined {
    const made = this.#values.value({ schemaPointer: POINTER }, { direction: "request" });
    return "value" in made ? valueAt(made.value, `/${this.#name}`) : undefined;
  }
}

/** A value of a field that a constraint allows; undefined if none can be made. */
export function fittingValue(
  context: RequestContext,
  place: string,
  constraint: Constraint,
  like: Json | undefined,
): Json | undefined {
  return new FittingValues(context, place, constraint, like).next();
}

/**
 * The body with values that the target's constraints allow, and with the fields that it demands. It stays valid by the
 * document.
 */
export function fittingBody(
  context: RequestContext,
  operation: Operation,
  body: BodySpec,
  constraints: Constraints,
): BodySpec {
  const mediaType = bodyMediaType(operation, body);
  if (constraints.size === 0 || !mediaType || !("value" in body)) return body;
  let { value } = body;
  for (const [place, constraint] of constraints) {
    const current = valueAt(value, place);
    if (current === undefined && constraint.isRequired !== true) continue;
    const like = current ?? usualValue(context, operation, place);
    const fitting = new FittingValues(context, place, constraint, like);
    if (current !== undefined && fitting.allows(current)) continue;
    value = validWith(context, mediaType, value, place, [fitting.next(), current ?? like]) ?? value;
  }
  return value === body.value ? body : { ...body, value };
}

/** The value that a generated body with all properties has at a place. */
function usualValue(context: RequestContext, operation: Operation, place: string): Json | undefined {
  const usual = generatedBody(context, operation, "all", { documented: false });
  return usual && "value" in usual ? valueAt(usual.value, place) : undefined;
}

function validWith(
  context: RequestContext,
  mediaType: MediaType,
  body: Json,
  place: string,
  choices: readonly (Json | undefined)[],
): Json | undefined {
  for (const choice of choices) {
    const changed = choice === undefined ? undefined : withValue(body, place, choice);
    if (changed !== undefined && valuesOf(context).isValid(mediaType, changed, "request")) return changed;
  }
  return undefined;
}
