import type { Direction } from "#openapi/direction/absent-properties.js";
import type { Json } from "#openapi/document/document.js";

/** A difference between two parts that belong together, before the operations are known that it concerns. */
export interface Difference {
  /** The kind of the difference, for programs. */
  rule: string;
  message: string;
  /** JSON pointer to the place in the base, or in the revision if the base does not have it. */
  place: string;
  /** Whether it breaks callers who send the data, and callers who read it. */
  breaks: Readonly<Record<Direction, boolean>>;
  /** Its impact where it breaks no caller. */
  otherwise: "minor" | "patch";
  old: Json | undefined;
  new: Json | undefined;
}

/** A new part, or a new freedom of the other side: a caller that does not know it continues as before. */
export const BREAKS_NOBODY = { request: false, response: false } as const;

/** A part that callers send or read does not exist any more, or has another meaning. */
export const BREAKS_EVERYBODY = { request: true, response: true } as const;

/** Fewer values are allowed: a sender may be refused, a reader knows the remaining ones. */
export const NARROWED = { request: true, response: false } as const;

/** More values are allowed: a sender continues as before, a reader may not know the new ones. */
export const WIDENED = { request: false, response: true } as const;
