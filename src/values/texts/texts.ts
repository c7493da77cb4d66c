import { pointerNames } from "#openapi/document/pointer.js";
import type { Maker } from "../attempt/maker.js";
import { keywordOf, type Part, Unsatisfiable } from "../attempt/parts.js";
import { fits, largest, lengthOf, smallest } from "../limits/limits.js";
import type { Randomness } from "../randomness.js";
import { isKnownFormat, textOfFormat } from "./formats.js";
import { shortestLength, textLikePattern } from "./pattern-texts.js";
import { listedTexts, plausibleTexts } from "./plausible-texts.js";

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
    maker.tryEach(at, "text", waysToWrite(parts, at, maker), (way) => {
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

/**
 * A format first, because its pattern seldom says all; then what the description lists, and what the name suggests; then each
 * pattern; then plain text.
 */
function waysToWrite(parts: readonly Part[], at: string, maker: Maker): Way[] {
  const name = nameOf(at, maker);
  const formats = keywordOf(parts, "format").filter(({ value }) => isKnownFormat(String(value)));
  const patterns = hasUsualMoment(parts, name, maker) ? [] : keywordOf(parts, "pattern");
  const ways: Way[] = [
    ...formats.map(({ value, place }) => ({
      what: `the format ${value} with the other keywords`,
      place,
      usual: undefined,
      write: (randomness: Randomness, length: number | undefined) =>
        textOfFormat(String(value), { name, length, randomness }),
    })),
    ...likelyTexts(parts, name, maker).map((text) => ({
      what: "a text that the description or the name suggests",
      place: parts[0]?.pointer ?? "#",
      usual: undefined,
      write: () => text,
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
  return formats.length + patterns.length > 0 ? ways : [...ways, plainWay(parts, nameOf(at, maker))];
}

/** Whether the usual texts of a date or a time match all patterns. A text of a pattern alone has any year. */
function hasUsualMoment(parts: readonly Part[], name: string, randomness: Randomness): boolean {
  return keywordOf(parts, "format").some(({ value }) => {
    const text = /^(iso-)?(date|time|date-time)$/.test(String(value))
      ? textOfFormat(String(value), { name, randomness })
      : undefined;
    return text !== undefined && fits(parts, text);
  });
}

/** The texts that a description lists or that a name suggests, and that the schema admits. */
function likelyTexts(parts: readonly Part[], name: string, maker: Maker): readonly string[] {
  if (keywordOf(parts, "format").some(({ value }) => isKnownFormat(String(value)))) return [];
  const descriptions = [...keywordOf(parts, "description").map(({ value }) => String(value)), maker.description];
  const listed = descriptions.flatMap((description) => listedTexts(description));
  const likely = listed.length > 0 ? listed : plausibleTexts(name, maker);
  return likely.filter((text) => fits(parts, text));
}

function plainWay(parts: readonly Part[], name: string): Way {
  const word = wordOf(name);
  return {
    what: "a plain text",
    place: parts[0]?.pointer ?? "#",
    usual: word.length + 7,
    write: (randomness, length = 0) => plainText(word, length, randomness),
  };
}

/** A readable text of a length: the name of its field, and a unique end. */
export function plainText(name: string, length: number, randomness: Randomness): string {
  const end = randomness.unique(Math.max(0, Math.min(length, 6)));
  const rest = length - end.length - 1;
  return rest < 0 ? end : `${`${name}-`.repeat(Math.ceil(rest / name.length)).slice(0, rest)}-${end}`;
}

/** The name of the field that holds a value: `name` for `/pets/0/name`, and that of the parameter for the whole value. */
export function nameOf(at: string, { field }: Pick<Maker, "field">): string {
  return pointerNames(at).findLast((name) => !/^\d+$/.test(name)) ?? field;
}

/** A name as it begins a readable text. */
export function wordOf(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 20) || "text"
  );
}
