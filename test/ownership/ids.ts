import type { Json, JsonObject } from "#openapi/document/document.js";
import type { Random } from "./random.js";

/** How the resources of a kind are identified. */
export interface Ids {
  label: string;
  /** The schema of the document, and the components to which it refers. */
  schema: JsonObject;
  components: JsonObject;
  /** Whether bodies have the id as a number. */
  numeric: boolean;
  /** The ids of the existing resources, as paths have them. */
  seeded: readonly [string, ...string[]];
  /** Every id of this form exists, also those that are not listed. */
  allTaken: RegExp | undefined;
  /** A valid id that does not exist, for examples; undefined if all exist. */
  free: string | undefined;
  /** The n-th id that the server gives to a new resource, from 0. */
  fresh(n: number): string;
  /** Names that a body may have for the id, beside `id`. */
  field: string | undefined;
}

/** The id as a body has it. */
export function idValue({ numeric }: Ids, id: string): Json {
  if (!numeric || id === "") return id;
  return String(Number(id)) === id ? Number(id) : `${LARGE}${id}`;
}

const LARGE = "number:";

/** The JSON of a value, with each id as its digits, also where a number of JavaScript has too few. */
export function jsonText(value: Json): string {
  return JSON.stringify(value).replace(new RegExp(`"${LARGE}(\\d+)"`, "g"), "$1");
}

const TEN_DIGITS = /^[1-9]\d{9}$/;
const ANY_TEN_DIGITS = /^\d{10}$/;
const CHOICES = ["daily", "weekly", "monthly", "yearly"] as const;

type Part = Pick<Ids, "schema" | "seeded"> & Partial<Ids>;
const from = (label: string, part: Part): Ids => ({
  label,
  components: {},
  numeric: false,
  allTaken: undefined,
  free: undefined,
  fresh: (n) => `custom-${n + 1}`,
  field: undefined,
  ...part,
});

const tenDigits = (n: number) => String(4_100_000_000 + n * 7919);
const uuid = (n: number) => `3f0b1c1e-6f1c-4c39-9c2b-${n.toString(16).padStart(12, "0")}`;

/** Ids of which each value exists, in the given schema. */
function choices(label: string, schema: JsonObject, components: JsonObject = {}): Ids {
  return from(label, { schema, components, seeded: [...CHOICES] });
}

const KINDS: readonly [(component: string) => Ids, ...((component: string) => Ids)[]] = [
  () =>
    from("integer of 10 digits, all taken", {
      schema: { type: "integer", minimum: 1_000_000_000, maximum: 9_999_999_999 },
      numeric: true,
      seeded: ["1000000000", "1000000001", "9999999999"],
      allTaken: TEN_DIGITS,
      fresh: tenDigits,
    }),
  () => choices("enum", { type: "string", enum: [...CHOICES] }),
  (component) =>
    choices(
      "enum behind $ref",
      { $ref: `#/components/schemas/${component}` },
      {
        [component]: { type: "string", enum: [...CHOICES] },
      },
    ),
  (component) =>
    choices(
      "enum behind allOf",
      { allOf: [{ $ref: `#/components/schemas/${component}` }, { minLength: 1 }] },
      {
        [component]: { type: "string", enum: [...CHOICES] },
      },
    ),
  () => choices("oneOf of consts", { oneOf: CHOICES.map((value) => ({ const: value, title: value })) }),
  () =>
    from("enum with a free value", {
      schema: { type: "string", enum: ["spare", ...CHOICES] },
      seeded: [...CHOICES],
      free: "spare",
      fresh: (n) => (n === 0 ? "spare" : `custom-${n}`),
    }),
  () =>
    from("closed pattern", {
      schema: { type: "string", pattern: "^(production|staging)-database$" },
      seeded: ["production-database", "staging-database"],
      fresh: (n) => `testing${n}-database`,
    }),
  () =>
    from("pattern of 10 digits, all taken", {
      schema: { type: "string", pattern: "^[0-9]{10}$" },
      seeded: ["0000000000", "1234567890", "9999999999"],
      allTaken: ANY_TEN_DIGITS,
      fresh: tenDigits,
    }),
  () =>
    from("slug", {
      schema: { type: "string", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$", maxLength: 40 },
      seeded: ["main", "a", "0", "test", "default", "unknown"],
      free: "spring-sale",
      fresh: (n) => `slug-${n + 1}`,
      field: "slug",
    }),
  () =>
    from("plain text", {
      schema: { type: "string" },
      seeded: ["a", "string", "text", "main", "unknown"],
      free: "something",
      fresh: (n) => `made${n + 1}`,
      field: "name",
    }),
  () =>
    // A number of JavaScript cannot hold the new ids: 2^53 + 1 becomes 2^53, which exists.
    from("integer of 64 bits", {
      schema: { type: "integer", format: "int64" },
      numeric: true,
      seeded: ["9007199254740992", "9007199254740996", "9007199254741000"],
      fresh: (n) => String(9_007_199_254_740_993n + 2n * BigInt(n)),
    }),
  () =>
    // In a path without escapes, a new id addresses an existing resource, or the whole collection.
    from("text with reserved characters", {
      schema: { type: "string" },
      seeded: ["main", "feature", "v1"],
      free: "fix/4711",
      fresh: (n) => ["main#1", "main?v=1", "feature/2", "v1;b", ".", "..", "100%"][n] ?? `main#${n}`,
    }),
  () =>
    from("e-mail", {
      schema: { type: "string", format: "email" },
      seeded: ["user@example.com", "a@example.com", "ann@example.org"],
      free: "new.person@example.net",
      fresh: (n) => `person${n + 1}@example.net`,
      field: "email",
    }),
  () =>
    from("uuid", {
      schema: { type: "string", format: "uuid" },
      seeded: ["00000000-0000-0000-0000-000000000000", "5d6c1f0a-2c57-4c8a-9a44-0b8f6d3e7a11", uuid(1)],
      free: "7a1d2c3b-9e8f-4a6b-8c7d-123456789abc",
      fresh: (n) => uuid(0xfffff + n),
      field: "uuid",
    }),
  () =>
    from("prefixed id", {
      schema: { type: "string", pattern: "^bkg_[a-z0-9]{6}$" },
      seeded: ["bkg_9fh3k2", "bkg_aaaaaa", "bkg_000000"],
      free: "bkg_zz81qx",
      fresh: (n) => `bkg_${(36 ** 5 + n * 1_000_003).toString(36).slice(-6).padStart(6, "k")}`,
    }),
];

/** Random ids. The component is the name of a schema that the document may get for them. */
export function randomIds(random: Random, component: string): Ids {
  // Whole numbers from 1 are the most common, and those of one kind are also those of another.
  return random.chance(0.2) ? numberedIds(random.pick([3, 7])) : random.pick(KINDS)(component);
}

/** Whole numbers from 1, of which so many exist. */
export function numberedIds(size: number): Ids {
  const more = Array.from({ length: size - 1 }, (_, index) => String(index + 2));
  return from("integer from 1", {
    schema: { type: "integer", minimum: 1 },
    numeric: true,
    seeded: ["1", ...more],
    free: "4711",
    fresh: (n) => String(size + 1 + n),
  });
}
