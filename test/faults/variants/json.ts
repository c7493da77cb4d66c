import { isObject, type Json } from "#openapi/document/document.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { succeeded } from "../answers.js";
import type { Change } from "../change.js";

/** The same JSON, written otherwise. */
function written(id: string, title: string, write: (body: Json, text: string) => string): Change {
  return {
    id: `json-${id}`,
    title,
    open: "RFC 8259",
    answer: (answer) =>
      succeeded(answer) && answer.body !== ""
        ? { ...answer, body: write(JSON.parse(answer.body), answer.body) }
        : answer,
  };
}

/** The same answer under another name of JSON. */
function named(id: string, title: string, contentType: string): Change {
  return {
    id: `json-type-${id}`,
    title,
    open: "RFC 9110",
    answer: (answer) =>
      succeeded(answer) ? { ...answer, headers: { ...answer.headers, "content-type": contentType } } : answer,
  };
}

function mapped(value: Json, change: (value: Json) => Json): Json {
  if (Array.isArray(value)) return value.map((each) => mapped(each, change));
  if (!isObject(value)) return change(value);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapped(each, change)]));
}

function reversed(value: Json): Json {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, each]) => [name, reversed(each)]),
  );
}

export const JSON_WRITTEN: Change[] = [
  written("spaced", "Writes JSON with spaces and line breaks.", (body) => `${JSON.stringify(body, null, 4)}\r\n`),
  written("space-around", "Writes JSON with white space before and after it.", (_, text) => `\n\t ${text} \n`),
  written("other-order", "Writes the members of objects in another order.", (body) => JSON.stringify(reversed(body))),
  written("escaped", "Escapes slashes, at signs and what is beyond ASCII.", (_, text) =>
    text.replace(/[/@]|[^\0-\x7f]/g, (each) =>
      each === "/" ? "\\/" : `\\u${each.charCodeAt(0).toString(16).padStart(4, "0")}`,
    ),
  ),
  written("ids-upper-case", "Writes UUIDs in capital letters.", (body) =>
    JSON.stringify(mapped(body, (each) => (typeof each === "string" && isUuid(each) ? each.toUpperCase() : each))),
  ),
  named("plain", "Calls JSON application/json without a charset.", "application/json"),
  named("upper-case", "Writes the media type in capital letters.", "APPLICATION/JSON"),
  named("quoted-charset", "Writes the charset in quotes.", 'application/json;charset="UTF-8"'),
  named(
    "other-parameter",
    "Writes a parameter of its own behind the media type.",
    "application/json; v=1; charset=utf-8",
  ),
];
