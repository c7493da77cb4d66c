/** A resource that the run created, or seems to have created, and did not remove. */
export interface Leftover {
  /** The id of the operation that created it. */
  operation: string;
  /** Its address on the target, or what else identifies it; empty if the response does not show it. */
  resource: string;
  /** Why it was not removed, as part of a sentence. */
  reason: string;
}

/** Why the gate let an unsafe request pass. The words complete "sent, because …". */
export const REASONS = {
  creation: "it creates a resource",
  created: "the run created the resource",
  given: "the target file or the provision module gives the value",
  unknown: "the value identifies nothing",
  allowed: "the target file allows the operation",
  "own-server": "the server was started for this run",
  stateless: "the server keeps no state",
} as const;
export type Reason = keyof typeof REASONS;

/** The unsafe requests of one operation that were sent for the same reason. */
export interface UnsafeRequests {
  operation: string;
  method: string;
  because: Reason;
  count: number;
}
