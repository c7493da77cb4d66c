import type { Json, JsonObject } from "#openapi/document/document.js";
import { isJson, mediaTypeOf } from "../media-type.js";
import { boundaryOf } from "./form-parts.js";

/** An item of a sequence, or why it cannot be read. */
export type SequenceItem<Value = Json> = { value: Value } | { problem: string };

const EVENTS = "text/event-stream";
const LINES = /^application\/(jsonl|x-ndjson|ndjson|x-jsonlines|json-lines)$/;
const RECORDS = /^application\/(json-seq|.*\+json-seq)$/;
const MULTIPART = "multipart/mixed";

/** Whether a media type is a sequence of items, which may have no end (OpenAPI 3.2, 4.14.3.1). */
export function isSequence(mediaType: string): boolean {
  const type = mediaTypeOf(mediaType);
  return type === EVENTS || type === MULTIPART || LINES.test(type) || RECORDS.test(type);
}

/**
 * The items of a sequence. Events are objects of their fields (HTML, 9.2.6), and a part of a form is its JSON or its text.
 *
 * @param contentType the media type, with the boundary of a multipart body
 * @param isWhole whether the text has the end of the sequence; if not, an item without its end is left out
 * @param parse reads JSON; returns undefined for a text that is not JSON
 */
export function itemsOf<Value>(
  contentType: string,
  text: string,
  isWhole: boolean,
  parse: (text: string) => { value: Value } | undefined,
): SequenceItem<Value | JsonObject | string>[] {
  const type = mediaTypeOf(contentType);
  if (type === EVENTS) return eventsOf(text).map((value) => ({ value }));
  const jsonItem = (item: string) => parse(item) ?? { problem: "is not JSON" };
  if (type === MULTIPART) return partsOf(contentType, text, jsonItem);
  const ended = LINES.test(type) ? text.split("\n") : text.split("\u001e").slice(1);
  // The text after the last line break, or a record without one, has not arrived as a whole.
  if (!isWhole && !(RECORDS.test(type) && text.endsWith("\n"))) ended.pop();
  return ended.filter((item) => item.trim() !== "").map(jsonItem);
}

/** Whether `sequenceText` writes a media type: a multipart body needs a boundary in its header. */
export function canWriteSequence(mediaType: string): boolean {
  return isSequence(mediaType) && mediaTypeOf(mediaType) !== MULTIPART;
}

/** The text of a sequence with these items: what a server sends. */
export function sequenceText(mediaType: string, items: readonly Json[]): string {
  const type = mediaTypeOf(mediaType);
  if (type === EVENTS) return items.map(eventText).join("");
  const mark = RECORDS.test(type) ? "\u001e" : "";
  return items.map((item) => `${mark}${JSON.stringify(item)}\n`).join("");
}

/** The end of an event: an empty line (HTML, 9.2.6). */
export const EVENT_END = /\r\n\r\n|\n\n|\r\r|\n\r\n/;

/** The events of a stream. One without the empty line at its end is left out (HTML, 9.2.6). */
function eventsOf(text: string): JsonObject[] {
  const texts = text
    .replace(/^\ufeff/, "")
    .split(EVENT_END)
    .slice(0, -1);
  return texts.map(eventOf).filter((event) => event !== undefined);
}

/** The fields of an event; undefined for one without data. */
export function eventOf(text: string): JsonObject | undefined {
  const event: JsonObject = {};
  const data: string[] = [];
  for (const line of text.split(/\r\n|\n|\r/)) {
    const [, name = "", value = ""] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === "data") data.push(value);
    else if (name === "event" || (name === "id" && !value.includes("\0"))) event[name] = value;
    else if (name === "retry" && /^\d+$/.test(value)) event.retry = Number(value);
  }
  return data.length > 0 ? { ...event, data: data.join("\n") } : undefined;
}

function eventText(item: Json): string {
  const fields = typeof item === "object" && item !== null ? Object.entries(item) : [["data", item] as const];
  const lines = fields.flatMap(([name, value]) =>
    (typeof value === "string" ? value : JSON.stringify(value)).split("\n").map((line) => `${name}: ${line}\n`),
  );
  return `${lines.join("")}\n`;
}

/** The parts that have both delimiters (RFC 2046, 5.1.1). */
function partsOf<Value>(
  contentType: string,
  text: string,
  jsonItem: (text: string) => SequenceItem<Value>,
): SequenceItem<Value | string>[] {
  const boundary = boundaryOf(contentType);
  if (boundary === undefined) return [];
  const parts = `\r\n${text}`.split(`\r\n--${boundary}`).slice(1, -1);
  return parts.map((part): SequenceItem<Value | string> => {
    const [, head = "", content = ""] = /^[ \t]*\r\n(?:(?!\r\n)(.*?)\r\n)?\r\n(.*)$/s.exec(part) ?? [];
    const [, type = "text/plain"] = /^content-type:[ \t]*([^\r\n]+)/im.exec(head) ?? [];
    return isJson(type) ? jsonItem(content) : { value: content };
  });
}
