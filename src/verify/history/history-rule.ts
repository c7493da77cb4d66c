import type { Json, JsonObject } from "#openapi/document/document.js";
import type { JournalEntry, RunningRequest } from "../journal/journal.js";
import type { Breach } from "../model/finding/breach.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { Entry } from "../resources/ledger/entry.js";
import { evidenceIn } from "../resources/ledger/proof.js";

/**
 * A rule over what the run exchanged about its resources. It sees each exchange of any test case, before the ledger learns from it, and
 * sends nothing.
 */
export interface HistoryRule {
  note(entry: JournalEntry, around: Around): FindingDraft[];
}

/** The facts around an exchange. */
export interface Around {
  /** The requests that still run at its end. */
  others: readonly RunningRequest[];
  /** The items of a list that have the identifiers of resources of the run. */
  listed: readonly ListedItem[];
}

/** An item of a list with the identifier of a resource of the run, which may belong to another list. */
export interface ListedItem {
  own: OwnResource;
  item: JsonObject;
}

/** A resource that the run certainly created, and whose identifier it knows. */
export type OwnResource = Entry & {
  readonly resource: NonNullable<Entry["resource"]>;
  readonly identity: NonNullable<Entry["identity"]>;
  readonly address: string;
};

/** Whether the run seems to have created a resource, and knows its identifier: no response contradicts it. */
export function isLikelyOwn(entry: Entry | undefined): entry is OwnResource {
  if (!entry || entry.proof === "existed" || entry.isAmbiguous) return false;
  return entry.resource !== undefined && entry.identity !== undefined && entry.address !== undefined;
}

/** Whether the run certainly created a resource, and knows its identifier. */
export function isOwnResource(entry: Entry | undefined): entry is OwnResource {
  return isLikelyOwn(entry) && entry.proof === "created";
}

/** Whether a representation has a text that was generated for a resource, in a field that was sent. */
export function hasItsText(entry: Entry, shown: Json): boolean {
  return evidenceIn({ ...entry, wasAbsent: false, isNewIdentifier: true }, shown) === "created";
}

/** The method of a request, in lower case. */
export function methodOf({ operation, method = operation.method }: RequestSpec): string {
  return method.toLowerCase();
}

/** A finding about a resource of the run. A server may have a reason that the document does not state, so it is a warning. */
export function aboutResource(
  { request: { operation: create }, identity }: OwnResource,
  { exchange }: JournalEntry,
  facts: Breach & Pick<FindingDraft, "expected" | "received" | "operation">,
): FindingDraft {
  const operation = facts.operation ?? exchange.operation;
  const foundBy = identity.identifier.pointer.split("/").at(-1) ?? "";
  const about = { effectOf: operation, shownBy: exchange.operation, foundBy: [foundBy] };
  return { basis: "inferred", place: create.pointer, about, ...facts, operation };
}
