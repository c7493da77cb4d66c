import type { FastifyInstance } from "fastify";
import { isUuid } from "#openapi/patterns/uuid.js";
import { findGrant, issueGrant, isTokenValid, revokeGrant } from "../database/grants.js";
import type { SandboxDatabase, TokenKind } from "../database/tables.js";
import { Problem } from "../http/problem.js";
import { TEAMS } from "../seed.js";
import { utcTimestamp } from "../timestamps.js";
import { bodySchema, TEAM, type TeamName } from "./body-schema.js";

const NEW_GRANT = bodySchema({
  team: TEAM,
  tokens: { type: "integer", minimum: 0, maximum: 100, default: 1 },
  revoked: { type: "boolean", default: false },
});

/** Adds routes that issue a grant with tokens, show a grant, and say whether a token is valid. */
export function addGrantRoutes(app: FastifyInstance, db: SandboxDatabase): void {
  app.post<{ Body: { team: TeamName; tokens: number; revoked: boolean } }>(
    "/grants",
    { schema: { body: NEW_GRANT } },
    async ({ body }, reply) => {
      const team = TEAMS[body.team];
      const { id, tokens } = await issueGrant(db, { team, at: Date.now(), tokensOfEachKind: body.tokens });
      if (body.revoked) await revokeGrant(db, { id, team, at: Date.now(), reason: "revoked_from_api" });
      const ofKind = (wanted: TokenKind) => tokens.filter(({ kind }) => kind === wanted).map(({ token }) => token);
      return reply.code(201).send({ id, access_tokens: ofKind("access"), refresh_tokens: ofKind("refresh") });
    },
  );

  app.get<{ Params: { id: string } }>("/grants/:id", async ({ params }) => {
    const grant = isUuid(params.id) ? await findGrant(db, params.id.toLowerCase()) : undefined;
    if (!grant) throw new Problem(404, "This grant does not exist.");
    const { id, team_id, revoked_at, revoked_reason } = grant;
    return {
      id,
      team: Object.entries(TEAMS).find(([, teamId]) => teamId === team_id)?.[0],
      revoked_at: revoked_at === null ? null : utcTimestamp(revoked_at),
      revoked_reason,
    };
  });

  // The token is in the body, because URLs are logged in many places (as in RFC 7662, section 2.1).
  app.post<{ Body: { token: string } }>(
    "/introspect",
    { schema: { body: bodySchema({ token: { type: "string" } }, ["token"]) } },
    async ({ body }) => ({ active: await isTokenValid(db, body.token) }),
  );
}
