import type { RealDocument } from "./documents.js";
import type { Measured, PeerResults } from "./measure-one.js";
export interface Row {
  document: RealDocument;
  measured: Measured;
  peers: PeerResults | undefined;
}
export function resultsText(rows: readonly Row[], all: number): string {
  return rows.map((row) => JSON.stringify(row)).join("\n") + all;
}
