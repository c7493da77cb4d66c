import type { OpenApiDocument } from "../document/document.js";
import type { DocumentWarning } from "../document/warning.js";

/** A part of a document that its readers cannot use. */
export interface Loss {
  /** JSON pointer to the part. */
  pointer: string;
  /** Why it cannot be used, as a sentence. */
  message: string;
  /** The id of the operation, if a whole operation is left out. */
  operation?: string;
}

const LOSSES = new WeakMap<OpenApiDocument, readonly Loss[]>();

/** Remembers which parts of a document cannot be used: those that are left out, and schemas that admit any value. */
export function keepLosses(document: OpenApiDocument, warnings: readonly DocumentWarning[]): void {
  const lost = warnings.filter(({ isLoss, admitsAny }) => isLoss === true || admitsAny === true);
  LOSSES.set(
    document,
    lost.map(({ pointer, message, operation }) => ({ pointer, message, ...(operation ? { operation } : {}) })),
  );
}

/** The parts of a document that cannot be used. An empty list for one that was not read from a file. */
export function lossesOf(document: OpenApiDocument): readonly Loss[] {
  return LOSSES.get(document) ?? [];
}
