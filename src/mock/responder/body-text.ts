import { canWriteSequence, sequenceText } from "#http/body/sequence.js";
import { xmlText } from "#http/body/xml.js";
import { isForm, isJson, mediaTypeOf, URLENCODED } from "#http/media-type.js";
import { isXml } from "#http/negotiate.js";
import { formText } from "#http/serialize.js";
import { isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { MediaType } from "#openapi/operations/operation.js";

/**
 * The body of a response as it is sent: a value in its media type. An example may be a text in the syntax of that already. An
 * object of a type without a syntax for objects is JSON.
 *
 * @param described the media type in the document; undefined if it has none
 */
export function bodyText(
  document: OpenApiDocument,
  body: Json,
  type: string,
  described: MediaType | undefined,
): string {
  if (canWriteSequence(type))
    return typeof body === "string" && isWritten(type, body) ? body : sequenceOf(type, body, described);
  if (isJson(type)) return jsonText(body);
  if (typeof body === "string") return body;
  if (isXml(type)) return xmlText(document, described?.schema, body);
  if (isForm(type) && mediaTypeOf(type) === URLENCODED && isObject(body)) return formText(body, described?.encoding);
  return jsonText(body);
}

/** Whether a text is a sequence already: an event has fields, and a record its mark. */
function isWritten(type: string, text: string): boolean {
  return mediaTypeOf(type) !== "text/event-stream" || /^(data|event|id|retry|):/m.test(text);
}

/** The items of a sequence. A schema of a whole stream of events is about their data, unless it names the fields of an event. */
function sequenceOf(type: string, body: Json, described: MediaType | undefined): string {
  const items = Array.isArray(body) ? body : [body];
  const isOfData = mediaTypeOf(type) === "text/event-stream" && described?.itemSchema === undefined;
  const asEvent = (item: Json): Json =>
    isOfData && !(isObject(item) && "data" in item)
      ? { data: typeof item === "string" ? item : JSON.stringify(item) }
      : item;
  return sequenceText(type, items.map(asEvent));
}
