import { isObject, type Json } from "#openapi/document/document.js";
import { valueAt, withValue } from "#openapi/document/pointer.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { OTHER_ALPHABETS } from "#openapi/patterns/alphabets.js";
import { naturalKeys } from "#statements/resources/natural-keys.js";
import { type BodySpec, bodyMediaType } from "../model/request/request-spec.js";
import { mayHaveDataOfOthers } from "../model/target/target.js";
import type { RequestContext } from "../model/test-case/request-context.js";
import { valuesOf } from "./generated-parts.js";
import { hasNewText } from "./generated-values.js";

/** The characters of a new text, the longest one first: a schema may limit the length. */
const LENGTHS = [10, 8, 6];

/** The alphabets of a new text, the usual one first: a pattern may admit letters alone. */
const ALPHABETS = [undefined, ...OTHER_ALPHABETS];

/**
 * A body whose natural keys have texts that are new in this run, as far as its schema allows. A server that finds a resource
 * by such a key replaces what has it. The body of the target file stays as it is. So does each body on a server of the run.
 */
export function withNewKeys(context: RequestContext, operation: Operation, body: BodySpec): BodySpec {
  const mediaType = bodyMediaType(operation, body);
  const isGiven = body.source.kind === "target-file";
  if (!mediaType || isGiven || !("value" in body) || !mayHaveDataOfOthers(context.target)) return body;
  const value = naturalKeys(body.value).reduce<Json>(
    (changed, { pointer }) => withNewKey(context, mediaType, changed, pointer),
    body.value,
  );
  return value === body.value ? body : { ...body, value };
}

function withNewKey(context: RequestContext, mediaType: MediaType, body: Json, pointer: string): Json {
  const { generator } = context;
  const key = valueAt(body, pointer);
  if (typeof key !== "string" || hasNewText(generator, key) || (!isObject(body) && !Array.isArray(body))) return body;
  const values = valuesOf(context);
  const wasValid = values.isValid(mediaType, body, "request");
  const texts = ALPHABETS.flatMap((alphabet) => LENGTHS.map((length) => ({ alphabet, length })));
  for (const { alphabet, length } of texts) {
    const text = generator.unique(length, alphabet);
    for (const form of [`${key}-${text}`, `${key}${text}`, `${key.slice(0, 3)}${text}`, text]) {
      const changed = withValue(body, pointer, form);
      if (changed !== undefined && (!wasValid || values.isValid(mediaType, changed, "request"))) return changed;
    }
  }
  return body;
}
