import type { Json } from "#openapi/document/document.js";
import type { PageStep } from "#openapi/operations/operation.js";

/** The side of a resource on which a page is. */
export type Side = "after" | "before";

/** A side of a resource, which a cursor names. */
export interface Mark {
  sequence: number;
  side: Side;
  /** Where the resource was in its list, if its sequence does not say that. */
  former: number | undefined;
}

const TEXT = /^([ab])([\da-z]+)(?:-(\d+))?$/;
const UUID = /^([ab])0{7}-0{4}-4000-8000-([\da-f]{12})$/;

/** The mark as a number, which has no room for a former place. */
export function markNumber({ sequence, side }: Mark): number {
  return side === "after" ? sequence : -sequence;
}

export function markText({ sequence, side, former }: Mark): string {
  return `${side === "after" ? "a" : "b"}${sequence.toString(36)}${former === undefined ? "" : `-${former}`}`;
}

/** Further forms of a written mark, for fields whose texts are long, in Base64, or UUIDs. */
export function markForms(written: Json): Json[] {
  const mark = readMark(written);
  if (!mark) return [];
  const side = mark.side === "after" ? "a" : "b";
  const long = [8, 16, 32, 64].map((length) => side + mark.sequence.toString(36).padStart(length - 1, "0"));
  return [
    ...(typeof written === "number" ? [String(written)] : []),
    ...long,
    `${side}0000000-0000-4000-8000-${mark.sequence.toString(16).padStart(12, "0")}`,
  ];
}

/** The mark that a cursor has; undefined for a cursor that the mock never writes. */
export function readMark(cursor: Json): Mark | undefined {
  const number = typeof cursor === "string" && /^-?\d+$/.test(cursor) ? Number(cursor) : cursor;
  if (typeof number === "number") {
    return { sequence: Math.abs(number), side: number < 0 ? "before" : "after", former: undefined };
  }
  const text = String(cursor);
  const [, uuidSide, hex = ""] = UUID.exec(text) ?? [];
  if (uuidSide !== undefined) return { ...sideOf(uuidSide), sequence: Number.parseInt(hex, 16), former: undefined };
  const [, side, digits = "", former] = TEXT.exec(text) ?? [];
  if (side === undefined) return undefined;
  const place = former === undefined ? undefined : Number(former);
  return { ...sideOf(side), sequence: Number.parseInt(digits, 36), former: place };
}

function sideOf(letter: string): Pick<Mark, "side"> {
  return { side: letter === "a" ? "after" : "before" };
}

/**
 * The values of the document that pages show as cursors, because their schemas admit no mark. Each stands for the mark of the
 * page that showed it last.
 */
export class StandIns {
  readonly #marks = new Map<string, Json>();

  add(step: PageStep | undefined, shown: Json, mark: Json): void {
    this.#marks.set(keyOf(step, shown), mark);
  }

  markOf(step: PageStep | undefined, shown: Json): Json | undefined {
    return this.#marks.get(keyOf(step, shown));
  }
}

function keyOf(step: PageStep | undefined, shown: Json): string {
  return JSON.stringify([step?.pointer ?? "", String(shown)]);
}
