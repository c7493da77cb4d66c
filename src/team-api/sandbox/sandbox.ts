import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { GENERATED_CONTRACT } from "#cli/installation.js";
import { urlOnceListening } from "#cli/listening.js";
import { isLoopback } from "#cli/loopback.js";
import { UserError } from "#cli/user-error.js";
import type { Engine } from "#database/migrate.js";
import { unusable } from "#database/open.js";
import { isFull, isUnavailable } from "#database/unavailable.js";
import { isObject, type OpenApiDocument } from "#openapi/document/document.js";
import { openSandboxDatabase } from "./database/migrations.js";
import type { SandboxDatabase } from "./database/tables.js";
import { createApp } from "./http/app.js";
import { requireOwnKeys, WELL_KNOWN_KEYS } from "./keys/keys.js";
import type { Sandbox, SandboxOptions } from "./sandbox-options.js";
import { seed } from "./seed.js";

/** A running sandbox with its database. */
export interface OpenSandbox extends Sandbox {
  db: SandboxDatabase;
  engine: Engine;
}

/**
 * Starts the sandbox: a server of the contract's API, with state.
 *
 * @throws UserError if it cannot start; the message says what to do
 */
export async function startSandbox(options: SandboxOptions): Promise<OpenSandbox> {
  const { port, host = "127.0.0.1", database = ":memory:", keys = WELL_KNOWN_KEYS, rows = 0 } = options;
  if (options.control && !isLoopback(host)) {
    throw new UserError(
      `The control plane takes no key, so it is available only on loopback. Omit --control or --host ${host}.`,
    );
  }
  requireOwnKeys(keys, host);
  const controlToken = options.control ? (options.controlToken ?? randomBytes(24).toString("base64url")) : undefined;
  const document = options.document ?? (await generatedContract());
  const { db, engine, description } = await openSandboxDatabase(database);
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
      url: await urlOnceListening(app.server, host, port, app.listen({ port, host })),
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

/** @throws UserError if the generated contract cannot be read */
async function generatedContract(): Promise<OpenApiDocument> {
  const text = await readFile(GENERATED_CONTRACT, "utf8").catch(() => {
    throw new UserError("generated/openapi.json does not exist. Run npm run generate.");
  });
  const document: unknown = JSON.parse(text);
  if (!isObject(document)) throw new UserError("generated/openapi.json is not a JSON object. Run npm run generate.");
  return document;
}
