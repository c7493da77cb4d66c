import { hash, timingSafeEqual } from "node:crypto";
import { compiledOnce } from "./compiled-once.js";
import type { SandboxDatabase } from "./tables.js";

export interface Team {
  id: string;
  /** Enrolled in the private beta (G3). */
  inBeta: boolean;
}

/** The SHA-256 of a key or token, in hex. Keys and tokens are long and random, so they need no slower hash. */
export function hashOf(secret: string): string {
  return hash("sha256", secret);
}

/** The part of a hash by which the database finds a key; the whole hash is then compared in constant time. */
function fingerprintOf(hashed: string): string {
  return hashed.slice(0, 16);
}

const byFingerprint = compiledOnce((db, { fingerprint }: { fingerprint: string }) =>
  db
    .selectFrom("api_keys")
    .innerJoin("teams", "teams.id", "api_keys.team_id")
    .select(["teams.id", "teams.in_beta", "api_keys.hash"])
    .where("api_keys.fingerprint", "=", fingerprint),
);

/** Finds the team of a key (G2); undefined if the key belongs to no team. */
export async function teamOfKey(db: SandboxDatabase, key: string): Promise<Team | undefined> {
  const hashed = hashOf(key);
  const found = await byFingerprint(db, { fingerprint: fingerprintOf(hashed) });
  const row = found.find((each) => timingSafeEqual(Buffer.from(each.hash), Buffer.from(hashed)));
  return row && { id: row.id, inBeta: row.in_beta === 1 };
}

/** Sets the keys of the teams, and removes all other keys. */
export async function setKeys(db: SandboxDatabase, keys: readonly { key: string; team: string }[]): Promise<void> {
  const rows = keys.map(({ key, team }) => {
    const hashed = hashOf(key);
    return { hash: hashed, fingerprint: fingerprintOf(hashed), team_id: team };
  });
  await db
    .deleteFrom("api_keys")
    .where(
      "hash",
      "not in",
      rows.map(({ hash }) => hash),
    )
    .execute();
  await db
    .insertInto("api_keys")
    .values(rows)
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
}
