import type { FastifyInstance } from "fastify";
import type { OpenApiDocument } from "../openapi/document.js";
import type { Operation } from "../openapi/operation.js";
import { operationsOf } from "../openapi/operations.js";
import { SchemaValidator } from "../openapi/validator.js";
import { authenticate, requireBeta } from "./authenticate.js";
import type { SandboxDatabase } from "./database/tables.js";
import type { Team } from "./database/teams.js";
import { HANDLERS, isHandled } from "./handlers/all.js";
import type { Context } from "./handlers/handler.js";
import { Problem } from "./problem.js";
import { readBodies } from "./read-body.js";
import { requestReader } from "./read-request.js";
import { UNSPECIFIED_BEHAVIOR } from "./unspecified-behavior.js";

/**
 * Adds a route for every operation of the contract; a path's other methods are refused.
 *
 * @throws Error if an operation has no handler
 */
export function addRoutes(app: FastifyInstance, document: OpenApiDocument, db: SandboxDatabase): void {
  readBodies(app);
  const operations = operationsOf(document);
  const validator = new SchemaValidator(document);
  for (const operation of operations) addRoute(app, document, operation, validator, db);
  for (const path of new Set(operations.map((operation) => operation.path))) {
    refuseOtherMethods(
      app,
      path,
      operations.filter((operation) => operation.path === path),
    );
  }
}

function addRoute(
  app: FastifyInstance,
  document: OpenApiDocument,
  operation: Operation,
  validator: SchemaValidator,
  db: SandboxDatabase,
): void {
  const { operationId, method, path, stability } = operation;
  if (!isHandled(operationId)) {
    throw new Error(`The contract has the operation ${operation.id}. Give it a handler in src/sandbox/handlers/.`);
  }
  const read = requestReader(document, operation, validator);
  // Validated by the contract that these types are generated from; TypeScript cannot know that.
  const handle = HANDLERS[operationId] as (
    input: unknown,
    context: Context,
  ) => Promise<{ status: number; body: unknown }>;
  const teams = new WeakMap<object, Team>();

  app.route<{ Params: Record<string, string> }>({
    method: method.toUpperCase(),
    url: routeOf(path),
    config: { operation: operation.id },
    // Before the body is read: a stranger's is not looked at.
    onRequest: async (request) => {
      const team = await authenticate(db, request.headers.authorization);
      if (stability === "beta") requireBeta(team);
      teams.set(request, team);
    },
    handler: async (request, reply) => {
      const team = teams.get(request);
      if (!team) throw new Error("A request came by without a team.");
      const { url = "" } = request.raw;
      const search = url.includes("?") ? url.slice(url.indexOf("?") + 1) : "";
      const input = read({ path: request.params, search, headers: request.headers, body: request.body });
      const { status, body } = await handle(input, { db, team, now: Date.now() });
      return reply.code(status).header("content-type", "application/json; charset=utf-8").send(JSON.stringify(body));
    },
  });
}

/** RFC 9110 (15.5.6): 405 names the methods that there are. */
function refuseOtherMethods(app: FastifyInstance, path: string, operations: readonly Operation[]): void {
  const known = operations.map(({ method }) => method.toUpperCase());
  const allowed = known.includes("GET") ? [...known, "HEAD"] : known;
  const refuse = async () => {
    throw new Problem(UNSPECIFIED_BEHAVIOR.otherMethod.status, `This path knows ${allowed.join(", ")}.`, {
      headers: { allow: allowed.join(", ") },
    });
  };
  app.route({
    // OPTIONS is answered by CORS.
    method: app.supportedMethods.filter((method) => !allowed.includes(method) && method !== "OPTIONS"),
    url: routeOf(path),
    // Before the body is read, whatever it is.
    onRequest: refuse,
    handler: refuse,
  });
}

/** A path template as Fastify writes it: `/suppressions/:suppression`. */
function routeOf(path: string): string {
  return path.replace(/\{([^{}]+)\}/g, ":$1");
}
