import { isUuid } from "#openapi/patterns/uuid.js";
import { findGrant } from "#team-api/sandbox/database/grants.js";
import { putSuppression } from "#team-api/sandbox/database/suppressions.js";
import type { SuppressionRow, Tables, TokenKind } from "#team-api/sandbox/database/tables.js";
import { suppressionOf } from "#team-api/sandbox/handlers/suppression.js";
import { utcTimestamp } from "#team-api/sandbox/timestamps.js";
import type { Asked, Tools } from "./change.js";
import { teamOf, wantedOf } from "./requests.js";

export type Grant = Tables["oauth_grants"];

/** The grant that a request names, of whatever team. */
export async function grantOf(request: Asked, { sandbox }: Tools): Promise<Grant | undefined> {
  const id = wantedOf(request).toLowerCase();
  return isUuid(id) ? findGrant(sandbox.db, id) : undefined;
}

/** True if a grant belongs to the team that asks. */
export function isOwn(grant: Grant, tools: Tools): boolean {
  return grant.team_id === teamOf(tools);
}

/** A grant as its revocation shows it. */
export function revocation(id: string, moment: number | null = Date.now()) {
  return {
    object: "oauth_grant",
    id,
    revoked_at: utcTimestamp(moment ?? Date.now()),
    revoked_reason: "revoked_from_api",
  };
}

/** Makes tokens of a grant valid again: all of a kind, or all but the first of them. */
export async function restoreTokens(
  { sandbox: { db } }: Tools,
  grant: string,
  { kind, butFirst = false }: { kind?: TokenKind; butFirst?: boolean } = {},
): Promise<void> {
  const found = await db
    .selectFrom("oauth_tokens")
    .select(["hash", "kind"])
    .where("grant_id", "=", grant)
    .orderBy("kind")
    .orderBy("hash")
    .execute();
  const hashes = found
    .filter((token) => kind === undefined || token.kind === kind)
    .slice(butFirst ? 1 : 0)
    .map(({ hash }) => hash);
  await setInvalidated({ hashes, moment: null }, db);
}

async function setInvalidated(
  { hashes, moment }: { hashes: string[]; moment: number | null },
  db: Tools["sandbox"]["db"],
): Promise<void> {
  if (hashes.length === 0) return;
  await db.updateTable("oauth_tokens").set({ invalidated_at: moment }).where("hash", "in", hashes).execute();
}

/** Invalidates the tokens of grants other than this one: of its team, or of other teams. */
export async function invalidateOthers({ sandbox: { db } }: Tools, grant: Grant, teams: "own" | "other") {
  const found = await db
    .selectFrom("oauth_tokens")
    .innerJoin("oauth_grants", "oauth_grants.id", "oauth_tokens.grant_id")
    .select("oauth_tokens.hash")
    .where("oauth_grants.team_id", teams === "own" ? "=" : "!=", grant.team_id)
    .where("oauth_grants.id", "!=", grant.id)
    .where("oauth_tokens.invalidated_at", "is", null)
    .execute();
  await setInvalidated({ hashes: found.map(({ hash }) => hash), moment: Date.now() }, db);
}

/** Takes a revocation back, or dates it anew. */
export async function setRevoked({ sandbox: { db } }: Tools, grant: string, moment: number | null): Promise<void> {
  await db
    .updateTable("oauth_grants")
    .set({ revoked_at: moment, revoked_reason: moment === null ? null : "revoked_from_api" })
    .where("id", "=", grant)
    .execute();
}

/** Puts an address on a list past everything that the API refuses. */
export async function store({ sandbox: { db } }: Tools, team: string, email: string): Promise<string> {
  const { id } = await putSuppression(db, { team, email, origin: "manual", sourceId: null, at: Date.now() });
  return id;
}

/** A suppression as the API shows it, of a team, that some test picks. */
export async function suppressionWhere(
  { sandbox: { db } }: Tools,
  team: string,
  fits: (row: SuppressionRow) => boolean,
) {
  const rows = await db
    .selectFrom("suppressions")
    .selectAll()
    .where("team_id", "=", team)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
  const row = rows.find(fits);
  return row && suppressionOf(row);
}
