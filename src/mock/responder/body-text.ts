import { canWriteSequence, sequenceText } from "#http/body/sequence.js";
import { xmlText } from "#http/body/xml.js";
import { isForm, isJson, mediaTypeOf, URLENCODED } from "#http/media-type.js";
import { isXml } from "#http/negotiate.js";
import { formText } from "#http/serialize.js";
import { isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { oncePer } from "#openapi/document/once-per.js";
import type { MediaType } from "#openapi/operations/operation.js";

/**
 * The body of a response as it is sent: a value in its media type. An example may be a text in the syntax of that already. An
 * object of a type without a syntax for objects is JSON.
 *
 * @param described the media type in the document; undefined if it has none
 * @param isKept whether the same items come again, as those of a state
 */
export function bodyText(
  document: OpenApiDocument,
  body: Json,
  type: string,
  described: MediaType | undefined,
  isKept = false,
): string {
  if (canWriteSequence(type))
    return typeof body === "string" && isWritten(type, body) ? body : sequenceOf(type, body, described);
  if (isJson(type)) return isKept ? pageText(body) : jsonText(body);
  if (typeof body === "string") return body;
  if (isXml(type)) return xmlText(document, described?.schema, body);
  if (isForm(type) && mediaTypeOf(type) === URLENCODED && isObject(body)) return formText(body, described?.encoding);
  return jsonText(body);
}

/** The JSON of items that are shown again and again. */
const itemText = oncePer((item: JsonObject) => jsonText(item));

/** JSON of a page whose items are kept, as those of a state. Each item is written once, and not for each page. */
function pageText(page: Json): string {
  if (Array.isArray(page))
    return `[${page.map((item) => (isObject(item) ? itemText(item) : jsonText(item))).join(",")}]`;
  if (!isObject(page)) return jsonText(page);
  const members = Object.entries(page).flatMap(([name, value]) =>
    value === undefined ? [] : [`${JSON.stringify(name)}:${pageText(value)}`],
  );
  return `{${members.join(",")}}`;
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
