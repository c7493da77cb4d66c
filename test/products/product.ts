import type { WriteLevel } from "#verify/model/target/writes.js";
import type { Cleanup } from "./cleanup.js";
import type { Bookkeeping, Row } from "./row.js";

/** What a product gets to start. */
export interface Start {
  /** An empty folder for its data, which is removed at the end. */
  folder: string;
  /** Stops what the product starts. */
  cleanup: Cleanup;
  /** A file with the document of Alertmanager; undefined to read it from the Debian package. */
  alertmanagerDocument: string | undefined;
}

/** What a run may write. */
export interface RunChoice {
  level: WriteLevel;
  /** The operations that its target file allows beyond (default: none). */
  allowed?: readonly string[];
}

/** A product that can be tested. */
export interface Product {
  name: string;
  /** The data that the server owns, which is not compared. */
  bookkeeping: readonly Bookkeeping[];
  /** The causes of failures and warnings that a person found in the findings of a run, one sentence each. */
  causesByHand: readonly string[];
  /** How many operations of the document have to have a success in each run; undefined if no number is required. */
  successes?: number;
  /** What each run may write (default: three runs with creations). */
  runs?: readonly RunChoice[];
  /** Whether a run may end with the verdict that nothing could be tested (default: false). */
  provesNothing?: boolean;
  /** Starts it on loopback with data that somebody could lose. */
  start(start: Start): Promise<RunningProduct>;
}

/** A product that runs. */
export interface RunningProduct {
  version: string;
  /** Where its document comes from. */
  origin: string;
  /** The file of the document, as the product has it. */
  spec: string;
  /** The address that the paths of the document follow. */
  url: string;
  /** The key of the API; undefined if it needs none. */
  key: string | undefined;
  /** All of its data. */
  rows(): Promise<Row[]>;
}
