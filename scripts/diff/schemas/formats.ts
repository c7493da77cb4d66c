import type { Json } from "#openapi/document/document.js";
import type { Type } from "#values/rules/limits.js";

/** The formats of whole numbers, with their first and last value. Those of `int64` are beyond what JSON parsers keep. */
const INTEGERS: Readonly<Record<string, readonly [number, number]>> = {
  int8: [-128, 127],
  int16: [-32_768, 32_767],
  int32: [-2_147_483_648, 2_147_483_647],
  uint8: [0, 255],
  uint16: [0, 65_535],
  uint32: [0, 4_294_967_295],
  uint64: [0, Number.POSITIVE_INFINITY],
  int64: [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY],
};

/** The formats of texts that limit them (JSON Schema Validation 2020-12, 7.3). Others, such as `password`, are hints. */
const TEXTS: readonly string[] = [
  ...["date-time", "date", "time", "duration", "email", "idn-email", "hostname", "idn-hostname", "ipv4", "ipv6"],
  ...["uri", "uri-reference", "iri", "iri-reference", "uuid", "uri-template", "json-pointer"],
  ...["relative-json-pointer", "regex"],
];

/** The formats whose texts all have another format as well. */
const WIDER: Readonly<Record<string, readonly string[]>> = {
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["uri-reference", "iri", "iri-reference"],
  iri: ["iri-reference"],
  "uri-reference": ["iri-reference"],
};

/** The first and the last value of a whole number of a format; undefined for other formats. */
export function integerRange(format: Json): readonly [number, number] | undefined {
  return typeof format === "string" && Object.hasOwn(INTEGERS, format) ? INTEGERS[format] : undefined;
}

/** The only type that a format limits; undefined for a format that limits nothing. */
export function typeOfFormat(format: Json | undefined): Type | undefined {
  if (typeof format !== "string") return undefined;
  if (TEXTS.includes(format) || format === "byte" || format === "binary") return "string";
  return Object.hasOwn(INTEGERS, format) ? "number" : undefined;
}

/** The formats of a list that limit texts. */
export function textFormats(formats: readonly Json[]): string[] {
  return TEXTS.filter((format) => formats.includes(format));
}

/** Whether each text of some formats has another one. */
export function hasFormat(formats: readonly string[], wanted: string): boolean {
  return formats.some((format) => format === wanted || WIDER[format]?.includes(wanted));
}
