import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { wordsOf } from "#openapi/document/words.js";
import type { Parameter } from "#openapi/operations/operation.js";
import type { ListOperation } from "./list-items.js";
import { itemProperties } from "./list-items.js";
import { IDENTIFYING, plainName } from "./names.js";
import { isCursor } from "./paging/paging.js";
import { schemaOf } from "./parameter-schema.js";

/** A query parameter that selects the items whose property is on one side of a value: `created[gte]`, `updatedSince`. */
export interface Range {
  parameter: Parameter;
  /** The member of the parameter that has the value; undefined if the parameter itself has it. */
  member: string | undefined;
  property: string;
  side: "from" | "until";
  /** Whether an item that has exactly the value is selected; undefined if nothing says so. */
  isInclusive: boolean | undefined;
}

/** Words that name a side, and whether they say that the value itself is selected. */
const SIDES: Readonly<Record<string, Pick<Range, "side" | "isInclusive">>> = {
  gte: { side: "from", isInclusive: true },
  ge: { side: "from", isInclusive: true },
  gt: { side: "from", isInclusive: false },
  lte: { side: "until", isInclusive: true },
  le: { side: "until", isInclusive: true },
  lt: { side: "until", isInclusive: false },
  since: { side: "from", isInclusive: undefined },
  after: { side: "from", isInclusive: undefined },
  from: { side: "from", isInclusive: undefined },
  min: { side: "from", isInclusive: undefined },
  until: { side: "until", isInclusive: undefined },
  before: { side: "until", isInclusive: undefined },
  to: { side: "until", isInclusive: undefined },
  max: { side: "until", isInclusive: undefined },
};

/** Words that name a side of a range in a body. In the name of a parameter, they may mean the field itself. */
const SIDES_IN_BODIES: Readonly<Record<string, Range["side"]>> = { start: "from", begin: "from", end: "until" };

/** The side of a range that a word names; undefined for any other word. */
export function sideOf(word: string): Range["side"] | undefined {
  return SIDES[word]?.side ?? SIDES_IN_BODIES[word];
}

/** Words by which a description says that the value itself is selected. */
const INCLUSIVE =
  /\b(at or (after|before)|on or (after|before)|or (later|earlier|more|less|equal)|inclusive|at (least|most))\b/i;

/** A bound that is an identifier: "messages with an ID less than this value". Then it bounds no other field. */
const OF_IDS = /\bids?\b/i;

/** Endings of fields with a moment, which the names of parameters lack: `updatedSince` selects by `updatedAt`. */
const ENDINGS = ["", "at", "on", "date", "time"];

/** The ranges of a list, as names of its parameters and of the properties of its items suggest. */
export function rangesOf(document: OpenApiDocument, list: ListOperation): Range[] {
  const properties = itemProperties(document, list);
  const propertyFor = (stem: string) =>
    properties.find((property) => ENDINGS.some((ending) => plainName(property) === plainName(stem) + ending));
  return list.operation.parameters.flatMap((parameter): Range[] => {
    if (parameter.in !== "query" || parameter === list.paging.pageSize || isCursor(list.operation, parameter))
      return [];
    const words = INCLUSIVE.test(parameter.description ?? "");
    const isOfIds = OF_IDS.test(parameter.description ?? "");
    const of = (member: string | undefined, name: string, side: string): Range[] => {
      const [found, property] = [SIDES[side], propertyFor(name)];
      if (!found || property === undefined) return [];
      if (isOfIds && !IDENTIFYING.includes(plainName(property))) return [];
      return [
        { parameter, member, property, side: found.side, isInclusive: found.isInclusive ?? (words || undefined) },
      ];
    };
    const members = Object.keys(asObject(schemaOf(document, parameter).properties));
    if (members.length > 0) return members.flatMap((member) => of(member, parameter.name, member.toLowerCase()));
    const [first = "", ...others] = wordsOf(parameter.name);
    const last = others.at(-1) ?? "";
    return [...of(undefined, [first, ...others.slice(0, -1)].join(""), last), ...of(undefined, others.join(""), first)];
  });
}
