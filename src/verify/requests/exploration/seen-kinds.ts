import { isObject, type Json } from "#openapi/document/document.js";
import { type Exchange, jsonOf } from "#verify/model/request/exchange.js";

/** How deep a body is looked at, how many items of a list, and how many characters of a text. */
const MOST = { depth: 3, items: 3, characters: 40 };

/** After so many kinds, texts make no other ones: the result of an operation may be any text. */
const MOST_TEXTS = 12;

/**
 * The kinds of responses that an operation gave. They differ in their status, their fields, the signs of their numbers, or their
 * messages. A request with a response of a new kind is worth varying.
 */
export class SeenKinds {
  readonly #kinds = new Set<string>();

  /** Notes the kind of a response. Returns whether it is the first one of its kind. */
  isNew(exchange: Exchange): boolean {
    const hasTexts = this.#kinds.size < MOST_TEXTS;
    const kind = `${exchange.status} ${shapeOf(jsonOf(exchange) ?? exchange.body, hasTexts)}`;
    const isNew = !this.#kinds.has(kind);
    this.#kinds.add(kind);
    return isNew;
  }
}

function shapeOf(value: Json, hasTexts: boolean, depth: number = MOST.depth): string {
  if (typeof value === "number") return `${Math.sign(value)}${Number.isInteger(value) ? "" : "."}`;
  if (typeof value === "string") return hasTexts ? messageOf(value) : "text";
  if (typeof value !== "object" || value === null) return String(value);
  if (depth === 0) return Array.isArray(value) ? "[]" : "{}";
  if (Array.isArray(value)) {
    return `[${value.slice(0, MOST.items).map((item) => shapeOf(item, hasTexts, depth - 1))}]`;
  }
  const members = isObject(value) ? Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)) : [];
  return `{${members.map(([name, member]) => `${name}:${shapeOf(member, hasTexts, depth - 1)}`)}}`;
}

/** A message without the values that it quotes. */
function messageOf(text: string): string {
  return text
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "…")
    .replace(/\d+/g, "0")
    .slice(0, MOST.characters);
}
