import { pointerNames } from "#openapi/document/pointer.js";
import type { Maker } from "../attempt/maker.js";
import { keywordOf, type Part, Unsatisfiable } from "../attempt/parts.js";
import { fits, largest, lengthOf, smallest } from "../limits/limits.js";
import type { Randomness } from "../randomness.js";
import { isKnownFormat, textOfFormat } from "./formats.js";
import { shortestLength, textLikePattern } from "./pattern-texts.js";

/** Longer texts are not made: a schema may demand more than the memory holds. */
export const MAX_TEXT = 100_000;
const TEXT_TRIES = 100;

/**
 * A text by its format, pattern and length.
 *
 * @throws Unsatisfiable if none was found
 */
export function makeText(parts: readonly Part[], at: string, maker: Maker): string {
  const min = largest(parts, "minLength");
  const max = smallest(parts, "maxLength");
  if (min && min.value > (max?.value ?? MAX_TEXT)) {
    throw new Unsatisfiable(
      min.place,
      max ? `the maximum is ${max.value}` : `texts have at most ${MAX_TEXT} characters`,
    );
  }
  return String(
    maker.tryEach(at, "text", waysToWrite(parts, at), (way) => {
      for (let tries = 0; tries < TEXT_TRIES; tries += 1) {
        const text = way.write(maker, wantedLength(way.usual, min?.value ?? 0, max?.value ?? MAX_TEXT, tries));
        if (text !== undefined && fits(parts, text)) return text;
      }
      throw new Unsatisfiable(way.place, `no text was found: ${way.what}`);
    }),
  );
}

/** The length of a usual text if that is admitted, and lengths around it in later tries. */
function wantedLength(usual: number | undefined, min: number, max: number, tries: number): number | undefined {
  if (usual === undefined) return tries === 0 ? undefined : Math.min(max, min + tries - 1);
  return Math.max(min, Math.min(max, usual + tries - (tries % 2 === 0 ? 0 : 2 * tries)));
}

/** One way to write a text. */
interface Way {
  what: string;
  place: string;
  /** The usual length; undefined if the way knows it itself. */
  usual: number | undefined;
  write(randomness: Randomness, length: number | undefined): string | undefined;
}

/** A format first, because its pattern seldom says all; then each pattern; then plain text. */
function waysToWrite(parts: readonly Part[], at: string): Way[] {
  const formats = keywordOf(parts, "format").filter(({ value }) => isKnownFormat(String(value)));
  const patterns = keywordOf(parts, "pattern");
  const ways: Way[] = [
    ...formats.map(({ value, place }) => ({
      what: `the format ${value} with the other keywords`,
      place,
      usual: undefined,
      write: (randomness: Randomness, length: number | undefined) => textOfFormat(String(value), length, randomness),
    })),
    ...patterns.map(({ value, place }) => ({
      what: `the pattern ${value} with the other keywords`,
      place,
      usual: shortestLength(String(value)) + 6,
      write: (randomness: Randomness, length = 0) => {
        const text = textLikePattern(String(value), length, randomness.random() < 0.5, randomness);
        // A pattern without `$` admits any end.
        return text.padEnd(Math.min(length, MAX_TEXT), "x").length > lengthOf(text) && !String(value).endsWith("$")
          ? text.padEnd(length, "x")
          : text;
      },
    })),
  ];
  return ways.length > 0 ? ways : [plainWay(parts, at)];
}

function plainWay(parts: readonly Part[], at: string): Way {
  const format = formatByName(at);
  const name = wordOf(at);
  return {
    what: "a plain text",
    place: parts[0]?.pointer ?? "#",
    usual: name.length + 7,
    write(randomness, length = 0) {
      const named = format === undefined ? undefined : textOfFormat(format, undefined, randomness);
      if (named !== undefined && length === name.length + 7) return named;
      return plainText(name, length, randomness);
    },
  };
}

/** A readable text of a length: the name of its field, and a unique end. */
export function plainText(name: string, length: number, randomness: Randomness): string {
  const end = randomness.unique(Math.max(0, Math.min(length, 6)));
  const rest = length - end.length - 1;
  return rest < 0 ? end : `${`${name}-`.repeat(Math.ceil(rest / name.length)).slice(0, rest)}-${end}`;
}

/** The name of the field that holds a value: `name` for `/pets/0/name`. */
export function wordOf(at: string): string {
  const word = pointerNames(at).findLast((name) => !/^\d+$/.test(name)) ?? "";
  return (
    word
      .replaceAll(/[^A-Za-z]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 20) || "text"
  );
}

/** The format that a field's name suggests. Servers often check it without documenting it. */
function formatByName(at: string): string | undefined {
  const name = pointerNames(at).at(-1) ?? "";
  if (/e-?mail(_?address)?$/i.test(name)) return "email";
  if (/(^|_)(url|uri|href|website|homepage)$|(Url|Uri|URL|URI)$/.test(name)) return "uri";
  return /(^|_)uuid$/i.test(name) ? "uuid" : undefined;
}
