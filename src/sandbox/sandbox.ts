import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import type { ConditionOptions } from "../conditions/conditions.js";
import { GENERATED_CONTRACT } from "../installation.js";
import { isObject, type OpenApiDocument } from "../openapi/document.js";
import { UserError } from "../user-error.js";
import type { Engine } from "./database/migrations.js";
import { openDatabase, unusable } from "./database/open.js";
import type { SandboxDatabase } from "./database/tables.js";
import { isFull, isUnavailable } from "./database/unavailable.js";
import { createApp } from "./http/app.js";
import type { LogFormat, Write } from "./http/log.js";
import { requireOwnKeys, type SandboxKeys, WELL_KNOWN_KEYS } from "./keys.js";
import { isLoopback } from "./loopback.js";
import { seed } from "./seed.js";

export interface SandboxOptions {
  /** 0 for any free port. */
  port: number;
  /** The host to listen on (default: 127.0.0.1). */
  host?: string;
  /** `:memory:`, the path of a SQLite file, or the URL of a PostgreSQL database (default: `:memory:`). */
  database?: string;
  /** The contract, bundled (default: generated/openapi.json). */
  document?: OpenApiDocument;
  /** The API keys (default: the well-known keys). They stay in this process. */
  keys?: SandboxKeys;
  /** The number of suppressions to generate (default: 0). */
  rows?: number;
  /** Delays, failures and a limit of requests, outside the control plane (default: none). */
  conditions?: ConditionOptions;
  /** Serve the control plane under `/_sandbox` (default: false). */
  control?: boolean;
  /** The token that the control plane requires as `Authorization: Bearer TOKEN` (default: a random one). */
  controlToken?: string | undefined;
  /** How long a request may take to arrive, in milliseconds (default: 30,000). */
  requestTimeout?: number;
  log?: { write: Write; format: LogFormat };
}

export interface Sandbox {
  /** The base URL, without a slash at the end. */
  url: string;
  keys: SandboxKeys;
  document: OpenApiDocument;
  db: SandboxDatabase;
  engine: Engine;
  /** The token that the control plane requires; undefined without a control plane. */
  controlToken: string | undefined;
  /** The database in words, without user or password. */
  database: string;
  /** Stops after the responses to current requests. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox: a server of the contract's API, with state.
 *
 * @throws UserError if it cannot start; the message says what to do
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, host = "127.0.0.1", database = ":memory:", keys = WELL_KNOWN_KEYS, rows = 0 } = options;
  if (options.control && !isLoopback(host)) {
    throw new UserError(
      `The control plane takes no key, so it is available only on loopback. Omit --control or --host ${host}.`,
    );
  }
  requireOwnKeys(keys, host);
  const controlToken = options.control ? (options.controlToken ?? randomBytes(24).toString("base64url")) : undefined;
  const document = options.document ?? (await generatedContract());
  const { db, engine, description } = await openDatabase(database);
  try {
    const content = { document, rows };
    const app = await createApp({
      document,
      db,
      keys,
      log: options.log,
      control: controlToken === undefined ? undefined : { db, engine, seed: content, token: controlToken },
      requestTimeout: options.requestTimeout,
      conditions: options.conditions,
    });
    await seed(db, content).catch((error: unknown) => {
      throw isUnavailable(error) || isFull(error) ? unusable(error, database, description) : error;
    });
    return {
      url: await listen(app, port, host),
      keys,
      document,
      db,
      engine,
      controlToken,
      database: description,
      close: async () => {
        await app.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * @returns the base URL
 * @throws UserError if it cannot listen there
 */
async function listen(app: FastifyInstance, port: number, host: string): Promise<string> {
  await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(
      error.code === "EADDRINUSE"
        ? `Port ${port} is in use. Stop the program that listens there, or choose another port: --port ${port + 1}.`
        : `The sandbox cannot listen on ${host}, port ${port}: ${error.message}.`,
    );
  });
  const address = app.server.address();
  const actual = typeof address === "object" ? address?.port : undefined;
  return `http://${host.includes(":") ? `[${host}]` : host}:${actual}`;
}

/** @throws UserError if the generated contract cannot be read */
async function generatedContract(): Promise<OpenApiDocument> {
  const text = await readFile(GENERATED_CONTRACT, "utf8").catch(() => {
    throw new UserError("generated/openapi.json does not exist. Run npm run generate.");
  });
  const document: unknown = JSON.parse(text);
  if (!isObject(document)) throw new UserError("generated/openapi.json is not a JSON object. Run npm run generate.");
  return document;
}
