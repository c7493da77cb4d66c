import { UserError } from "#cli/user-error.js";
import { picture } from "#http/body/picture.js";
import { canWriteSequence } from "#http/body/sequence.js";
import { concreteType, shapeOf } from "#http/negotiate.js";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { mergedSchema, typesOf } from "#openapi/schema/merged-schema.js";
import { hashOf } from "#values/random/randomness.js";
import { createValues, type Described, type Values } from "#values/values.js";
import type { Preferred } from "./choosing/preferred-status.js";

/** A generated body; bytes for a file. */
export type MadeBody = Json | Uint8Array<ArrayBuffer>;

/** Makes the values of responses by their schemas. */
export interface ValueMaker {
  /** Undefined if there is no schema, or no value. */
  value(described: Described): Json | undefined;
  /** Whether a value could not be made: further ones would fail as well. */
  hasFailed: boolean;
  /** The body of a media type. The first one has the examples of its parts, and others have further values. */
  body(content: MediaType, round: number): MadeBody | undefined;
}

/**
 * Makes values for one response. Without `dynamic`, an equal request gets equal values.
 *
 * @param key what the response depends on
 */
export type MakeValues = (preferred: Preferred, key: string) => ValueMaker;

/** Prepares to make the values of the responses of a document. */
export function valueMakers(document: OpenApiDocument): MakeValues {
  const usual = createValues(document, { seed: Math.floor(Math.random() * 2 ** 32) });
  // Many operations have the same error, and a recursive one takes a tenth of a second.
  const remembered = new Map<string, MadeBody>();
  return ({ dynamic = false, seed }, key) => {
    const isRandom = dynamic && seed === undefined;
    const valuesOf = (round: number) =>
      isRandom ? usual : createValues(document, { seed: hashOf(`${seed ?? key}${round === 0 ? "" : ` ${round}`}`) });
    return {
      hasFailed: false,
      value: (described) => madeValue(valuesOf(0), described, dynamic, 0),
      body(content, round) {
        // Clients choose seeds.
        const isRemembered = !dynamic && round === 0 && seed === undefined;
        const place = isRemembered ? `${content.name} ${key}` : undefined;
        const known = place === undefined ? undefined : remembered.get(place);
        const made = known ?? bodyOf(valuesOf(round), content, dynamic, round);
        this.hasFailed = made === undefined && content.schema !== undefined;
        if (this.hasFailed) return simplest(document, content.schema);
        if (place !== undefined && made !== undefined) remembered.set(place, made);
        return made;
      },
    };
  };
}

function madeValue(
  values: Values,
  { schemaPointer, name }: Described & { name?: string },
  isDynamic: boolean,
  round: number,
): Json | undefined {
  const options = isDynamic
    ? { lifelike: true, optional: "random" as const, composed: true }
    : { lifelike: true, documented: round === 0, composed: round > 0 };
  try {
    const made = values.value({ schemaPointer, ...(name === undefined ? {} : { name }) }, options);
    return "value" in made ? made.value : undefined;
  } catch (error) {
    // The schema itself cannot be used.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function bodyOf(
  values: Values,
  { name, schema, schemaPointer, itemSchema, itemSchemaPointer }: MediaType,
  isDynamic: boolean,
  round: number,
): MadeBody | undefined {
  // Items of a sequence have no end, and one shows their form.
  if (schema === undefined && itemSchema !== undefined && canWriteSequence(name)) {
    const item = madeValue(values, { schemaPointer: itemSchemaPointer }, isDynamic, round);
    return item === undefined ? undefined : [item];
  }
  const type = concreteType(name, "binary");
  const isFile = schema === undefined || shapeOf(schema) === "binary";
  if (isFile && type === "image/png") return picture();
  if (schema === undefined) return undefined;
  return madeValue(values, { schemaPointer }, isDynamic, round);
}

/** A value of the right type, where no valid one exists. */
function simplest(document: OpenApiDocument, schema: MediaType["schema"]): Json | undefined {
  const [first] = typesOf(mergedSchema(document, schema));
  switch (first) {
    case "array":
      return [];
    case "boolean":
      return false;
    case "integer":
    case "number":
      return 0;
    case "object":
      return {};
    case "string":
      return "";
    default:
      return null;
  }
}
