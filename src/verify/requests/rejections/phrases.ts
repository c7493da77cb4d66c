import { listedTexts } from "#values/random/listed-texts.js";
import type { Constraint } from "../../model/test-case/constraint.js";

/** A number of a bound. A time, as in "5 years in the future", bounds no value. */
const NUMBER = String.raw`(-?\d+(?:\.\d+)?)\b(?! ?(?:year|month|week|day|hour|minute|second)s?\b)`;
const SMALLER = "(?:less|fewer|shorter|lower|smaller)";
const LARGER = "(?:more|greater|longer|larger|higher|bigger)";
const NOT = String.raw`(?:\bno|\bnot|n't|\bNOT)(?: be| have| contain)?`;
const OF = "(?:(?: (?:value|length|size|allowed|number|of|is|are))*:? |=)";

/** Bounds in the words of frameworks. A longer phrase comes before those that it contains. */
const BOUNDS: readonly (readonly [phrase: RegExp, read: (first: number, second: number) => Constraint])[] = [
  [
    phrase(`between ${NUMBER}(?: characters)? and ${NUMBER}`),
    (least, most) => ({ least: Math.min(least, most), most: Math.max(least, most) }),
  ],
  [phrase(`${NOT} ${SMALLER} than(?: or equal to)? ${NUMBER}`), (least) => ({ least })],
  [phrase(`${NOT} ${LARGER} than(?: or equal to)? ${NUMBER}`), (most) => ({ most })],
  [
    phrase(`(?:${LARGER} than or equal(?: to)?|at least|>=|\\bmin(?:imum)?\\b${OF}) ?${NUMBER}`),
    (least) => ({ least }),
  ],
  [
    phrase(`(?:${SMALLER} than or equal(?: to)?|at most|up to|<=|\\bmax(?:imum)?\\b${OF}) ?${NUMBER}`),
    (most) => ({ most }),
  ],
  [phrase(`(?:${LARGER} than|>) ?${NUMBER}`), (least) => ({ least, isAboveLeast: true })],
  [phrase(`(?:${SMALLER} than|<) ?${NUMBER}`), (most) => ({ most, isBelowMost: true })],
  [
    phrase(`(?:exactly|length (?:must be|of|should be)) ${NUMBER}(?: characters?| items?)?`),
    (exact) => ({ least: exact, most: exact }),
  ],
  [/\b(?:must|should) be positive\b|\bpositive (?:number|integer)\b/i, () => ({ least: 0, isAboveLeast: true })],
];

