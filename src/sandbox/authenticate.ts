import type { SandboxDatabase } from "./database/tables.js";
import { type Team, teamOfKey } from "./database/teams.js";
import { Problem } from "./problem.js";
import { UNSPECIFIED_BEHAVIOR } from "./unspecified-behavior.js";

/**
 * The team whose key a request carries (G2).
 *
 * @param authorization the header `Authorization` (RFC 6750, 2.1)
 * @throws Problem without a key, and with one that is no team's
 */
export async function authenticate(db: SandboxDatabase, authorization: string | undefined): Promise<Team> {
  const [, key] = /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "") ?? [];
  const team = key === undefined ? undefined : await teamOfKey(db, key);
  if (team) return team;
  const sent = authorization !== undefined;
  throw new Problem(
    UNSPECIFIED_BEHAVIOR.noKey.status,
    sent
      ? "The API key is no team's. Send one that the sandbox printed at its start: Authorization: Bearer <key>."
      : "There is no API key. Send one: Authorization: Bearer <key>.",
    { headers: { "www-authenticate": `Bearer realm="sandbox"${sent ? ', error="invalid_token"' : ""}` } },
  );
}

/** @throws Problem if a team outside the private beta asks for what is in it (G3) */
export function requireBeta(team: Team): void {
  if (team.inBeta) return;
  throw new Problem(
    UNSPECIFIED_BEHAVIOR.outsideBeta.status,
    "This operation is in private beta, and your team is not enrolled.",
  );
}
