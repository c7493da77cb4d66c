import { isObject, type Json } from "#openapi/document/document.js";
import { isNumber } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";

/** More changes of a resource would hide the request that they lead to. */
const MOST_CHANGES = 4;

/** How deep a response is searched for the identifier of a new resource. */
const MAX_DEPTH = 3;

/** A request that has to be sent before another one. */
export interface Precursor {
  exchange: Exchange;
  /** The value of its response that later requests send; undefined if they send none, or one of its own request. */
  created: CreatedValue | undefined;
}

/** The identifier of a resource in the response to its creation. */
export interface CreatedValue {
  value: string;
  /** JSON pointer into the response. */
  pointer: string;
}

/** A request that changed something, and the test case that sent it. */
interface Change {
  exchange: Exchange;
  owner: object;
  segments: readonly string[];
}

/** The requests of a run that changed something. They show how a resource came into the state that a later response shows. */
export class History implements Projection {
  readonly #changes: Change[] = [];
  /** The positions of the changes that created a value, and its pointer; undefined for a value of the request. */
  readonly #creations = new Map<string, { at: number; pointer: string | undefined }[]>();
  /** How many changes there were before each exchange. */
  readonly #before = new WeakMap<Exchange, number>();

  note({ exchange, by: owner, isRemoval }: Pick<JournalEntry, "exchange" | "by" | "isRemoval">): void {
    if (isRemoval || exchange.isOutage) return;
    const { request } = exchange;
    const at = this.#changes.length;
    this.#before.set(exchange, at);
    if (isSafe({ method: request.method.toLowerCase() }) || !isSuccess(exchange)) return;
    const segments = segmentsOf(exchange);
    this.#changes.push({ exchange, owner, segments });
    if (request.method !== "POST" && request.method !== "PUT") return;
    const values = new Map<string, string | undefined>(
      textsIn(jsonOf(exchange)).map(({ value, pointer }) => [value, pointer]),
    );
    for (const value of sentTexts(request.body)) values.set(value, undefined);
    for (const [value, pointer] of values) {
      if (segments.includes(value)) continue;
      const known = this.#creations.get(value) ?? [];
      this.#creations.set(value, [...known, { at, pointer }]);
    }
  }

  /**
   * The requests that created and changed the resources which a request names, in their order. Empty if the run created none
   * of them.
   */
  before(exchange: Exchange): Precursor[] {
    return unique(this.#precursors(segmentsOf(exchange), this.#before.get(exchange) ?? 0));
  }

  /** All changes of a test case before one of its requests, with those that they need. */
  ownBefore(exchange: Exchange, owner: object): Precursor[] {
    const earlier = this.#changes.slice(0, this.#before.get(exchange) ?? 0);
    const needed = earlier.flatMap((change, at) =>
      change.owner === owner
        ? [...this.#precursors(change.segments, at), { exchange: change.exchange, created: undefined }]
        : [],
    );
    return unique(needed).slice(-MOST_CHANGES);
  }

  /**
   * The change whose response had a value of a path. It is a creation in a collection of that name, or its value is rare. Any
   * response may have an equal number.
   */
  #providerOf(value: string, around: readonly string[], end: number) {
    const earlier = (this.#creations.get(value) ?? []).filter(({ at }) => at < end);
    const isInCollection = ({ at }: { at: number }) => {
      const { segments = [] } = this.#changes[at] ?? {};
      return segments.length > 0 && segments.at(-1) === around.at(-1);
    };
    return earlier.findLast(isInCollection) ?? (isDistinctive(value) ? earlier.at(-1) : undefined);
  }

  /** @param end the position of the first change that came later */
  #precursors(segments: readonly string[], end: number): Precursor[] {
    return segments.flatMap((value, index): Precursor[] => {
      const creation = this.#providerOf(value, segments.slice(0, index), end);
      const change = creation && this.#changes[creation.at];
      if (!creation || !change) return [];
      const { at, pointer } = creation;
      const created = pointer === undefined ? undefined : { value, pointer };
      const later = this.#changes.slice(at + 1, end).filter((candidate) => candidate.segments.includes(value));
      return [
        ...this.#precursors(change.segments, at),
        { exchange: change.exchange, created },
        ...later.slice(-MOST_CHANGES).map((own) => ({ exchange: own.exchange, created: undefined })),
      ];
    });
  }
}

/** Whether a value is hardly that of anything else: a counter or a word may be that of many resources. */
function isDistinctive(value: string): boolean {
  return value.length >= LEAST_DISTINCTIVE && /\d/.test(value) && /[a-z-]/i.test(value);
}

/** A shorter value may be the same by chance. */
const LEAST_DISTINCTIVE = 8;

/** Each request once: several of its values may be needed. */
function unique(found: readonly Precursor[]): Precursor[] {
  const byExchange = new Map<Exchange, Precursor>();
  for (const precursor of found) {
    if (!byExchange.get(precursor.exchange)?.created) byExchange.set(precursor.exchange, precursor);
  }
  return [...byExchange.values()];
}

/** The texts and numbers of a JSON object, and of those in it. */
function textsIn(json: Json | undefined, at = "", depth = 0): CreatedValue[] {
  if (!isObject(json) || depth > MAX_DEPTH) return [];
  return Object.entries(json).flatMap(([name, member]) => {
    const pointer = pointerTo(at, name);
    if (typeof member === "string" || isNumber(member)) return [{ value: String(member), pointer }];
    return textsIn(member, pointer, depth + 1);
  });
}

/** The texts of a JSON body that was sent. */
function sentTexts(body: string | undefined): string[] {
  return [...(body ?? "").matchAll(/"((?:[^"\\]|\\.)*)"(?!\s*:)/g)].map(([, text = ""]) => text);
}

/** The decoded segments of the path of a request. */
function segmentsOf({ request: { url } }: Exchange): string[] {
  const path = /^[a-z]+:\/\/[^/?]*([^?#]*)/i.exec(url)?.[1] ?? "";
  return path.split("/").flatMap((segment) => {
    try {
      return segment === "" ? [] : [decodeURIComponent(segment)];
    } catch {
      return [];
    }
  });
}
