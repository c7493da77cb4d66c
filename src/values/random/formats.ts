import { momentFor } from "./moments.js";
import { between, type Randomness } from "./randomness.js";

const pad = (value: number, length = 2) => String(value).padStart(length, "0");

const dateTime: MakeFormat = (randomness, _, name) => momentFor(name, randomness).toISOString();
const date: MakeFormat = (randomness, _, name) => momentFor(name, randomness).toISOString().slice(0, 10);
const time: MakeFormat = (randomness) => `${momentFor("", randomness).toISOString().slice(11, 19)}Z`;
/** Formats of numbers that a server sends as texts, because not every reader holds such numbers. */
const wholeNumber: MakeFormat = (randomness) => String(between(randomness, 1, 1000));
const decimal: MakeFormat = (randomness) => `${between(randomness, 1, 1000)}.${pad(between(randomness, 0, 99))}`;
/** Unique, and as long as wanted, but at most 60 characters: longer names of hosts and mailboxes are not valid. */
const unique = (randomness: Randomness, length: number) => randomness.unique(Math.max(1, Math.min(length, 60)));

/** Makes a text of a format for a field. `length` is wanted, if the format can have it; undefined leaves the choice. */
type MakeFormat = (randomness: Randomness, length: number | undefined, name: string) => string;

/** `x` in the middle of a text that has the wanted length, or a short one. */
const around =
  (before: string, after: string): MakeFormat =>
  (randomness, length) =>
    before + unique(randomness, (length ?? before.length + after.length + 10) - before.length - after.length) + after;

/** Ends with a path, which may be of any length. */
const address =
  (before: string): MakeFormat =>
  (randomness, length) => {
    const text = around(before, "")(randomness, length, "");
    return length === undefined ? text : text.padEnd(length, "x");
  };

const email: MakeFormat = (randomness, length) =>
  length !== undefined && length < 14
    ? around("", "@a.io")(randomness, length, "")
    : around("user-", longDomain(length))(randomness, length, "");

/** A mailbox has at most 64 characters (RFC 5321, 4.5.3.1), so a longer address needs a longer domain. */
function longDomain(length = 0): string {
  const label = `${"d".repeat(60)}.`;
  return `@${label.repeat(Math.max(0, Math.ceil((length - 76) / 61)))}example.com`;
}

/** Texts of the formats of JSON Schema (Validation 2020-12, 7.3) and OpenAPI (3.1, 4.4). */
const FORMATS: Partial<Record<string, MakeFormat>> = {
  "date-time": dateTime,
  date,
  time,
  "iso-date-time": dateTime,
  "iso-time": time,
  duration: (randomness) => `PT${between(randomness, 1, 59)}M`,
  email,
  "idn-email": email,
  hostname: around("", ".example.com"),
  "idn-hostname": around("", ".example.com"),
  ipv4: (randomness) => `192.0.2.${between(randomness, 1, 254)}`,
  ipv6: (randomness) => `2001:db8::${between(randomness, 1, 65_535).toString(16)}`,
  uri: address("https://example.com/"),
  url: address("https://example.com/"),
  iri: address("https://example.com/"),
  "uri-reference": address("/"),
  "iri-reference": address("/"),
  "uri-template": address("/things/{id}/"),
  uuid: (randomness) => randomness.uuid(),
  "json-pointer": address("/"),
  "relative-json-pointer": address("0/"),
  regex: (randomness) => `^${unique(randomness, 8)}$`,
  byte: (randomness, length = 8) => unique(randomness, length).slice(0, Math.floor(length / 4) * 4),
  base64: (randomness, length = 8) => unique(randomness, length).slice(0, Math.floor(length / 4) * 4),
  int32: wholeNumber,
  int64: wholeNumber,
  integer: wholeNumber,
  number: decimal,
  float: decimal,
  double: decimal,
  decimal,
  color: (randomness) => `#${pad(between(randomness, 0, 0xff_ff_ff), 6).slice(0, 6)}`,
};

/** True for a format whose texts are made here; texts of any other format are not restricted. */
export function isKnownFormat(format: string): boolean {
  return Object.hasOwn(FORMATS, format);
}

/** The field for which a text is made. */
export interface FormatOptions {
  /** The name of the field. */
  name: string;
  /** The wanted number of characters, for formats that have texts of several lengths (default: free). */
  length?: number | undefined;
  randomness: Randomness;
}

/** A text of a format; undefined for an unknown format. */
export function textOfFormat(format: string, { name, length, randomness }: FormatOptions): string | undefined {
  return isKnownFormat(format) ? FORMATS[format]?.(randomness, length, name) : undefined;
}
