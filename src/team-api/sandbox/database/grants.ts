import { hash, randomBytes } from "node:crypto";
import { v7 as uuid } from "uuid";
import { inTransaction } from "#database/transaction.js";
import type { SandboxDatabase, Tables, TokenKind } from "./tables.js";

/** A grant with its tokens in plain text: the database keeps only their hashes. */
export interface IssuedGrant {
  id: string;
  tokens: { kind: TokenKind; token: string }[];
}

/** The SHA-256 of a token, in hex. Tokens are long and random, so they need no slower hash. */
function hashOf(token: string): string {
  return hash("sha256", token);
}

/**
 * Revokes a grant of a team and, in the same transaction, every token issued under it (V8).
 *
 * Of several simultaneous calls, one revokes the grant. The others wait for it, and then return false.
 *
 * @param grant `at` is in milliseconds since 1970
 * @returns false, without a change, if the team has no active grant with this id (V5, V6, V9)
 */
export function revokeGrant(
  db: SandboxDatabase,
  grant: { id: string; team: string; at: number; reason: string },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const revoked = await transaction
      .updateTable("oauth_grants")
      .set({ revoked_at: grant.at, revoked_reason: grant.reason })
      .where("id", "=", grant.id)
      .where("team_id", "=", grant.team)
      .where("revoked_at", "is", null)
      .returning("id")
      .execute();
    if (revoked.length === 0) return false;
    await transaction
      .updateTable("oauth_tokens")
      .set({ invalidated_at: grant.at })
      .where("grant_id", "=", grant.id)
      .where("invalidated_at", "is", null)
      .execute();
    return true;
  });
}

/** Issues a grant to a team, with access and refresh tokens. `at` is in milliseconds since 1970. */
export function issueGrant(
  db: SandboxDatabase,
  grant: { team: string; at: number; tokensOfEachKind: number },
): Promise<IssuedGrant> {
  const id = uuid();
  const kinds: TokenKind[] = ["access", "refresh"];
  const tokens = kinds.flatMap((kind) =>
    Array.from({ length: grant.tokensOfEachKind }, () => ({ kind, token: randomBytes(24).toString("base64url") })),
  );
  return inTransaction(db, async (transaction) => {
    await insertGrants(transaction, [
      { id, team_id: grant.team, created_at: grant.at, revoked_at: null, revoked_reason: null },
    ]);
    if (tokens.length > 0) {
      await transaction
        .insertInto("oauth_tokens")
        .values(tokens.map(({ kind, token }) => ({ hash: hashOf(token), grant_id: id, kind, invalidated_at: null })))
        .execute();
    }
    return { id, tokens };
  });
}

/** Inserts grants; a grant whose id exists already is left unchanged. */
export async function insertGrants(db: SandboxDatabase, grants: readonly Tables["oauth_grants"][]): Promise<void> {
  if (grants.length === 0) return;
  await db
    .insertInto("oauth_grants")
    .values([...grants])
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** Finds a grant of any team. Only the control plane uses it. */
export function findGrant(db: SandboxDatabase, id: string): Promise<Tables["oauth_grants"] | undefined> {
  return db.selectFrom("oauth_grants").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Whether a token was issued and is still valid. Only the control plane uses it. */
export async function isTokenValid(db: SandboxDatabase, token: string): Promise<boolean> {
  const found = await db
    .selectFrom("oauth_tokens")
    .select("hash")
    .where("hash", "=", hashOf(token))
    .where("invalidated_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}
