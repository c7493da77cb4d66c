import type { SandboxDatabase } from "../database/tables.js";
import { findTeam, type Team } from "../database/teams.js";
import type { TeamOfKey } from "../keys/team-of-key.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import { Problem } from "./problem.js";

/** The key or token in the header `Authorization` (RFC 6750, section 2.1); undefined if there is none. */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
}

/**
 * Finds the team whose key a request carries (G2).
 *
 * @param authorization the header `Authorization`
 * @throws Problem if the key is missing or belongs to no team
 */
export async function authenticate(
  db: SandboxDatabase,
  teamOfKey: TeamOfKey,
  authorization: string | undefined,
): Promise<Team> {
  const key = bearerTokenOf(authorization);
  const id = key === undefined ? undefined : teamOfKey(key);
  const team = id === undefined ? undefined : await findTeam(db, id);
  if (team) return team;
  const isSent = authorization !== undefined;
  throw new Problem(
    UNSPECIFIED_BEHAVIOR.unauthenticated.status,
    isSent
      ? "The API key belongs to no team. Send a key that the sandbox printed when it started: Authorization: Bearer <key>."
      : "The API key is missing. Send one: Authorization: Bearer <key>.",
    { headers: { "www-authenticate": `Bearer realm="sandbox"${isSent ? ', error="invalid_token"' : ""}` } },
  );
}

/** @throws Problem if the team is not in the private beta (G3) */
export function requireBeta(team: Team): void {
  if (team.inBeta) return;
  throw new Problem(
    UNSPECIFIED_BEHAVIOR.outsideBeta.status,
    "This operation is in private beta, and your team is not enrolled.",
  );
}
