import { isKnownFormat, textOfFormat } from "../random/formats.js";
import { amountText, lifelikeTexts } from "../random/lifelike-texts.js";
import { listedTexts } from "../random/listed-texts.js";
import { shortestLength, textLikePattern } from "../random/pattern-texts.js";
import { type Plausible, plausibleOf } from "../random/plausible-texts.js";
import type { Randomness } from "../random/randomness.js";
import { derivedFor } from "../rules/derived.js";
import { type Limit, largest, lengthOf, smallest } from "../rules/limits.js";
import { keywordOf, type Part, Unsatisfiable } from "../rules/parts.js";
import type { ValuePlace } from "../rules/value-place.js";
import type { ValueRules } from "../rules/value-rules.js";
import type { Maker } from "./maker.js";

/** Longer texts are not made: a schema may demand more than the memory holds. */
export const MAX_TEXT = 100_000;
const TEXT_TRIES = 100;

/** The key of the choice between the ways to write a text. */
export const WAYS_TO_WRITE = "text";

/**
 * A text by its format, pattern and length.
 *
 * @throws Unsatisfiable if none was found
 */
export function makeText(value: ValueRules, at: ValuePlace, maker: Maker): string {
  const name = maker.fieldOf(at);
  const rules = rulesOf(value.parts, name);
  const { min, max } = rules;
  if (min && min.value > (max?.value ?? MAX_TEXT)) {
    throw new Unsatisfiable(
      min.place,
      max ? `the maximum is ${max.value}` : `texts have at most ${MAX_TEXT} characters`,
    );
  }
  return String(
    maker.tryEach(at, WAYS_TO_WRITE, waysToWrite(value, rules, name, maker), (way) => {
      for (let tries = 0; tries < TEXT_TRIES; tries += 1) {
        const text = way.write(maker, wantedLength(way.usual, min?.value ?? 0, max?.value ?? MAX_TEXT, tries));
        if (text !== undefined && value.fits(text)) return text;
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

/** The rules of some schemas, and of the name of a field, for a text. */
interface TextRules {
  min: Limit | undefined;
  max: Limit | undefined;
  /** The ways of each known format, and those of each pattern. */
  formats: readonly Way[];
  patterns: readonly Way[];
  plain: readonly Way[];
  /** Those of formats of dates and times. */
  moments: readonly Way[];
  /** The texts that the descriptions of the schemas list. */
  listed: readonly string[];
  /** The descriptions of the schemas. */
  description: string;
  /** Makes the texts that the name suggests; undefined if it suggests none. */
  plausible: Plausible | undefined;
}

const rulesOf = derivedFor((parts, name): TextRules => {
  const descriptions = keywordOf(parts, "description").map(({ value }) => String(value));
  const formats = keywordOf(parts, "format")
    .map(({ value, place }) => ({ format: String(value), place }))
    .filter(({ format }) => isKnownFormat(format))
    .map(({ format, place }) => ({ format, way: formatWay(format, place, name) }));
  return {
    min: largest(parts, "minLength"),
    max: smallest(parts, "maxLength"),
    formats: formats.map(({ way }) => way),
    moments: formats.flatMap(({ format, way }) => (/^(iso-)?(date|time|date-time)$/.test(format) ? way : [])),
    patterns: keywordOf(parts, "pattern").map(({ value, place }) => patternWay(String(value), place)),
    plain: [plainWay(parts, name)],
    listed: descriptions.flatMap(listedTexts),
    description: descriptions.join(" "),
    plausible: plausibleOf(name),
  };
});

/**
 * A format comes first, because its pattern seldom says all. Then comes what the description lists, and what the name
 * suggests. Each pattern follows, then plain text.
 */
function waysToWrite(value: ValueRules, rules: TextRules, name: string, maker: Maker): readonly Way[] {
  const { formats } = rules;
  const patterns = rules.patterns.length > 0 && hasUsualMoment(value, rules, maker) ? NO_WAYS : rules.patterns;
  if (formats.length > 0) return patterns.length > 0 ? [...formats, ...patterns] : formats;
  const usual = patterns.length > 0 ? patterns : rules.plain;
  const likely = likelyTexts(value, rules, name, maker);
  if (likely.length === 0) return usual;
  const place = value.parts[0]?.pointer ?? "#";
  const what = "a text that the description or the name suggests";
  return [...likely.map((text): Way => ({ what, place, usual: undefined, write: () => text })), ...usual];
}

const NO_WAYS: readonly Way[] = [];

function formatWay(format: string, place: string, name: string): Way {
  return {
    what: `the format ${format} with the other keywords`,
    place,
    usual: undefined,
    write: (randomness, length) => textOfFormat(format, { name, length, randomness }),
  };
}

function patternWay(pattern: string, place: string): Way {
  return {
    what: `the pattern ${pattern} with the other keywords`,
    place,
    usual: shortestLength(pattern) + 6,
    write(randomness, length = 0) {
      const text = textLikePattern(pattern, length, randomness.random() < 0.5, randomness);
      // A pattern without `$` admits any end.
      return text.padEnd(Math.min(length, MAX_TEXT), "x").length > lengthOf(text) && !pattern.endsWith("$")
        ? text.padEnd(length, "x")
        : text;
    },
  };
}

/** Whether the usual texts of a date or a time match all patterns. A text of a pattern alone has any year. */
function hasUsualMoment(value: ValueRules, { moments }: TextRules, randomness: Randomness): boolean {
  return moments.some(({ write }) => {
    const text = write(randomness, undefined);
    return text !== undefined && value.fits(text);
  });
}

/** The texts that a description lists or that a name suggests, and that the schema admits. */
function likelyTexts(value: ValueRules, rules: TextRules, name: string, maker: Maker): readonly string[] {
  const listed = maker.description === "" ? rules.listed : [...rules.listed, ...listedTexts(maker.description)];
  const lifelike = () => (maker.isLifelike ? lifelikeTexts(name, maker) : []);
  const likely = listed.length > 0 ? listed : (rules.plausible?.(name, maker, rules.description) ?? lifelike());
  const fitting = likely.filter((text) => value.fits(text));
  const isOpen = fitting.length > 0 || !maker.isLifelike || rules.patterns.length === 0;
  return isOpen || !isDecimal(value) ? fitting : [amountText(maker)].filter((text) => value.fits(text));
}

/** Whether a text is a number with decimals, by what its pattern admits. */
function isDecimal(value: ValueRules): boolean {
  return (
    ["128.50", "3.25"].every((text) => value.fits(text)) && !["abc", "a.b", "1.2.3"].some((text) => value.fits(text))
  );
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

/** A name as it begins a readable text. */
export function wordOf(name: string): string {
  return (
    name
      .replaceAll(/[^A-Za-z]+/g, "-")
      .replaceAll(/^-|-$/g, "")
      .slice(0, 20) || "text"
  );
}
