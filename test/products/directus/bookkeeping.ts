import type { Bookkeeping } from "../row.js";

/** Data of Directus that it changes with each request, or that is a copy of other data. */
export const BOOKKEEPING: readonly Bookkeeping[] = [
  { kind: "directus_activity", reason: "the log of logins and changes" },
  { kind: "directus_revisions", reason: "the log of the values of each change" },
  { kind: "directus_sessions", reason: "a row for each login, which ends with the session" },
  { kind: "sqlite_sequence", reason: "the counters of SQLite" },
  { kind: "directus_users", column: "last_access", reason: "the time of the latest request of the user" },
  { kind: "directus_users", column: "last_page", reason: "the page that the user opened last" },
  { kind: "uploads", keys: /__[0-9a-f]+\.\w+$/, reason: "scaled copies of images, made when an asset is read" },
];
