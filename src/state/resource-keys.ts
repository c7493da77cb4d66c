import type { Json, JsonObject } from "#openapi/document/document.js";
import { pointerNames, valueAt } from "#openapi/document/pointer.js";
import type { Parameter } from "#openapi/operations/operation.js";
import type { SchemaValidator } from "#openapi/validator/validator.js";
import { identifyingParameter } from "#statements/resources/find-resources.js";
import { isSegment } from "#statements/resources/path-parameters.js";
import type { Randomness } from "#values/random/randomness.js";
import type { Family, StatedDocument } from "./family.js";
import type { ResourceMaker } from "./make-resource.js";
import { isName } from "./unique-fields.js";
import { admits } from "./view.js";

/** Values for an identifier until one is free. */
const TRIES = 50;

/** The parts of an engine by which identifiers are chosen. */
interface Makers {
  stated: StatedDocument;
  maker: ResourceMaker;
}

/**
 * The value of the identifier of a new resource. It is a number after the last one, or a text in the form of the document.
 *
 * @param isFree whether no other resource has it
 * @returns undefined if the document admits none that is free
 */
export function newKey(
  makers: Makers,
  family: Family,
  made: JsonObject,
  next: number,
  isFree: (key: string) => boolean,
): Json | undefined {
  const { maker, stated } = makers;
  const pointer = family.identifiers[0]?.pointer ?? "";
  const shown = valueAt(made, pointer);
  for (let tries = 0; tries < TRIES; tries += 1) {
    for (const candidate of candidates(maker.values.randomness, shown, next + tries)) {
      if (isSegment(candidate) && isFree(String(candidate)) && admitsKey(makers, family, pointer, candidate)) {
        return candidate;
      }
    }
    const again = valueAt(maker.generated(family), pointer);
    // A field that may be null identifies nothing then.
    if (!isName(again)) continue;
    // It is valid in the response, where several alternatives may exclude each other.
    if (isSegment(again) && isFree(String(again)) && admitsAsKey(stated.validator, family, again)) return again;
  }
  return undefined;
}

function candidates(randomness: Randomness, shown: Json | undefined, next: number): Json[] {
  if (typeof shown === "number") return [next];
  const text = String(shown ?? "");
  if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) return [randomness.uuid()];
  const [, prefix = ""] = /^([a-z]+_)[\w-]{4,}$/i.exec(text) ?? [];
  return [prefix + randomness.unique(12), randomness.uuid(), String(next), next];
}

/** Whether a value can be the identifier of a resource. The path and the fields that show it have to admit it. */
export function admitsKey(
  { stated: { validator }, maker }: Makers,
  family: Family,
  pointer: string,
  value: Json,
): boolean {
  const [name = "", ...inner] = pointerNames(pointer);
  if (!admitsAsKey(validator, family, value)) return false;
  if (inner.length > 0) return true;
  return maker
    .viewsOf(family)
    .flatMap(({ fields }) => fields.filter((field) => field.name === name))
    .every((field) => admits(validator, field, value));
}

function admitsAsKey(validator: SchemaValidator, { resource }: Family, value: Json): boolean {
  return admitsInPath(validator, resource && identifyingParameter(resource), value);
}

/** Whether a value can be that of a path parameter, which is text in a path. */
export function admitsInPath(validator: SchemaValidator, parameter: Parameter | undefined, value: Json): boolean {
  if (parameter?.schema === undefined) return true;
  const forms = [value, String(value), Number(value)];
  return forms.some((form) => validator.errors(parameter.schemaPointer, form).length === 0);
}
