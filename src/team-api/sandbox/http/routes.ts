import type { FastifyInstance } from "fastify";
import { cookiesOf } from "#http/request/cookies.js";
import { type ReceivedRequest, readRequest } from "#http/request/read-request.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { type SchemaValidator, validatorOf } from "#openapi/validator/validator.js";
import type { SandboxDatabase } from "../database/tables.js";
import type { Team } from "../database/teams.js";
import { HANDLERS, isHandled, noHandler } from "../handlers/all.js";
import type { Context } from "../handlers/handler.js";
import type { TeamOfKey } from "../keys/team-of-key.js";
import { UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import { authenticate, requireBeta } from "./authenticate.js";
import { Problem } from "./problem.js";
import { addBodyParser } from "./read-body.js";
import { conformingInput, queryOf } from "./read-request.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operationId of the route. */
    operation?: string;
  }
  interface FastifyRequest {
    /** Whose key the request carries; undefined before authentication. */
    team?: Team;
  }
}

/** The API that routes are made for. */
export interface Api {
  document: OpenApiDocument;
  db: SandboxDatabase;
  teamOfKey: TeamOfKey;
}

/**
 * Adds a route for every operation of the contract. The other methods of each path are rejected.
 *
 * @throws UserError if an operation has a parameter that the sandbox cannot read
 */
export function addRoutes(app: FastifyInstance, api: Api): void {
  addBodyParser(app);
  app.decorateRequest("team");
  const operations = operationsOf(api.document);
  const validator = validatorOf(api.document);
  for (const operation of operations) addRoute(app, api, operation, validator);
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const methods = operations.filter((operation) => operation.path === path).map(({ method }) => method.toUpperCase());
    rejectOtherMethods(app, path, methods);
  }
}

function addRoute(
  app: FastifyInstance,
  { document, db, teamOfKey }: Api,
  operation: Operation,
  validator: SchemaValidator,
): void {
  const { operationId, method, path, stability, security } = operation;
  const schemes = securitySchemes(document);
  // The input is validated against the contract, from which the type of each handler's input is generated.
  const handle = (isHandled(operationId) ? HANDLERS[operationId] : rejecting(operation)) as (
    input: unknown,
    context: Context,
  ) => Promise<{ status: number; body: unknown }>;

  app.route<{ Params: Record<string, string>; Body: ReceivedRequest["body"] }>({
    method: method.toUpperCase(),
    url: routeOf(path),
    config: { operation: operation.id },
    // Runs before the body is read, so the body of an unauthenticated client is not read.
    onRequest: async (request) => {
      request.team = await authenticate(db, teamOfKey, request.raw, { schemes, security });
      if (stability === "beta") requireBeta(request.team);
    },
    handler: async (request, reply) => {
      const { team, params, headers, body: content = "" } = request;
      if (!team) throw new Error("The request was not authenticated.");
      const received = {
        path: params,
        query: queryOf(request.raw.url ?? ""),
        headers: { get: (name: string) => headers[name.toLowerCase()]?.toString() ?? null },
        cookies: cookiesOf(headers.cookie),
        body: content,
      };
      const input = conformingInput(readRequest(document, operation, received, validator));
      const { status, body } = await handle(input, { db, team, now: Date.now() });
      if (body === undefined) return reply.code(status).send();
      return reply.code(status).header("content-type", "application/json; charset=utf-8").send(JSON.stringify(body));
    },
  });
}

/** The contract may be ahead of the sandbox (RFC 9110, section 15.6.2). */
function rejecting({ id }: Operation): () => Promise<never> {
  return async () => {
    throw new Problem(501, `The operation cannot be executed: ${noHandler(id)}.`);
  };
}

/** Responds with 405 and the supported methods (RFC 9110, section 15.5.6). */
function rejectOtherMethods(app: FastifyInstance, path: string, methods: readonly string[]): void {
  const allowed = methods.includes("GET") ? [...methods, "HEAD"] : methods;
  const reject = async () => {
    throw new Problem(UNSPECIFIED_BEHAVIOR.otherMethod.status, `This path supports ${allowed.join(", ")}.`, {
      headers: { allow: allowed.join(", ") },
    });
  };
  app.route({
    // CORS responds to OPTIONS.
    method: app.supportedMethods.filter((method) => !allowed.includes(method) && method !== "OPTIONS"),
    url: routeOf(path),
    // Runs before the body is read.
    onRequest: reject,
    handler: reject,
  });
}

/** A path template in Fastify's notation: `/suppressions/:suppression`. */
function routeOf(path: string): string {
  return path.replace(/\{([^{}]+)\}/g, ":$1");
}
