import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "#scripts/start/free-port.js";
import { npmFolder } from "../npm-folder.js";
import type { Product } from "../product.js";
import { runProgram } from "../run-program.js";
import { startServer } from "../start-server.js";
import { BOOKKEEPING } from "./bookkeeping.js";
import { CAUSES_BY_HAND } from "./causes-by-hand.js";
import { databaseRows } from "./database-rows.js";
import { directusDocument } from "./document.js";
import { seedDirectus } from "./seed.js";
import { uploadRows } from "./upload-rows.js";

const PACKAGE = { name: "directus", version: "11.3.5", compiled: ["argon2", "isolated-vm", "sharp", "sqlite3"] };

const TOKEN = "admin-token-of-throw-away-data";

/** Directus of npm with SQLite, and the key of an administrator. */
export const DIRECTUS: Product = {
  name: "directus",
  bookkeeping: BOOKKEEPING,
  causesByHand: CAUSES_BY_HAND,
  async start({ folder, cleanup }) {
    const command = join(await npmFolder(cleanup, PACKAGE), "node_modules/directus/cli.js");
    const port = await freePort(undefined, 18_055);
    const url = `http://127.0.0.1:${port}`;
    const place = { cwd: folder, env: await environment(folder, url, port) };
    await runProgram(cleanup, process.execPath, [command, "bootstrap"], place);
    await startServer(cleanup, process.execPath, [command, "start"], { ...place, ping: `${url}/server/ping` });
    await seedDirectus(url, TOKEN);
    return {
      version: PACKAGE.version,
      origin: "`GET /server/specs/oas` of the running product, with its key for all operations",
      spec: await directusDocument(folder, url, TOKEN),
      url,
      // Its document has a key in the header Authorization, so the key is the whole value of this header.
      key: `Bearer ${TOKEN}`,
      rows: async () => [...databaseRows(join(folder, "data.db")), ...(await uploadRows(join(folder, "uploads")))],
    };
  },
};

async function environment(folder: string, url: string, port: number): Promise<Record<string, string>> {
  await mkdir(join(folder, "uploads"));
  await mkdir(join(folder, "extensions"));
  // Mail is accepted, and sent nowhere.
  const mail = join(folder, "discard-mail");
  await writeFile(mail, "#!/bin/sh\ncat > /dev/null\n");
  await chmod(mail, 0o755);
  return {
    HOST: "127.0.0.1",
    PORT: String(port),
    PUBLIC_URL: url,
    CONFIG_PATH: join(folder, ".env"),
    DB_CLIENT: "sqlite3",
    DB_FILENAME: join(folder, "data.db"),
    SECRET: "secret-of-throw-away-data",
    ADMIN_EMAIL: "admin@example.com",
    ADMIN_PASSWORD: "password-of-throw-away-data",
    ADMIN_TOKEN: TOKEN,
    TELEMETRY: "false",
    LOG_LEVEL: "warn",
    EMAIL_TRANSPORT: "sendmail",
    EMAIL_SENDMAIL_PATH: mail,
    EMAIL_VERIFY_SETUP: "false",
  };
}
