import type { ContactImport } from "#generated/schema.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { importById } from "../database/imports.js";
import type { ImportRow } from "../database/tables.js";
import { Problem } from "../http/problem.js";
import { importTimestamp } from "../timestamps.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import type { Handler } from "./handler.js";

/** Handles I1 to I3. */
export const retrieveContactImport: Handler<"retrieveContactImport"> = async ({ path }, { db, team }) => {
  const row = isUuid(path.id) ? await importById(db, team.id, path.id.toLowerCase()) : undefined;
  if (!row) throw new Problem(UNSPECIFIED_BEHAVIOR.notFound.status, "Your team has no contact import with this id.");
  return { status: UNSPECIFIED_BEHAVIOR.success.status, body: importOf(row) };
};

function importOf({ id, status, created_at, completed_at, ...counts }: ImportRow): ContactImport {
  const { total, created, updated, skipped, failed } = counts;
  return {
    object: "contact_import",
    id,
    status,
    created_at: importTimestamp(created_at),
    completed_at: completed_at === null ? null : importTimestamp(completed_at),
    counts: { total, created, updated, skipped, failed },
  };
}
