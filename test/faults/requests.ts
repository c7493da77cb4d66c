import type { SandboxKeys } from "#team-api/sandbox/keys/keys.js";
import { TEAMS } from "#team-api/sandbox/seed.js";
import { bodyOf } from "./answers.js";
import type { Asked, Tools } from "./change.js";

/** The id of the team that a request's key belongs to. */
export function teamOf({ caller }: Tools): string | undefined {
  return caller && TEAM_OF_KEY[caller];
}

const TEAM_OF_KEY: Record<keyof SandboxKeys, string> = {
  first: TEAMS.first,
  sameTeam: TEAMS.first,
  otherTeam: TEAMS.other,
  outsideBeta: TEAMS.outsideBeta,
};

/** A key of the team with an id. */
export function keyOfTeam({ sandbox }: Tools, team: string): string {
  const { first, otherTeam, outsideBeta } = sandbox.keys;
  return team === TEAMS.first ? first : team === TEAMS.other ? otherTeam : outsideBeta;
}

/** The same request with another key. */
export function withKey(request: Asked, key: string): Asked {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } };
}

/** What follows `Bearer ` in a request; undefined without that scheme. */
export function bearerOf({ headers }: Asked): string | undefined {
  return /^bearer +(\S+)$/i.exec(headers.authorization ?? "")?.[1];
}

/** The same request with other query parameters: null takes one away. */
export function withQuery(request: Asked, changes: Record<string, string | null>): Asked {
  const query = new URLSearchParams(request.query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return { ...request, query };
}

/** The last part of the path, decoded: the id or address that is asked for. */
export function wantedOf({ path }: Asked): string {
  const last = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** The same request for another id or address. */
export function wanting(request: Asked, wanted: string): Asked {
  return { ...request, path: request.path.replace(/[^/]*$/, () => encodeURIComponent(wanted)) };
}

/** The address that a request's JSON body holds. */
export function emailOf(request: Asked): string | undefined {
  const { email } = bodyOf(request);
  return typeof email === "string" ? email : undefined;
}

/** The same request to add another address. */
export function adding(request: Asked, email: string): Asked {
  return { ...request, body: JSON.stringify({ ...bodyOf(request), email }) };
}
