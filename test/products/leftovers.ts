import { asList, asText, isObject, type Json } from "#openapi/document/document.js";
import type { Row } from "./row.js";

/** A resource that a report names as not removed. */
export interface Leftover {
  /** The operation and the resource. */
  text: string;
  reason: string;
}

/** A key of this length is that of one row, also without its kind. */
const UNIQUE_LENGTH = 16;

/** The leftovers of a report: objects, or texts that end with the reason in parentheses. */
export function leftoversIn(value: Json | undefined): Leftover[] {
  return asList(value).map((each) => {
    if (isObject(each)) {
      return {
        text: [each.operation, each.resource, each.sent].map((part) => asText(part) ?? "").join(" "),
        reason: asText(each.reason) ?? "",
      };
    }
    const [, text = String(each), reason = ""] = /^(.*) \((.+)\)$/s.exec(String(each)) ?? [];
    return { text, reason };
  });
}

/** Whether a leftover names a row, and has a reason. */
export function isNamed(row: Row, leftovers: readonly Leftover[]): boolean {
  return leftovers.some(({ text, reason }) => reason !== "" && row.names.some((parts) => hasParts(text, row, parts)));
}

function hasParts(text: string, { noun }: Row, parts: readonly string[]): boolean {
  // A number is the key of rows of many kinds.
  const isUnique = parts.some(({ length }) => length >= UNIQUE_LENGTH);
  return (isUnique || text.toLowerCase().includes(noun)) && parts.every((part) => hasWord(text, part));
}

function hasWord(text: string, word: string): boolean {
  const shown = [word, JSON.stringify(word).slice(1, -1), encodeURIComponent(word.toWellFormed())];
  return shown.some((each) => {
    for (let at = text.indexOf(each); at >= 0; at = text.indexOf(each, at + 1)) {
      const around = [text.at(at - 1) ?? "", text.at(at + each.length) ?? ""];
      if (at === 0) around[0] = "";
      if (around.every((character) => !/[\w-]/.test(character))) return true;
    }
    return false;
  });
}