/** A pattern between quotation marks, or between slashes. */
const PATTERN = [
  /\b(?:match\w*|pattern|reg(?:ular )?exp?(?:ression)?|regex)\b[^'"`/]{0,40}?(?:"((?:[^"\\]|\\.)+)"|'((?:[^'\\]|\\.)+)'|`([^`]+)`|\/((?:[^/\\]|\\.)+)\/)/i,
];

/** Formats in the words of frameworks, the more certain ones first. */
const FORMATS: readonly (readonly [phrase: RegExp, format: string])[] = [
  [/\be-?mail\b/i, "email"],
  [/\b(uuid|guid)\b/i, "uuid"],
  [/\b(url|uri)\b/i, "uri"],
  [/\b(date-?time|timestamp|rfc ?3339)\b/i, "date-time"],
  [/\b(date|iso ?8601|Y-m-d|yyyy-mm-dd)\b/i, "date"],
  [/\bipv4\b|\bip address\b/i, "ipv4"],
  [/\bhost ?name\b/i, "hostname"],
];

/** A text says that the form of a value is wrong. */
const FORM = /\b(valid|invalid|well-formed|format|must be an?|should be an?)\b/i;

const TYPES: readonly (readonly [phrase: RegExp, type: NonNullable<Constraint["type"]>])[] = [
  [/\b(an?|valid|expected|type) (whole number|integer|int)\b/i, "integer"],
  [/\b(an?|valid|expected|type|be) (number|numeric|decimal|float)\b/i, "number"],
  [/\b(an?|valid|expected|type|be) (boolean|bool)\b|\btrue or false\b/i, "boolean"],
  [/\b(an?|valid|expected|type|be) (array|list)\b/i, "array"],
  [/\b(an?|valid|expected|type|be) (object|dictionary)\b/i, "object"],
  [/\b(an?|valid|expected|type|be) (string|text)\b/i, "string"],
];

/** A field that is required for some values of others is not required in general. */
const REQUIRED =
  /\b(required(?! (?:for|if|when|unless|with|by|only)\b)|missing|must be (present|provided|given|set)|(must|may|should|can) ?not be (null|blank|empty|undefined)|can't be (blank|empty)|received undefined)\b/i;

function phrase(source: string): RegExp {
  return new RegExp(source, "i");
}

/** The constraint that a text states, in the words of any framework: "size must be between 3 and 20". */
export function constraintInText(text: string): Constraint {
  const values = listedTexts(text);
  const pattern = PATTERN.map((form) =>
    form
      .exec(text)
      ?.slice(1)
      .find((found) => found !== undefined),
  ).find(Boolean);
  // A pattern may have any words.
  const rest = pattern === undefined ? text : text.replace(pattern, "");
  const format = FORM.test(rest) ? FORMATS.find(([form]) => form.test(rest))?.[1] : undefined;
  const type = format === undefined ? TYPES.find(([form]) => form.test(rest))?.[1] : undefined;
  return {
    ...boundsIn(rest),
    ...(REQUIRED.test(rest) && { isRequired: true }),
    ...(values.length > 0 && { values }),
    ...(pattern !== undefined && { pattern: anchored(pattern) }),
    ...(format !== undefined && { format }),
    ...(type !== undefined && { type }),
  };
}

function boundsIn(text: string): Constraint {
  let rest = text;
  let bounds: Constraint = {};
  for (const [form, read] of BOUNDS) {
    const found = form.exec(rest);
    if (found === null) continue;
    bounds = { ...read(Number(found[1]), Number(found[2])), ...bounds };
    rest = rest.replace(found[0], " ");
  }
  return bounds;
}

/** Jakarta Validation and ASP.NET match the whole text by a pattern without anchors. */
function anchored(pattern: string): string {
  return /^\^|\$$|\\[AzZ]/.test(pattern) ? pattern : `^(?:${pattern})$`;
}

/** Members of an error, or of what explains it, that state a bound: `ctx.ge`, `minimum`, `params.limit`. */
const LEAST = /^(ge|gte|min|minimum|min_?length|min_?value|min_?items|min_?size)$/i;
const ABOVE = /^(gt|exclusive_?minimum)$/i;
const MOST = /^(le|lte|max|maximum|max_?length|max_?value|max_?items|max_?size)$/i;
const BELOW = /^(lt|exclusive_?maximum)$/i;
const VALUES = /^(options|values|allowed_?values|allowed|valids|enum|choices|permitted|expected)$/i;
const PATTERN_MEMBER = /^(pattern|regex)$/i;

/** The constraint that a member of an error states by its name and value. */
export function constraintInMember(name: string, value: unknown, isInclusive: boolean): Constraint {
  if (typeof value === "number") {
    if (LEAST.test(name)) return { least: value, ...(!isInclusive && { isAboveLeast: true }) };
    if (MOST.test(name)) return { most: value, ...(!isInclusive && { isBelowMost: true }) };
    if (ABOVE.test(name)) return { least: value, isAboveLeast: true };
    if (BELOW.test(name)) return { most: value, isBelowMost: true };
  }
  if (typeof value === "string" && PATTERN_MEMBER.test(name)) return { pattern: anchored(value) };
  const isList = Array.isArray(value) && value.length > 0 && value.every((item) => typeof item !== "object");
  return isList && VALUES.test(name) ? { values: value } : {};
}
