import { shellQuoted } from "#cli/installation.js";
import { replaceUnprintable, UNPRINTABLE } from "#cli/unprintable.js";
import type { SentRequest, ShownPart } from "../model/request/exchange.js";

/**
 * A command line that sends a request again, in any POSIX shell. It names the variables that hold secrets, and no secret
 * itself. Nothing else expands, whatever a server put into the request.
 *
 * @param redact applied to every text of the request. A server may have returned a key as a value that was sent again
 * @param showsHeaders whether the output has the headers of the response (default: true)
 */
export function curl(request: SentRequest, redact = (text: string): string => text, showsHeaders = true): string {
  const { method, headers, body, isBytes = false, form = [], secrets } = request;
  const expressions = new Map(secrets);
  // A secret may be a part of a placeholder: that stays as it is.
  const hidden = (text: string) =>
    byPlaceholders(text, expressions)
      .map((part) => (expressions.has(part) ? part : redact(part)))
      .join("");
  const quoted = (text: string) => quote(hidden(text), expressions);
  const isPrintable = body === undefined || !(UNPRINTABLE.test(body) || (isBytes && /[^\x20-\x7e]/.test(body)));
  const hasType = headers.some(([name]) => name.toLowerCase() === "content-type");
  // A pipe carries bytes, of one file.
  const file = form.find((part) => part.isBytes);
  const printed = (text: string) => `printf %b ${quote(escapeUnprintable(hidden(text)), expressions)}`;
  const parts = [
    // printf writes the characters that a terminal or a CI log would act on.
    ...(isPrintable ? [] : [isBytes ? printedBytes(body) : printed(body), "|"]),
    ...(file ? [printedBytes(file.content), "|"] : []),
    ...["curl", "-sS", ...(showsHeaders ? ["-i"] : [])],
    ...(method === "GET" ? [] : method === "HEAD" ? ["--head"] : ["-X", method]),
    // curl would read brackets and braces as patterns.
    ...(/[[\]{}]/.test(request.url) ? ["--globoff"] : []),
    quoted(request.url),
    // curl sends an empty header only with a semicolon.
    ...headers.flatMap(([name, value]) => {
      const user = basicVariable(name, value, expressions);
      return user ? ["-u", `"${user}"`] : ["-H", quoted(value.trim() === "" ? `${name};` : `${name}: ${value}`)];
    }),
    // curl would add the media type of a form.
    ...(body === undefined || hasType ? [] : ["-H", "'Content-Type:'"]),
    ...form.flatMap((part) => {
      const [option, field] = formField(part, part === file);
      return [option, UNPRINTABLE.test(field) ? `"$(${printed(field)})"` : quoted(field)];
    }),
    ...(body === undefined ? [] : isPrintable ? ["--data-raw", quoted(body)] : ["--data-binary", "@-"]),
  ];
  return parts.join(" ");
}

/** The shell expressions of secrets, by their placeholders. */
type Expressions = ReadonlyMap<string, string>;

/** The option of a part of a form. `--form-string` is `--form` without its special characters. */
function formField({ name, content, filename, type }: ShownPart, isPiped: boolean): [option: string, field: string] {
  if (type === undefined) return ["--form-string", `${name}=${content}`];
  const inQuotes = (text: string) => `"${text.replace(/["\\]/g, "\\$&")}"`;
  const named = filename === undefined ? "" : `;filename=${inQuotes(filename)}`;
  return ["--form", `${name}=${isPiped ? "@-" : inQuotes(content)}${named};type=${type}`];
}

/** The variable of HTTP Basic, which holds `user:password` (RFC 7617, 2); undefined for other headers and changed keys. */
function basicVariable(name: string, value: string, expressions: Expressions): string | undefined {
  const [, encoded = ""] = /^Basic (\S+)$/.exec(name.toLowerCase() === "authorization" ? value : "") ?? [];
  const expression = expressions.get(encoded) ?? "";
  return /^\$\(printf %s "(\$\w+)" \| base64/.exec(expression)?.[1];
}

/** A command that prints bytes, each of which is a character of a text. */
function printedBytes(bytes: string): string {
  const escaped = bytes.replace(/[^\w .,:;/-]/g, octal);
  return `printf %b '${escaped}'`;
}

function octal(character: string): string {
  return `\\0${character.charCodeAt(0).toString(8).padStart(3, "0")}`;
}

/** As the escape sequences of `printf %b` (POSIX.1-2017, printf): the octets of UTF-8. */
function escapeUnprintable(text: string): string {
  return replaceUnprintable(text.replaceAll("\\", "\\\\"), (character) =>
    [...Buffer.from(character)].map((octet) => `\\0${octet.toString(8).padStart(3, "0")}`).join(""),
  );
}

/**
 * A text as one word of a shell. Placeholders become their expressions; a text with nothing else to expand keeps one pair
 * of double quotes around it: `"Authorization: Bearer $KEY"`.
 */
function quote(text: string, expressions: Expressions): string {
  const parts = byPlaceholders(text, expressions);
  if (parts.length === 1) return literal(text);
  if (parts.every((part) => expressions.has(part) || !/[\\"$`!]/.test(part))) {
    return `"${parts.map((part, index) => delimited(expressions.get(part), parts[index + 1]) ?? part).join("")}"`;
  }
  return parts.map((part) => (expressions.has(part) ? `"${expressions.get(part)}"` : part && literal(part))).join("");
}

/** A text in parts: each placeholder, and what is between them. */
function byPlaceholders(text: string, expressions: Expressions): string[] {
  if (expressions.size === 0) return [text];
  return text.split(new RegExp(`(${[...expressions.keys()].join("|")})`));
}

/** In single quotes, a shell interprets the single quote alone. Some CI systems read `##[` as a command. */
function literal(text: string): string {
  return shellQuoted(text).replace(/#(?=#)/g, "#''");
}

/** `$KEY` before a character that would continue the name is `${KEY}`. */
function delimited(expression: string | undefined, next = ""): string | undefined {
  return /^[\w[]/.test(next) ? expression?.replace(/^\$(\w+)$/, (_, name) => `\${${name}}`) : expression;
}
