import type { Direction } from "#openapi/direction/absent-properties.js";
import type { Json } from "#openapi/document/document.js";
import { pointerNames, pointerTo, valueAt } from "#openapi/document/pointer.js";
import { keywordOf } from "#values/rules/parts.js";
import type { Difference } from "../difference.js";
import type { Naming } from "./naming.js";
import type { Alternative } from "./normal-form.js";

/** A keyword of a schema, as a limit of its values. */
interface LimitAt {
  value: Json;
  place: string;
}

/** Two alternatives that belong together, and what messages about them need. */
export class AlternativePair {
  readonly base: Alternative;
  readonly revision: Alternative;
  readonly naming: Naming;
  readonly direction: Direction;

  constructor(base: Alternative, revision: Alternative, naming: Naming, direction: Direction) {
    this.base = base;
    this.revision = revision;
    this.naming = naming;
    this.direction = direction;
  }

  /** The place of a keyword in the base, or in the revision; that of the first schema if neither has it. */
  readonly place = (keyword: string): string => {
    const stated = keywordOf(this.base.parts, keyword)[0] ?? keywordOf(this.revision.parts, keyword)[0];
    return stated?.place ?? pointerTo(this.base.parts[0]?.pointer ?? this.revision.parts[0]?.pointer ?? "#", keyword);
  };

  /** The change of a limit that is a keyword, or follows from one. */
  readonly changed = (was: LimitAt | undefined, is: LimitAt | undefined, breaks: Difference["breaks"]): Difference => {
    const place = was?.place ?? is?.place ?? this.place("type");
    const keyword = pointerNames(place).at(-1) ?? "";
    const [old, now] = [stated(this.naming.base, was), stated(this.naming.revision, is)];
    const message = `${this.naming.keyword(place, keyword)} was ${verb(old, now)}.`;
    return { rule: keyword, message, place, breaks, otherwise: "patch", old, new: now };
  };
}

/** The statement of the document at the place: a limit may follow from a format. */
function stated(document: Json, limit: LimitAt | undefined): Json | undefined {
  return limit && (valueAt(document, limit.place) ?? limit.value);
}

function verb(old: Json | undefined, now: Json | undefined): string {
  if (old === undefined) return `set to ${JSON.stringify(now)}`;
  return now === undefined ? "removed" : `changed from ${JSON.stringify(old)} to ${JSON.stringify(now)}`;
}
