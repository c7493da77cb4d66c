import { execFileSync, spawn, spawnSync } from "node:child_process";
import { accessSync, chownSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Runs a command with TEST_DATABASE_URL set to a PostgreSQL that lives as long as the command:
//   tsx scripts/with-postgres.ts npm test
// Where its programs are not installed, says so and runs the command without it.

const [command, ...args] = process.argv.slice(2);
if (command === undefined) {
  console.error("Say what to run: tsx scripts/with-postgres.ts npm test");
  process.exit(2);
}

/** The folder of `initdb` and `pg_ctl`: on the PATH, or where Debian and Ubuntu put them. */
function folderOfPrograms(): string | undefined {
  const debian = "/usr/lib/postgresql";
  let versions: string[] = [];
  try {
    versions = readdirSync(debian).toSorted((a, b) => Number(b) - Number(a));
  } catch {}
  const folders = [...(process.env.PATH ?? "").split(":"), ...versions.map((version) => join(debian, version, "bin"))];
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

/** PostgreSQL refuses to run as root; its packages bring a user of its own. */
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

/** Starts a server on loopback in a folder of its own; returns its URL and how to end it. */
async function startPostgres(programs: string): Promise<{ url: string; stop: () => void }> {
  const as = user();
  const folder = mkdtempSync(join(tmpdir(), "postgres-"));
  if (as.uid !== undefined && as.gid !== undefined) chownSync(folder, as.uid, as.gid);
  const run = (program: string, ...options: string[]) =>
    execFileSync(join(programs, program), options, { ...as, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  const port = await freePort();
  const data = join(folder, "data");
  // The data is thrown away, so initdb need not wait for the disk. The server does: tests rely on what it acknowledges.
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
if (process.env.TEST_DATABASE_URL) console.log("PostgreSQL: the one that TEST_DATABASE_URL names.");
else if (programs === undefined) {
  console.log("PostgreSQL's programs (initdb, pg_ctl) are not installed: the tests that need it are skipped.");
} else {
  postgres = await startPostgres(programs);
  console.log(`PostgreSQL: ${spawnSync(join(programs, "pg_ctl"), ["--version"], { encoding: "utf8" }).stdout.trim()}.`);
}

const child = spawn(command, args, {
  stdio: "inherit",
  env: { ...process.env, ...(postgres ? { TEST_DATABASE_URL: postgres.url } : {}) },
});
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`${command} could not be run: ${error.message}`);
  postgres?.stop();
  process.exit(2);
});
child.on("exit", (code) => {
  postgres?.stop();
  process.exit(code ?? 1);
});
