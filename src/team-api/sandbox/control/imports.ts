import type { FastifyInstance } from "fastify";
import { v7 as uuid } from "uuid";
import { insertImports } from "../database/imports.js";
import type { ImportRow, SandboxDatabase } from "../database/tables.js";
import { TEAMS } from "../seed.js";
import { bodySchema, TEAM, type TeamName } from "./body-schema.js";

const COUNT = { type: "integer", minimum: 0, maximum: 2_147_483_647, default: 0 };

const NEW_IMPORT = bodySchema({
  team: TEAM,
  status: { type: "string", default: "completed", maxLength: 50, pattern: "^[a-z_]+$" },
  total: COUNT,
  created: COUNT,
  updated: COUNT,
  skipped: COUNT,
  failed: COUNT,
});

type Counts = Pick<ImportRow, "total" | "created" | "updated" | "skipped" | "failed">;

/** Adds the route that creates a contact import in any state. */
export function addImportRoutes(app: FastifyInstance, db: SandboxDatabase): void {
  app.post<{ Body: { team: TeamName; status: string } & Counts }>(
    "/imports",
    { schema: { body: NEW_IMPORT } },
    async ({ body: { team, status, ...counts } }, reply) => {
      const id = uuid();
      const created_at = Date.now();
      const completed_at = status === "completed" ? created_at : null;
      await insertImports(db, [{ id, team_id: TEAMS[team], status, created_at, completed_at, ...counts }]);
      return reply.code(201).send({ id });
    },
  );
}
