import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { SeededRandomness } from "#values/random/randomness.js";
import { matches } from "#values/rules/limits.js";
import { keywordOf, type Part, Unsatisfiable } from "#values/rules/parts.js";
import { Values } from "#values/values.js";
import { BREAKS_EVERYBODY, type Difference } from "../difference.js";
import type { AlternativePair } from "./alternative-pair.js";
import { hasFormat, textFormats } from "./formats.js";
import { limitDifferences } from "./lengths.js";

/** The differences of two alternatives of texts: lengths, formats, patterns, encodings. */
export function textDifferences(pair: AlternativePair): Difference[] {
  return [
    ...limitDifferences(pair, "minLength", "maxLength"),
    ...formatDifferences(pair),
    ...patternDifferences(pair),
    ...encodingDifferences(pair),
  ];
}

function formatDifferences({ base, revision, place, changed }: AlternativePair): Difference[] {
  const [was, is] = [formatsOf(base.parts), formatsOf(revision.parts)];
  const narrowed = is.find((format) => !hasFormat(was, format));
  const widened = was.find((format) => !hasFormat(is, format));
  if (!narrowed && !widened) return [];
  const at = place("format");
  const value = (format: string | undefined) => (format === undefined ? undefined : { value: format, place: at });
  const breaks = { request: narrowed !== undefined, response: widened !== undefined };
  return [changed(value(was[0]), value(is[0]), breaks)];
}

function formatsOf(parts: readonly Part[]): string[] {
  return textFormats(keywordOf(parts, "format").map(({ value }) => value));
}

/** Whether texts of one side are texts of the other cannot be read from patterns: texts are made, and tried. */
function patternDifferences({ base, revision, changed }: AlternativePair): Difference[] {
  const [was, is] = [keywordOf(base.parts, "pattern"), keywordOf(revision.parts, "pattern")];
  const values = (keywords: typeof was) => new Set(keywords.map(({ value }) => value));
  const narrowed = is.find(
    ({ value, place }) => !values(was).has(value) && refusesSome(base.parts, String(value), place),
  );
  const widened = was.find(
    ({ value, place }) => !values(is).has(value) && refusesSome(revision.parts, String(value), place),
  );
  if (sameValues(values(was), values(is))) return [];
  const breaks = { request: narrowed !== undefined, response: widened !== undefined };
  return [changed(widened ?? was[0], narrowed ?? is[0], breaks)];
}

function sameValues(one: ReadonlySet<Json>, other: ReadonlySet<Json>): boolean {
  return one.size === other.size && [...one].every((value) => other.has(value));
}

const SAMPLES = 60;
const TEXT_KEYWORDS = ["minLength", "maxLength", "pattern", "format"];

/** Whether a pattern refuses a text that some schemas allow. If no text can be made, it is taken to refuse some. */
function refusesSome(parts: readonly Part[], pattern: string, place: string): boolean {
  const allOf = parts.map(({ schema }): JsonObject => {
    const own = TEXT_KEYWORDS.flatMap((name): [string, Json][] =>
      schema[name] === undefined ? [] : [[name, schema[name]]],
    );
    return Object.fromEntries(own);
  });
  const document: OpenApiDocument = { openapi: "3.1.0", components: { schemas: { Text: { type: "string", allOf } } } };
  const values = new Values(document, new SeededRandomness(1));
  const described = { schemaPointer: "#/components/schemas/Text" };
  for (let index = 0; index < SAMPLES; index += 1) {
    const made = values.value(described, { documented: false, optional: "random" });
    if (!("value" in made) || typeof made.value !== "string") return true;
    try {
      if (!matches(pattern, made.value, place)) return true;
    } catch (error) {
      // A pattern that is not a regular expression refuses nothing.
      if (error instanceof Unsatisfiable) return false;
      throw error;
    }
  }
  return false;
}

/** How the text stands for other data: OpenAPI 3.0 says it by `format`, 3.1 by `contentEncoding` and `contentMediaType`. */
function encodingDifferences({ base, revision, place, changed }: AlternativePair): Difference[] {
  const [was, is] = [encodingOf(base.parts), encodingOf(revision.parts)];
  if (was === is) return [];
  const at = place(was === "base64" || is === "base64" ? "contentEncoding" : "format");
  const value = (name: string | undefined) => (name === undefined ? undefined : { value: name, place: at });
  // Other data in a place where both send texts: no reader and no writer knows it.
  return [changed(value(was), value(is), BREAKS_EVERYBODY)];
}

function encodingOf(parts: readonly Part[]): string | undefined {
  const has = (keyword: string, value: string) => keywordOf(parts, keyword).some((found) => found.value === value);
  if (has("contentEncoding", "base64") || has("format", "byte")) return "base64";
  return has("format", "binary") || has("contentMediaType", "application/octet-stream") ? "binary" : undefined;
}
