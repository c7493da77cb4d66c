import { randomUUID } from "node:crypto";
import { METHODS } from "node:http";
import cors from "@fastify/cors";
import Fastify, { type FastifyError, type FastifyInstance } from "fastify";
import type { OpenApiDocument } from "../openapi/document.js";
import { operationsOf } from "../openapi/operations.js";
import { answerClientError, finishBeforeRefusal } from "./client-error.js";
import { addControlPlane, CONTROL_PREFIX, type Control } from "./control.js";
import type { SandboxDatabase } from "./database/tables.js";
import { isUnavailable } from "./database/unavailable.js";
import { type LogFormat, logOptions, RequestLog, type Write } from "./log.js";
import { PROBLEM_TYPE, Problem, problemBody } from "./problem.js";
import { addRoutes } from "./routes.js";
import { BODY_LIMIT, UNSPECIFIED_BEHAVIOR } from "./unspecified-behavior.js";

export interface AppOptions {
  document: OpenApiDocument;
  db: SandboxDatabase;
  /** Where log lines go; nowhere unless given. */
  log?: { write: Write; format: LogFormat } | undefined;
  /** Makes `/_sandbox` answer; without it, that is an unknown path. */
  control?: Control | undefined;
}

/** How long a request may take to come in, in milliseconds: a client that dawdles holds a connection. */
const REQUEST_TIMEOUT = 30_000;

/** Seconds until a client may try again what the database kept from being done (RFC 9110, 10.2.3). */
const RETRY_AFTER = "1";

/** What scripts of other origins may read (Fetch, 3.3.5). */
const EXPOSED_HEADERS = ["x-request-id", "www-authenticate", "allow", "retry-after"];

/**
 * Builds the API without listening: routes, errors, logs. Whatever goes wrong is answered by a problem (RFC 9457).
 *
 * @throws Error if the contract has an operation without a handler, or what the sandbox cannot read
 */
export async function createApp({ document, db, log, control }: AppOptions): Promise<FastifyInstance> {
  const requests = new RequestLog();
  const app = Fastify({
    logger: log ? logOptions(log.write, log.format) : false,
    logController: requests,
    genReqId: ({ headers }) => {
      const given = headers["x-request-id"];
      return typeof given === "string" && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID();
    },
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT,
    // Addresses are longer than the 100 characters that a part of a path may have otherwise.
    routerOptions: { maxParamLength: 16 * 1024 },
    // For the control plane: what comes in is taken as it is, or refused.
    ajv: { customOptions: { removeAdditional: false, coerceTypes: false } },
    clientErrorHandler: answerClientError,
    // What fails before a route is found, a URL that cannot be decoded say, goes past the error handler.
    frameworkErrors: (error, request, reply) => {
      const problem = new Problem(UNSPECIFIED_BEHAVIOR.malformed.status, describe(error));
      reply.hijack();
      reply.raw
        .once("finish", () => requests.requestCompleted(null, request, reply))
        .writeHead(problem.status, {
          "content-type": PROBLEM_TYPE,
          "access-control-allow-origin": "*",
          "access-control-expose-headers": EXPOSED_HEADERS.join(", "),
          "x-request-id": request.id,
        })
        .end(problemBody(problem, request.id));
    },
  });

  finishBeforeRefusal(app.server);
  // What Fastify routes are the common methods alone; of the others it would say that there is no such path.
  for (const method of METHODS) {
    if (method !== "CONNECT" && !app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }

  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done();
  });

  // A connection that is kept alive would hold up the stop, once what came over it is answered.
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
  });
  app.addHook("onSend", (_request, reply, _payload, done) => {
    if (stopping) reply.header("connection", "close");
    done();
  });

  app.setErrorHandler((error: FastifyError | Problem, request, reply) => {
    const problem = error instanceof Problem ? error : problemOf(error);
    if (problem.status >= 500) request.log.error({ request: request.id, err: error });
    return reply
      .code(problem.status)
      .headers(problem.headers)
      .header("content-type", PROBLEM_TYPE)
      .send(problemBody(problem, request.id));
  });

  // Keys travel in a header that no browser adds by itself, so every origin may call.
  await app.register(cors, {
    origin: "*",
    exposedHeaders: EXPOSED_HEADERS,
    methods: [...new Set(operationsOf(document).map(({ method }) => method.toUpperCase()))],
    maxAge: 600,
    // OPTIONS that no browser sent before a call of its own is answered in the same way.
    strictPreflight: false,
  });
  // Before the body is read, whatever it is: nobody wants it.
  app.addHook("onRequest", (request, _reply, done) => {
    done(request.is404 ? new Problem(UNSPECIFIED_BEHAVIOR.notFound.status, "The API has no such path.") : undefined);
  });
  await app.register(async (api) => addRoutes(api, document, db));
  if (control) await app.register(async (plane) => addControlPlane(plane, control), { prefix: CONTROL_PREFIX });
  return app;
}

/** What Fastify refuses by itself, and what is a defect of ours. */
function problemOf(error: FastifyError): Problem {
  const status = error.statusCode ?? 500;
  if (status === UNSPECIFIED_BEHAVIOR.tooLarge.status) {
    return new Problem(status, `The body is larger than ${BODY_LIMIT} bytes.`, { headers: { connection: "close" } });
  }
  if (status >= 400 && status < 500) return new Problem(status, describe(error));
  // After those above: a client that breaks off in its body is ECONNRESET too, with a status of Fastify's.
  if (isUnavailable(error)) {
    return new Problem(503, "The sandbox does not reach its database, or others have it locked. Try again soon.", {
      headers: { "retry-after": RETRY_AFTER },
    });
  }
  return new Problem(500, "The sandbox failed. Its log tells more, under the id of this request.");
}

/** Fastify repeats the URL in some messages; an address may stand there. */
function describe({ code, message }: FastifyError): string {
  if (code === "FST_ERR_BAD_URL") {
    return "The path has a `%` that begins no UTF-8 character. Write a percent sign as %25.";
  }
  return message;
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** The operationId that a route answers. */
    operation?: string;
  }
}
