import type { Cost } from "./bounded-process.js";
import type { RealDocument } from "./documents.js";
import type { Measurement } from "./measure.js";
import type { PeerResult } from "./peers.js";

/** The parts of a measurement that were reached, what the process took, and why it ended before its end. */
export type Measured = Partial<Measurement> & { cost: Cost; failure?: string };

/** What other tools do with a document, by their names. */
export type PeerResults = Record<string, PeerResult>;

export interface Row {
  document: RealDocument;
  measured: Measured;
  peers: PeerResults | undefined;
}
export function resultsText(rows: readonly Row[], all: number): string {
  return rows.map((row) => JSON.stringify(row)).join("\n") + all;
}
