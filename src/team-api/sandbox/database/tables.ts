import type { Kysely } from "kysely";
import type { SuppressionOrigin } from "#generated/schema.js";

/** The tables of the sandbox. Times are milliseconds since 1970 (UTC); ids are UUIDs in lower case. */
export interface Tables {
  teams: { id: string; name: string; in_beta: number };
  oauth_grants: {
    id: string;
    team_id: string;
    created_at: number;
    revoked_at: number | null;
    revoked_reason: string | null;
  };
  /** Tokens are stored as SHA-256 only. */
  oauth_tokens: { hash: string; grant_id: string; kind: TokenKind; invalidated_at: number | null };
  suppressions: SuppressionRow;
  contact_imports: ImportRow;
}

export type TokenKind = "access" | "refresh";

export interface SuppressionRow {
  id: string;
  team_id: string;
  /** As it was sent. */
  email: string;
  /** As it is compared; unique in a team. */
  address: string;
  origin: SuppressionOrigin;
  source_id: string | null;
  created_at: number;
}

export interface ImportRow {
  id: string;
  team_id: string;
  status: string;
  created_at: number;
  completed_at: number | null;
  total: number;
  created: number;
  updated: number;
  skipped: number;
  failed: number;
}

export type SandboxDatabase = Kysely<Tables>;
