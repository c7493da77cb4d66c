import { METHODS } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import type { ConditionOptions } from "#conditions/condition-options.js";
import { Conditions } from "#conditions/conditions.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { addControlPlane, type Control } from "../control/control.js";
import { CONTROL_PREFIX } from "../control/control-prefix.js";
import type { SandboxDatabase } from "../database/tables.js";
import type { SandboxKeys } from "../keys/keys.js";
import { teamFinder } from "../keys/team-of-key.js";
import { BODY_LIMIT, UNSPECIFIED_BEHAVIOR } from "../unspecified-behavior.js";
import { applyConditions } from "./apply-conditions.js";
import { respondToClientError, trackExchanges } from "./client-error.js";
import { addCors } from "./cors.js";
import { addErrorHandler, sendRoutingError } from "./error-handling.js";
import { logOptions, RequestLog } from "./log.js";
import type { LogFormat, Write } from "./log-format.js";
import { Problem } from "./problem.js";
import { requestIdReader } from "./request-id.js";
import { addRoutes } from "./routes.js";

export interface AppOptions {
  document: OpenApiDocument;
  db: SandboxDatabase;
  keys: SandboxKeys;
  /** Where and how requests are logged (default: not at all). */
  log?: { write: Write; format: LogFormat } | undefined;
  /** Adds the control plane; without it, `/_sandbox` is an unknown path. */
  control?: Control | undefined;
  /** Applied to each request of the API (default: none but the delays that requests prefer). */
  conditions?: ConditionOptions | undefined;
  /** How long a request may take to arrive, in milliseconds, because a slow client occupies a connection (default: 30,000). */
  requestTimeout?: number | undefined;
}

/**
 * Builds the API without listening. Every error response is a problem (RFC 9457).
 *
 * @throws UserError if an operation of the contract has a parameter that the sandbox cannot read
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { document, db, keys, log, control, conditions = {}, requestTimeout = 30_000 } = options;
  const requestLog = new RequestLog();
  const app = Fastify({
    logger: log ? logOptions(log.write, log.format) : false,
    logController: requestLog,
    genReqId: requestIdReader([...Object.values(keys), ...(control?.token === undefined ? [] : [control.token])]),
    bodyLimit: BODY_LIMIT,
    requestTimeout,
    http: { headersTimeout: requestTimeout, connectionsCheckingInterval: requestTimeout / 20 },
    // Addresses may be longer than the default of 100 characters.
    routerOptions: { maxParamLength: 16 * 1024 },
    // By default, Fastify removes and converts values that the control plane must reject. Its schemas are constants, and
    // checking them takes most of the start.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false, validateSchema: false } },
    clientErrorHandler: respondToClientError,
    frameworkErrors: (error, request, reply) => sendRoutingError(error, request, reply, requestLog),
  });
  trackExchanges(app.server);
  acceptAllMethods(app);
  addRequestIds(app);
  closeConnectionsOnStop(app);
  addErrorHandler(app);
  await addCors(app, document);
  rejectUnknownPaths(app);
  await app.register(async (api) => {
    applyConditions(api, new Conditions(conditions));
    addRoutes(api, { document, db, teamOfKey: teamFinder(keys) });
  });
  if (control) await app.register(async (plane) => addControlPlane(plane, control), { prefix: CONTROL_PREFIX });
  return app;
}

function addRequestIds(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });
}

/** By default, Fastify routes common methods only, and other methods get 404 in place of 405. */
function acceptAllMethods(app: FastifyInstance): void {
  for (const method of METHODS) {
    if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
}

/** Closes each connection after its current response when the app stops: kept-alive connections would delay the stop. */
function closeConnectionsOnStop(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook("preClose", async () => {
    isStopping = true;
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (isStopping) reply.header("connection", "close");
    done();
  });
}

/** Rejects unknown paths before the body is read. */
function rejectUnknownPaths(app: FastifyInstance): void {
  app.addHook("onRequest", (request, _reply, done) => {
    done(request.is404 ? new Problem(UNSPECIFIED_BEHAVIOR.notFound.status, "The API has no such path.") : undefined);
  });
}
