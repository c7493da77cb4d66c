/**
 * A resource that the run created, or seems to have created, and did not remove. Or a request whose effect nothing shows.
 */
export interface Leftover {
  /** The id of the operation that created it. */
  operation: string;
  /** Its address on the target, or what else identifies it; empty if the response does not show it. */
  resource: string;
  /** Why it was not removed, as part of a sentence. */
  reason: string;
  /** The beginning of the body that was sent, where nothing else identifies it. */
  sent?: string;
  /** The address of the resource that it belongs to, where its own is not known. */
  below?: string;
}

/** Why the gate let an unsafe request pass. The words complete "3 requests …". */
export const REASONS = {
  creation: "to create a resource",
  created: "to a resource that the run created",
  given: "to a value that the target gives for it",
  scope: "to the place of all resources, which a list shows",
  unknown: "to an identifier of nothing",
  allowed: "to an operation that the target file allows",
  "own-server": "to a server of this run alone",
  stateless: "to a server that keeps no state",
} as const;
export type Reason = keyof typeof REASONS;

/** The unsafe requests of one operation that were sent for the same reason. */
export interface UnsafeRequests {
  operation: string;
  method: string;
  because: Reason;
  count: number;
}
