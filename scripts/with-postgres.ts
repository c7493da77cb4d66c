import { execFileSync, spawn, spawnSync } from "node:child_process";
import { accessSync, chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { STOP_SIGNALS } from "#cli/command.js";

// Starts PostgreSQL, runs a command with its URL in TEST_DATABASE_URL, and stops it when the command ends:
//   tsx scripts/with-postgres.ts npm test
// Without the programs of PostgreSQL, it says so, and runs the command without a database.

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error("Give a command. Example: tsx scripts/with-postgres.ts npm test");
  process.exit(2);
}

/** The folder of `initdb` and `pg_ctl`: in the PATH, or where Debian and Ubuntu install them. */
function folderOfPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  let versions: string[] = [];
  try {
    versions = readdirSync(debian).toSorted((a, b) => Number(b) - Number(a));
  } catch {}
  const folders = [
    ...(process.env.PATH ?? "").split(delimiter),
    ...versions.map((version) => join(debian, version, "bin")),
  ];
  return folders.find((folder) =>
    ["initdb", "pg_ctl"].every((program) => {
      try {
        accessSync(join(folder, program));
        return true;
      } catch {
        return false;
      }
    }),
  );
}

/** PostgreSQL does not run as root. Its packages create the user `postgres`. */
function user(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Starts a server on loopback in a temporary folder. Returns its URL, and a function that stops it. */
async function startPostgres(programs: string): Promise<{ url: string; stop: () => void }> {
  const as = user();
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const run = (program: string, ...options: string[]) =>
    execFileSync(join(programs, program), options, { ...as, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const port = await freePort();
  const data = join(folder, "data");
  // initdb need not wait for the disk, because the data is temporary. The server does wait: tests rely on its commits.
  run("initdb", "-D", data, "-U", "tests", "--auth=trust", "-E", "UTF8", "--no-sync");
  const options = `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1 -c max_connections=200`;
  run("pg_ctl", "-D", data, "-w", "-l", join(folder, "log"), "-o", options, "start");
  return {
    url: `postgres://tests@127.0.0.1:${port}/postgres`,
    stop: () => {
      run("pg_ctl", "-D", data, "-w", "-m", "immediate", "stop");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const programs = folderOfPrograms();
let postgres: { url: string; stop: () => void } | undefined;
if (process.env.TEST_DATABASE_URL) console.log("PostgreSQL: the server in TEST_DATABASE_URL.");
else if (programs === undefined) {
  console.log("The programs of PostgreSQL (initdb, pg_ctl) are not installed. Tests that need it are skipped.");
} else {
  postgres = await startPostgres(programs);
  console.log(`PostgreSQL: ${spawnSync(join(programs, "pg_ctl"), ["--version"], { encoding: "utf8" }).stdout.trim()}.`);
}

const child = spawn(command, args, {
  stdio: "inherit",
  env: { ...process.env, ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}) },
});
for (const signal of STOP_SIGNALS) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`Could not run ${command}: ${error.message}`);
  postgres?.stop();
  process.exit(2);
});
child.on("exit", (code) => {
  postgres?.stop();
  process.exit(code ?? 1);
});
