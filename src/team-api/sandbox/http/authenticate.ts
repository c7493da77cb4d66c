import type { IncomingMessage } from "node:http";
import { cookiesOf } from "#http/request/cookies.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { SecurityScheme } from "#openapi/operations/security.js";
import type { SandboxDatabase } from "../database/tables.js";
import { findTeam, type Team } from "../database/teams.js";
import type { TeamOfKey } from "../keys/team-of-key.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import { Problem } from "./problem.js";

/** The key or token in the header `Authorization` (RFC 6750, section 2.1); undefined if there is none. */
export function bearerTokenOf(authorization: string | undefined): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization?.trim() ?? "")?.[1];
}

/** The parts of a request that may carry a key. */
type KeyParts = Pick<IncomingMessage, "headers" | "url">;

/** The security schemes of the document, and the alternatives of an operation, each a set of schemes by name. */
interface KeyPlaces {
  schemes: Readonly<Record<string, SecurityScheme>>;
  security: Operation["security"];
}

/**
 * Finds the team whose key a request carries, in a place that the operation documents (G2).
 *
 * @throws Problem if the key is missing or belongs to no team
 */
export async function authenticate(
  db: SandboxDatabase,
  teamOfKey: TeamOfKey,
  parts: KeyParts,
  { schemes, security }: KeyPlaces,
): Promise<Team> {
  const places = security.flat().flatMap((name) => schemes[name] ?? []);
  const sent = places.flatMap((scheme) => sentKey(parts, scheme) ?? []);
  for (const key of sent) {
    const id = teamOfKey(key);
    const team = id === undefined ? undefined : await findTeam(db, id);
    if (team) return team;
  }
  const [place] = places;
  const isSent = sent.length > 0 || (place?.type !== "apiKey" && parts.headers.authorization !== undefined);
  const line = place?.type === "apiKey" ? `${place.name} in the ${place.in}` : "Authorization: Bearer <key>";
  throw new Problem(
    UNSPECIFIED_BEHAVIOR.unauthenticated.status,
    isSent
      ? `The API key belongs to no team. Send a key that the sandbox printed when it started: ${line}.`
      : `The API key is missing. Send one: ${line}.`,
    { headers: { "www-authenticate": `Bearer realm="sandbox"${isSent ? ', error="invalid_token"' : ""}` } },
  );
}

/** The key that a request carries for a scheme (Security Scheme Object, OpenAPI 3.1, 4.8.27); undefined if there is none. */
function sentKey({ headers, url = "" }: KeyParts, scheme: SecurityScheme): string | undefined {
  if (scheme.type === "bearer") return bearerTokenOf(headers.authorization);
  if (scheme.type === "basic") {
    const encoded = /^basic +(\S+)$/i.exec(headers.authorization?.trim() ?? "")?.[1];
    return encoded === undefined ? undefined : Buffer.from(encoded, "base64").toString();
  }
  if (scheme.in === "query") return new URLSearchParams(/\?.*/.exec(url)?.[0]).get(scheme.name) ?? undefined;
  if (scheme.in === "cookie") return cookiesOf(headers.cookie)[scheme.name];
  return headers[scheme.name.toLowerCase()]?.toString();
}

/** @throws Problem if the team is not in the private beta (G3) */
export function requireBeta(team: Team): void {
  if (team.inBeta) return;
  throw new Problem(
    UNSPECIFIED_BEHAVIOR.outsideBeta.status,
    "This operation is in private beta, and your team is not enrolled.",
  );
}
