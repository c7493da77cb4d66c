import type { FastifyInstance } from "fastify";
import { v7 as uuid } from "uuid";
import type { SuppressionOrigin } from "#generated/schema.js";
import { isUuid } from "#openapi/patterns/uuid.js";
import { putSuppression, removeSuppression, suppressionById } from "../database/suppressions.js";
import type { SandboxDatabase } from "../database/tables.js";
import { suppressionOf } from "../handlers/suppression.js";
import { Problem } from "../http/problem.js";
import { isPlainText } from "../plain-text.js";
import { TEAMS } from "../seed.js";
import { bodySchema, TEAM, type TeamName } from "./body-schema.js";

const NEW_SUPPRESSION = bodySchema(
  {
    team: TEAM,
    email: { type: "string", minLength: 3, maxLength: 254, pattern: "^.+@.+$" },
    origin: { enum: ["bounce", "complaint", "manual"] },
    source_id: { type: ["string", "null"], maxLength: 254 },
  },
  ["email", "origin"],
);

interface NewSuppression {
  team: TeamName;
  email: string;
  origin: SuppressionOrigin;
  /** Generated if it is missing; always null if `origin` is `manual` (S2). */
  source_id?: string | null;
}

/** Adds routes that create a suppression of any origin, and remove one. */
export function addSuppressionRoutes(app: FastifyInstance, db: SandboxDatabase): void {
  app.post<{ Body: NewSuppression }>(
    "/suppressions",
    { schema: { body: NEW_SUPPRESSION } },
    async ({ body: { team, email, origin, source_id = uuid() } }, reply) => {
      if (!isPlainText(email + (source_id ?? ""))) throw new Problem(422, "Control characters are not allowed.");
      const { id } = await putSuppression(db, {
        team: TEAMS[team],
        email,
        origin,
        sourceId: origin === "manual" ? null : source_id,
        at: Date.now(),
      });
      const row = await suppressionById(db, TEAMS[team], id);
      return reply.code(201).send(row && suppressionOf(row));
    },
  );

  app.delete<{ Params: { id: string } }>("/suppressions/:id", async ({ params }, reply) => {
    if (!isUuid(params.id) || !(await removeSuppression(db, params.id.toLowerCase()))) {
      throw new Problem(404, "This suppression does not exist.");
    }
    return reply.code(204).send();
  });
}
