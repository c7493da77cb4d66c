import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Judgment } from "../model/finding/finding.js";
import type { Exchange } from "../model/request/exchange.js";
import { shownValue } from "../model/shortened.js";
import { broken } from "../rules/sentence.js";

/** An invalid part of a body that was accepted, and the value in place of it. */
export interface ConvertedPart {
  /** JSON pointer into the body. */
  at: string;
  /** JSON pointer to the violated keyword. */
  keyword: string;
  /** Whether the document describes the part. */
  isDeclared: boolean;
  sent: Json | undefined;
  shown: Json | undefined;
}

/** An invalid value is rejected. A server that makes a valid one of it is lenient. @param why the request is invalid, in words */
export function convertedValue(part: ConvertedPart, why: string, exchange: Exchange): Judgment {
  const { at, keyword, sent, shown, isDeclared } = part;
  const { status } = exchange;
  const field = pointerNames(at).join(".");
  const breach = isDeclared
    ? broken("invalid-value-converted", { status, field, sent: inWords(sent), shown: inWords(shown) })
    : broken("undeclared-field-dropped", { status, field });
  const received = shown === undefined ? "nothing" : jsonText(shown);
  return { finding: { ...breach, basis: "lenient", place: keyword, expected: `4xx (${why})`, received }, exchange };
}

function inWords(value: Json | undefined): string {
  return value === undefined ? "nothing" : shownValue(value);
}
