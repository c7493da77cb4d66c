import type { Resource } from "#statements/resources/resource.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import { isAtOrBelow } from "../address.js";
import type { Identity } from "./identify.js";
import type { Sent } from "./proof.js";

/** A resource that the run created, or seems to have created. */
export interface Entry {
  /** The test case that created it. */
  readonly by: object;
  /** The request that created it, and its response. */
  readonly request: RequestSpec;
  readonly exchange: Exchange;
  /** The texts in the request that were generated for it. */
  readonly texts: readonly string[];
  /** The requests by which the run changed it. */
  readonly changes: Sent[];
  /** Whether the response does not say that it was created: a server error, or no response at all. */
  readonly isLost: boolean;
  /** Its kind; undefined if the document has no path for it. */
  readonly resource: Resource | undefined;
  /** Undefined as long as no response shows what identifies it. */
  identity: Identity | undefined;
  /** Whether a list alone identified it: its item had a text that was generated for it. */
  isIdentifiedByList?: boolean;
  /** Whether several items of a list have its text: nothing shows which one it is. */
  isAmbiguous?: boolean;
  address: string | undefined;
  /** The address of the resource that it belongs to; undefined if it belongs to none. */
  readonly around: string | undefined;
  /** Whether the target did not find it before the request, or the whole list did not have it. */
  readonly wasAbsent: boolean;
  /** Whether it is new below a resource of the run: only the run could have added anything there before. */
  readonly isBelowOwn?: boolean;
  /**
   * Whether the run certainly created it, it existed before, or it has other values than were sent. `open`: no response has
   * shown it yet.
   */
  proof: "created" | "existed" | "differs" | "open";
  /** Whether another key or an error may have removed it. Nothing but its own text shows that it is still there. */
  isDoubtful?: boolean;
  /** Whether it is kept until the end of the run. */
  isKept: boolean;
  isRemoved: boolean;
  /** Whether it is removed with the resource that it belongs to: no DELETE of its own was sent. */
  isRemovedWith?: boolean;
  /** When it was removed; undefined as long as it is not. */
  removedAt?: number;
  /** Whether it could not be removed, and is reported. */
  isLeft: boolean;
  /** Whether it was left because no response had shown that the run created it: a later one may. */
  isLeftOpen?: boolean;
  /** Whether a request of the budget is set aside for its removal. */
  isReserved: boolean;
}

/** A resource that the run created, and whose identifier it knows. */
export type OwnEntry = Entry & {
  readonly resource: Resource;
  readonly identity: Identity;
  readonly address: string;
};

/** Whether a resource may be one of somebody else. */
export function mayBeOfOthers({ proof }: Pick<Entry, "proof">): boolean {
  return proof === "existed" || proof === "differs";
}

/** Whether the run seems to have created a resource, and knows its identifier: no response contradicts it. */
export function isLikelyOwn(entry: Entry | undefined): entry is OwnEntry {
  if (!entry || mayBeOfOthers(entry) || entry.isAmbiguous) return false;
  return entry.resource !== undefined && entry.identity !== undefined && entry.address !== undefined;
}

/** Whether the run certainly created a resource, and knows its identifier. */
export function isOwnEntry(entry: Entry | undefined): entry is OwnEntry {
  return isLikelyOwn(entry) && entry.proof === "created";
}

/** A new entry: it exists, and the end of its test case removes it. */
export function newEntry(
  facts: Omit<Entry, "changes" | "isKept" | "isRemoved" | "isLeft" | "isReserved"> & Partial<Pick<Entry, "changes">>,
): Entry {
  return { changes: [], ...facts, isKept: false, isRemoved: false, isLeft: false, isReserved: false };
}

/** Whether a resource belongs to another one. */
export function isBelow(entry: Entry, { address }: Entry): boolean {
  if (address === undefined || entry.address === address) return false;
  return [entry.around, entry.address].some((at) => at !== undefined && isAtOrBelow(at, address));
}
