import type { Json } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { JournalEntry, RunningRequest } from "../journal/journal.js";
import { type Exchange, isRejection } from "../model/request/exchange.js";
import { methodOf, structuredBody } from "../model/request/request-spec.js";
import { isAtOrBelow, namedAddresses } from "../resources/address.js";
import type { OwnEntry } from "../resources/ledger/entry.js";

/** How many changes are remembered: those between two reads of one resource. */
const MOST_CHANGES = 400;

/** A request that may have changed something. */
export interface Change {
  operation: Operation;
  /** The resource that it names; undefined for a creation. */
  address: string | undefined;
  body: Json | undefined;
  /** All that it sent, as text. */
  text: string;
  begun: number;
  ended: number;
  /** Whether the target rejected it, so that it must not have changed anything (RFC 9110, 15.5). */
  isRejected: boolean;
}

/** The latest requests of a run that may have changed something. */
export class Changes {
  readonly #changes: Change[] = [];

  add({ request, exchange, begun, ended }: JournalEntry): void {
    if (isSafe({ method: methodOf(request) })) return;
    this.#changes.push({ ...changeOf({ request, begun }, ended), isRejected: isRejection(exchange) });
    if (this.#changes.length > MOST_CHANGES) this.#changes.shift();
  }

  /** The last change that may have changed a resource after its creation; undefined if none is remembered. */
  lastOf(own: OwnEntry): Change | undefined {
    return this.#changes.findLast((change) => !change.isRejected && mayConcern(change, own));
  }

  /** The changes that ran within a time, in milliseconds of the journal's clock; undefined if some of them are forgotten. */
  within(from: number, to: number): Change[] | undefined {
    if (this.#changes.length === MOST_CHANGES && (this.#changes[0]?.ended ?? 0) > from) return undefined;
    return this.#changes.filter((change) => change.ended > from && change.begun < to);
  }
}

/** When the last change that may concern a resource had ended, its creation included, in milliseconds of the journal's clock. */
export function lastChangeOf(
  { changes, endOf }: { changes: Changes; endOf(exchange: Exchange): number | undefined },
  own: OwnEntry,
): number {
  return Math.max(endOf(own.exchange) ?? 0, changes.lastOf(own)?.ended ?? 0);
}

/**
 * The rejected changes that name a resource since a time, if nothing else may have concerned it; undefined in doubt.
 *
 * @param running the changes that still run (default: none)
 * @param until the end of the time, in milliseconds of the journal's clock
 */
export function onlyRejected(
  { changes, running = [] }: { changes: Changes; running?: readonly Change[] },
  own: OwnEntry,
  since: number,
  until: number,
): Change[] | undefined {
  const meanwhile = changes.within(since, until);
  const concerning = [...(meanwhile ?? []), ...running].filter((change) => mayConcern(change, own));
  return meanwhile && concerning.every(({ isRejected }) => isRejected) ? concerning : undefined;
}

/**
 * Whether nothing but rejected changes, and creations like its own, may have concerned a resource since its creation.
 *
 * @param since when the response to its creation had arrived, in milliseconds of the journal's clock
 */
export function isUnchanged(
  { changes, running }: { changes: Changes; running: readonly Change[] },
  own: OwnEntry,
  since: number,
  until: number,
): boolean {
  const meanwhile = changes.within(since, until);
  const others = [...(meanwhile ?? []), ...running].filter(({ operation }) => operation !== own.request.operation);
  return meanwhile !== undefined && others.every((change) => change.isRejected || !mayConcern(change, own));
}

/** The change by a request that still runs. */
export function changeOf({ request, begun }: RunningRequest, ended: number): Change {
  const { operation, parameters, body } = request;
  return {
    operation,
    address: namedAddresses(operation, parameters).at(-1),
    body: structuredBody(request),
    text: jsonText([parameters.map(({ value }) => value), body ?? null]),
    begun,
    ended,
    isRejected: false,
  };
}

/**
 * Whether a change may rightly concern a resource. It names that, what is around or below it, all of its kind, or its
 * identifier.
 */
export function mayConcern({ operation, address, text }: Change, own: OwnEntry): boolean {
  if (isSafe(operation)) return false;
  const isOfAll = address === undefined && operation.method !== "post";
  const isRelated = address !== undefined && (isAtOrBelow(address, own.address) || isAtOrBelow(own.address, address));
  return isOfAll || isRelated || hasWord(text, String(own.identity.value));
}

/** Whether a text has a word that does not belong to a longer one. */
function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? " "}${text[at + word.length] ?? " "}`;
    if (!/[\p{L}\p{N}]/u.test(around)) return true;
  }
  return false;
}
