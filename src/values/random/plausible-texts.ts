import { fieldWords } from "./field-words.js";
import { textOfFormat } from "./formats.js";
import { momentFor } from "./moments.js";
import { between, digits, type Randomness } from "./randomness.js";

/**
 * Texts that servers accept in fields of usual names, of which they check more than they document. The description of the
 * field may show the form.
 */
export type Plausible = (name: string, randomness: Randomness, description: string) => readonly string[];

const ofFormat =
  (format: string): Plausible =>
  (name, randomness) =>
    [textOfFormat(format, { name, randomness }) ?? []].flat();

const oneOf =
  (...texts: string[]): Plausible =>
  () =>
    texts;

/** By the words of a name, the usual text first. Forms of other lengths follow, for schemas that demand one. */
const BY_NAME: readonly (readonly [words: RegExp, make: Plausible])[] = [
  [/\be ?mail( address)?$/, ofFormat("email")],
  [/\b(url|uri|href|website|homepage|webhook)$/, ofFormat("uri")],
  [/\b(uuid|guid)$/, ofFormat("uuid")],
  [/\b(hostname|domain)( name)?$/, ofFormat("hostname")],
  [/\b(ip|ip address|ipv4)$/, ofFormat("ipv4")],
  [/\bcurrenc(y|ies)( code)?$/, oneOf("EUR", "eur", "978")],
  [/\bcountr(y|ies)( code)?$/, oneOf("DE", "de", "DEU")],
  [/\b(locale|language|lang)( code| tag)?s?$/, oneOf("en-US", "en", "en_US", "eng")],
  [/\b(time ?zone|tz)( name)?$/, oneOf("Europe/Berlin", "UTC")],
  // The example of the standard's registry, whose check digits are right (ISO 13616).
  [/\biban$/, oneOf("DE89370400440532013000")],
  [/\b(bic|swift( code)?)$/, oneOf("COBADEFFXXX", "COBADEFF")],
  [
    /\b(phone|mobile|telephone|fax)( (number|no|primary|secondary|home|work|office))?( ?\d+)?$/,
    (_, randomness, description) => phoneNumbers(randomness, description),
  ],
  [/\bcolou?r$/, (_, randomness) => [`#${textOfHex(randomness)}`, textOfHex(randomness)]],
  [/\b(mime|media|content) ?type$/, oneOf("text/plain")],
  [/\b(version|sem ?ver)$/, oneOf("1.2.3", "1.2", "1")],
  [/\bcron( expression)?$/, oneOf("0 6 * * 1")],
  [/\b(zip|postal|post)( ?code)?$/, oneOf("10115")],
  [/\bpassword$/, (_, randomness) => [`Pass-w0rd-${randomness.unique(6)}`]],
  [/\b(date|birthday|dob)$/, ofFormat("date")],
  [/\b(at|timestamp|date ?time)$/, (name, randomness) => formsOf(momentFor(name, randomness))],
];

/** The number of a phone in a description, in digits alone: `Example: 12132000384`. */
const DIGITS = /(?<![+\d])(1?)([2-9]\d{9})(?!\d)/;

/**
 * Numbers that are kept for fiction, which no phone has. They are of Berlin, or of North America where the description shows
 * one in digits alone.
 */
function phoneNumbers(randomness: Randomness, description: string): string[] {
  const international = `+493023125${digits(randomness, 3)}`;
  const [shown, country] = DIGITS.exec(description) ?? [];
  if (shown === undefined) return [international];
  return [`${country}${between(randomness, 201, 989)}55501${digits(randomness, 2)}`, international];
}

/**
 * The ways in which APIs write a moment. They write it by RFC 3339 with and without milliseconds, as SQL does, and without a
 * time zone.
 */
function formsOf(moment: Date): string[] {
  const text = moment.toISOString();
  const seconds = text.slice(0, 19);
  const spaced = text.slice(0, -1).replace("T", " ");
  const rfc3339 = [text, `${seconds}Z`, `${seconds}+00:00`];
  return [...rfc3339, `${spaced}+00`, `${spaced}000+00`, seconds, seconds.replace("T", " "), text.slice(0, 10)];
}

function textOfHex(randomness: Randomness): string {
  return between(randomness, 0, 0xff_ff_ff).toString(16).padStart(6, "0");
}

/** Makes the texts that the name of a field suggests, the most usual one first; undefined for any other name. */
export function plausibleOf(name: string): Plausible | undefined {
  const words = fieldWords(name);
  return BY_NAME.find(([pattern]) => pattern.test(words))?.[1];
}
