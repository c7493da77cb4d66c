import { pointerNames } from "#openapi/document/pointer.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import type { JournalEntry, RunningRequest } from "../journal/journal.js";
import { effectFinding } from "../judges/judgment.js";
import type { CreatedResource } from "../judges/life-cycle/created-resource.js";
import type { EffectFacts } from "../model/finding/effect.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { Exchange } from "../model/request/exchange.js";
import { namedAddresses } from "../resources/address.js";
import { isOwnEntry, type OwnEntry } from "../resources/ledger/entry.js";
import type { Ledger } from "../resources/ledger/ledger.js";
import type { Change, Changes } from "./changes.js";
import type { ListedItem } from "./listed.js";
import type { Sighting } from "./sightings.js";

/**
 * A rule over what the run exchanged about its resources. It sees each exchange of any test case, before the ledger learns from it, and
 * sends nothing.
 */
export interface HistoryRule {
  note(entry: JournalEntry, around: Around): HistoryFinding[];
}

/** A finding of a rule. */
export interface HistoryFinding extends FindingDraft {
  /** The change that the response does not show (default: it is about no change). */
  unshown?: UnshownChange;
}

/** A change of a resource that a response does not show. A server may be late, so it is a doubt at first, and no finding yet. */
export interface UnshownChange {
  of: OwnEntry;
  /** When the change had ended, in milliseconds of the journal's clock. */
  since: number;
}

/** The facts around an exchange. */
export interface Around {
  /** The requests that still run at its end. */
  others: readonly RunningRequest[];
  /** The same, as changes; an empty list where no resource of the run is shown. */
  running: readonly Change[];
  /** The latest requests that may have changed something. This one is not among them yet. */
  changes: Changes;
  /** The texts that were generated for the body of an unsafe request. */
  texts: readonly string[];
  /** When a response to a change of this run had arrived, in milliseconds of the journal's clock. */
  endOf(exchange: Exchange): number | undefined;
  /** Whether a change that had ended at a time has to show in a response. @param begun when it was requested (default: this one) */
  isSettled(since: number, begun?: number): boolean;
  /** The items of a list that have the identifiers of resources of the run. */
  listed: readonly ListedItem[];
  /** The resources of the run that a response shows, or no longer finds. */
  sightings: readonly Sighting[];
}

/** A finding about a resource of the run. A server may have a reason that the document does not state, so it is a warning. */
export function aboutResource(
  { request: { operation: create }, identity }: OwnEntry,
  { exchange }: JournalEntry,
  { operation = exchange.operation, ...facts }: EffectFacts & Pick<FindingDraft, "operation">,
): FindingDraft {
  const foundBy = pointerNames(identity.identifier.pointer).at(-1) ?? "";
  const effect = { operation: { id: operation }, place: create.pointer, basis: "inferred", foundBy } as const;
  return effectFinding(effect, facts, exchange);
}

/** The resource of the run that a request names, by its own path or by one below. */
export function ownNamedBy(ledger: Ledger, { operation, parameters }: JournalEntry["request"]): OwnEntry | undefined {
  const address = namedAddresses(operation, parameters).at(-1);
  const entry = address === undefined ? undefined : ledger.at(address);
  return isOwnEntry(entry) ? entry : undefined;
}

/** The resource of the run that a change names, by its own path. */
export function changedBy(ledger: Ledger, { request }: JournalEntry): OwnEntry | undefined {
  const entry = ownNamedBy(ledger, request);
  return entry?.resource.key === pathKey(request.operation.path) ? entry : undefined;
}

/** A resource of the run, as judges see it. */
export function createdOf({ resource, request, exchange, identity }: OwnEntry): CreatedResource {
  return { resource, create: request.operation, request, exchange, ...identity };
}
