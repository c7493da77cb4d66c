import type { FastifyInstance } from "fastify";
import type { Engine } from "#database/migrate.js";
import type { SandboxDatabase } from "../database/tables.js";
import { reset, type Seed } from "../seed.js";
import { addGrantRoutes } from "./grants.js";
import { addImportRoutes } from "./imports.js";
import { rejectRemoteClients, requireToken } from "./remote-clients.js";
import { addSuppressionRoutes } from "./suppressions.js";

export interface Control {
  db: SandboxDatabase;
  engine: Engine;
  /** The content of the database after a reset. */
  seed: Seed;
  /** The token that every request must have. */
  token: string;
}

/**
 * Adds the control plane: operations that tests need and the API does not offer. They reset the database, create resources
 * that the API only reads or deletes, and show stored state. The control plane takes no API key. So it serves only programs
 * on this machine, and requires a token of its own.
 */
export function addControlPlane(app: FastifyInstance, { db, engine, seed, token }: Control): void {
  rejectRemoteClients(app);
  requireToken(app, token);
  app.post("/reset", async (_, reply) => {
    await reset(db, engine, seed);
    return reply.code(204).send();
  });
  addGrantRoutes(app, db);
  addSuppressionRoutes(app, db);
  addImportRoutes(app, db);
}
