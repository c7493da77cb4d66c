import type { Suppression } from "#generated/schema.js";
import type { SuppressionRow } from "../database/tables.js";
import { utcTimestamp } from "../timestamps.js";

/** Converts a row to the API's representation (S1 to S3). */
export function suppressionOf({ id, email, origin, source_id, created_at }: SuppressionRow): Suppression {
  const source = origin === "manual" ? { origin, source_id: null } : { origin, source_id };
  return { object: "suppression", id, email, ...source, created_at: utcTimestamp(created_at) };
}
