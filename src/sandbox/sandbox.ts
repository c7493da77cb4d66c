import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { GENERATED_CONTRACT } from "../installation.js";
import { isObject, type OpenApiDocument } from "../openapi/document.js";
import { createApp } from "./app.js";
import type { Engine } from "./database/migrations.js";
import { openDatabase } from "./database/open.js";
import type { SandboxDatabase } from "./database/tables.js";
import { type SandboxKeys, WELL_KNOWN_KEYS } from "./keys.js";
import type { LogFormat, Write } from "./log.js";
import { isLoopback } from "./loopback.js";
import { seed } from "./seed.js";

export interface SandboxOptions {
  /** 0 for any free port. */
  port: number;
  /** 127.0.0.1 unless told. */
  host?: string;
  /** `:memory:` unless told; else the path of a SQLite file, or the URL of a PostgreSQL. */
  database?: string;
  /** The contract, bundled; generated/openapi.json unless told. */
  document?: OpenApiDocument;
  /** The well-known ones unless told. */
  keys?: SandboxKeys;
  /** How many suppressions are made up; none unless told. */
  rows?: number;
  /** Offer the control plane under `/_sandbox`. */
  control?: boolean;
  log?: { write: Write; format: LogFormat };
}

export interface Sandbox {
  /** Where it listens, without a slash at the end. */
  url: string;
  keys: SandboxKeys;
  document: OpenApiDocument;
  db: SandboxDatabase;
  engine: Engine;
  /** The database in words, without its password. */
  database: string;
  /** Answers what is under way, and stops. */
  close(): Promise<void>;
}

/**
 * Starts the sandbox: the API of the contract, with state.
 *
 * @throws Error if it cannot start, saying what to do
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { port, host = "127.0.0.1", database = ":memory:", keys = WELL_KNOWN_KEYS, rows = 0 } = options;
  if (options.control && !isLoopback(host)) {
    throw new Error(
      `The control plane takes no key, so it is for loopback only. Leave out --control, or --host ${host}.`,
    );
  }
  const document = options.document ?? (await generatedContract());
  const { db, engine, description } = await openDatabase(database);
  try {
    const from = { document, keys, rows };
    const app = await createApp({
      document,
      db,
      log: options.log,
      control: options.control ? { db, engine, seed: from } : undefined,
    });
    await seed(db, from);
    await app.listen({ port, host }).catch((error: NodeJS.ErrnoException) => {
      const taken = `Port ${port} is taken. Stop what listens there, or choose another port: --port ${port + 1}.`;
      throw error.code === "EADDRINUSE" ? new Error(taken) : error;
    });
    const { port: actual } = app.server.address() as AddressInfo;
    return {
      url: `http://${host.includes(":") ? `[${host}]` : host}:${actual}`,
      keys,
      document,
      db,
      engine,
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

/** @throws Error if the generated contract is not there */
async function generatedContract(): Promise<OpenApiDocument> {
  const text = await readFile(GENERATED_CONTRACT, "utf8").catch(() => {
    throw new Error("generated/openapi.json is not there. Run npm run generate.");
  });
  const document: unknown = JSON.parse(text);
  if (!isObject(document)) throw new Error("generated/openapi.json holds no object. Run npm run generate.");
  return document;
}
