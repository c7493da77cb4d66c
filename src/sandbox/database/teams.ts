import { hash, timingSafeEqual } from "node:crypto";
import { compiledOnce } from "./compiled-once.js";
import type { SandboxDatabase } from "./tables.js";

/** The team that a key belongs to. */
export interface Team {
  id: string;
  /** Enrolled in the private beta (G3). */
  inBeta: boolean;
}

/** The SHA-256 of a key or token, in hex. Keys and tokens are long and random, so that a plain hash keeps them. */
export function hashOf(secret: string): string {
  return hash("sha256", secret);
}

/** The part of a hash that a key is found by; the rest is compared in constant time. */
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

/** The team of a key (G2); undefined if it is no team's. */
export async function teamOfKey(db: SandboxDatabase, key: string): Promise<Team | undefined> {
  const asked = hashOf(key);
  const found = await byFingerprint(db, { fingerprint: fingerprintOf(asked) });
  const row = found.find((each) => timingSafeEqual(Buffer.from(each.hash), Buffer.from(asked)));
  return row && { id: row.id, inBeta: row.in_beta === 1 };
}

/** Makes these the keys of their teams, and the only keys that there are. */
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
