import type { FastifyInstance } from "fastify";
import { v7 as uuid } from "uuid";
import type { SuppressionOrigin } from "../../generated/schema.js";
import { isUuid } from "../openapi/uuid.js";
import { findGrant, issueGrant, isTokenValid, revokeGrant } from "./database/grants.js";
import { insertImports } from "./database/imports.js";
import type { Engine } from "./database/migrations.js";
import { putSuppression, removeSuppression, suppressionById } from "./database/suppressions.js";
import type { ImportRow, SandboxDatabase } from "./database/tables.js";
import { suppressionOf } from "./handlers/suppression.js";
import { isLoopback } from "./loopback.js";
import { isPlainText } from "./plain-text.js";
import { Problem } from "./problem.js";
import { reset, type Seed, TEAMS } from "./seed.js";
import { utcTimestamp } from "./timestamps.js";

export const CONTROL_PREFIX = "/_sandbox";

/** What the control plane works on. */
export interface Control {
  db: SandboxDatabase;
  engine: Engine;
  /** What a reset brings back. */
  seed: Seed;
}

type TeamName = keyof typeof TEAMS;
const team = { enum: Object.keys(TEAMS), default: "first" };
const email = { type: "string", minLength: 3, maxLength: 254, pattern: "^.+@.+$" };
const count = { type: "integer", minimum: 0, maximum: 2_147_483_647, default: 0 };
const object = (properties: object, required: string[] = []) => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

/**
 * Adds what tests need and the API does not offer: to start over, to mint what the API only consumes, to look behind it.
 * It takes no key; that is why it is for loopback only, and answers no browser's page.
 */
export function addControlPlane(app: FastifyInstance, { db, engine, seed }: Control): void {
  app.addHook("onRequest", async ({ headers, hostname, ip }) => {
    // A page could reach loopback by a name of its own (DNS rebinding), or by a form without asking first.
    if (
      headers.origin === undefined &&
      isLoopback(ip.replace(/^::ffff:/, "")) &&
      isLoopback(hostname.replace(/^\[|\]$/g, ""))
    )
      return;
    throw new Problem(403, "The control plane answers programs on this machine only.");
  });

  app.post("/reset", async (_, reply) => {
    await reset(db, engine, seed);
    return reply.code(204).send();
  });

  app.post<{ Body: { team: TeamName; tokens: number; revoked: boolean } }>(
    "/grants",
    {
      schema: {
        body: object({
          team,
          tokens: { type: "integer", minimum: 0, maximum: 100, default: 1 },
          revoked: { type: "boolean", default: false },
        }),
      },
    },
    async ({ body }, reply) => {
      const { id, tokens } = await issueGrant(db, {
        team: TEAMS[body.team],
        at: Date.now(),
        tokensOfEachKind: body.tokens,
      });
      if (body.revoked) {
        await revokeGrant(db, { id, team: TEAMS[body.team], at: Date.now(), reason: "revoked_from_api" });
      }
      const of = (wanted: string) => tokens.filter(({ kind }) => kind === wanted).map(({ token }) => token);
      return reply.code(201).send({ id, access_tokens: of("access"), refresh_tokens: of("refresh") });
    },
  );

  app.get<{ Params: { id: string } }>("/grants/:id", async ({ params }) => {
    const grant = isUuid(params.id) ? await findGrant(db, params.id.toLowerCase()) : undefined;
    if (!grant) throw new Problem(404, "There is no such grant.");
    const { id, team_id, revoked_at, revoked_reason } = grant;
    return {
      id,
      team: Object.entries(TEAMS).find(([, each]) => each === team_id)?.[0],
      revoked_at: revoked_at === null ? null : utcTimestamp(revoked_at),
      revoked_reason,
    };
  });

  // In the body, because a URL is written down in many places (RFC 7662, 2.1 does the same).
  app.post<{ Body: { token: string } }>(
    "/introspect",
    { schema: { body: object({ token: { type: "string" } }, ["token"]) } },
    async ({ body }) => ({ active: await isTokenValid(db, body.token) }),
  );

  app.post<{ Body: { team: TeamName; email: string; origin: SuppressionOrigin; source_id?: string | null } }>(
    "/suppressions",
    {
      schema: {
        body: object(
          {
            team,
            email,
            origin: { enum: ["bounce", "complaint", "manual"] },
            source_id: { type: ["string", "null"], maxLength: 254 },
          },
          ["email", "origin"],
        ),
      },
    },
    async ({ body }, reply) => {
      if (!isPlainText(body.email + (body.source_id ?? ""))) throw new Problem(422, "Control characters are no good.");
      const { id } = await putSuppression(db, {
        team: TEAMS[body.team],
        email: body.email,
        origin: body.origin,
        sourceId: body.origin === "manual" ? null : body.source_id === undefined ? uuid() : body.source_id,
        at: Date.now(),
      });
      const row = await suppressionById(db, TEAMS[body.team], id);
      return reply.code(201).send(row && suppressionOf(row));
    },
  );

  app.delete<{ Params: { id: string } }>("/suppressions/:id", async ({ params }, reply) => {
    if (!isUuid(params.id) || !(await removeSuppression(db, params.id.toLowerCase()))) {
      throw new Problem(404, "There is no such suppression.");
    }
    return reply.code(204).send();
  });

  app.post<{ Body: { team: TeamName; status: string } & Pick<ImportRow, Counter> }>(
    "/imports",
    {
      schema: {
        body: object({
          team,
          status: { type: "string", default: "completed", maxLength: 50, pattern: "^[a-z_]+$" },
          total: count,
          created: count,
          updated: count,
          skipped: count,
          failed: count,
        }),
      },
    },
    async ({ body: { team: owner, status, ...counts } }, reply) => {
      const now = Date.now();
      const id = uuid();
      const completed_at = status === "completed" ? now : null;
      await insertImports(db, [{ id, team_id: TEAMS[owner], status, created_at: now, completed_at, ...counts }]);
      return reply.code(201).send({ id });
    },
  );
}

type Counter = "total" | "created" | "updated" | "skipped" | "failed";
