import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";

const HERE = dirname(fileURLToPath(import.meta.url));

/** The folder of the bench. */
export const BENCH = HERE;
/** The folder of the peers. The scripts of the bench import the versions of the project, so it is another one. */
export const PEERS = join(HERE, "peers");
/** The folder of the project. */
export const PROJECT = join(HERE, "../..");
/** The folder of temporary files. It is among the peers, so that scripts in it can import them. */
export const WORK = join(PEERS, ".work");

/** The name of npm's program. */
export const NPM = process.platform === "win32" ? "npm.cmd" : "npm";

/** The URL of the loader of TypeScript, because a process may run in another folder. */
export const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;

/** The published command: compiled. */
export const COMMANDS = join(PROJECT, "dist/team-api-tools/dist/src/cli.js");

/** The path of a script of a peer, by its path in the node_modules of the peers. */
export function peer(path: string): string {
  return join(PEERS, "node_modules", path);
}

/** The result of a process. */
export interface Ran {
  /** Milliseconds from its start to its end. */
  time: number;
  /** The peak of its resident memory in MiB; undefined if unknown. */
  memory: number | undefined;
  /** How many servers it started; undefined if unknown. */
  listened: number | undefined;
  code: number | null;
  /** Without colors. */
  output: string;
}

interface Options {
  cwd?: string;
  /** Variables that differ; undefined for one that the process does not have. */
  env?: Readonly<Record<string, string | undefined>>;
  /** Milliseconds until the process is ended. */
  limit?: number;
  /** Milliseconds in which a server may end by itself (default: 3000). */
  closeLimit?: number;
}

function environment(more: Options["env"] = {}): NodeJS.ProcessEnv {
  // With NODE_ENV and the variables of npm, peers would behave differently than at a prompt.
  const { NODE_ENV: _, NODE_OPTIONS: __, FORCE_COLOR: ___, ...inherited } = process.env;
  return { ...inherited, NO_COLOR: "1", CI: "1", ...more };
}

/** Runs any program to its end. */
export async function run(program: string, args: readonly string[], options: Options = {}): Promise<Ran> {
  const begun = performance.now();
  const child = spawn(program, args, {
    cwd: options.cwd ?? PROJECT,
    env: environment(options.env),
    stdio: ["ignore", "pipe", "pipe"],
    // A process group, because some peers start further processes, which have to end too.
    detached: true,
  });
  let output = "";
  const collect = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-200_000);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const timer = setTimeout(() => endGroup(child), options.limit ?? 120_000);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  clearTimeout(timer);
  return {
    time: performance.now() - begun,
    memory: undefined,
    listened: undefined,
    code,
    output: stripVTControlCharacters(output),
  };
}

/** Whether Java is installed, which Specmatic needs. */
export function hasJava(): Promise<boolean> {
  return run("java", ["-version"]).then(
    ({ code }) => code === 0,
    () => false,
  );
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has already ended.
  }
}

/** A process of Node whose memory is measured, and whose servers are counted. */
interface Measured {
  /** The arguments of Node before those of the script. */
  args: string[];
  env: Record<string, string>;
  /** The peak of its resident memory in MiB, and its servers, once it has ended; undefined if unknown. */
  result(): Promise<Pick<Ran, "memory" | "listened">>;
}

let counted = 0;

/** Prepares the measurement of a process. */
export function measuredProcess(): Measured {
  counted += 1;
  const file = join(WORK, `peak-${process.pid}-${counted}`);
  return {
    args: ["--import", pathToFileURL(join(HERE, "peak.js")).href],
    env: { BENCH_PEAK: file },
    async result() {
      const peak = await readFile(file, "utf8").catch(() => "");
      await rm(file, { force: true });
      const [memory, listened] = peak.split(" ").map(Number);
      const isKnown = peak !== "" && memory !== undefined;
      return isKnown ? { memory: memory / 1024, listened } : { memory: undefined, listened: undefined };
    },
  };
}

/** Runs a script by Node to its end, measures its memory, and counts the servers that it starts. */
export async function runNode(args: readonly string[], options: Options = {}): Promise<Ran> {
  const measured = measuredProcess();
  const env = { ...options.env, ...measured.env };
  const ran = await run(process.execPath, [...measured.args, ...args], { ...options, env });
  return { ...ran, ...(await measured.result()) };
}

/** @throws Error with the output of the process, unless it ended with one of the codes */
export function expectCode(ran: Ran, what: string, codes: readonly (number | null)[] = [0]): Ran {
  if (codes.includes(ran.code)) return ran;
  throw new Error(`${what} ended with ${ran.code}:\n${ran.output.slice(-2000)}`);
}

/** A server that was started as a process. */
export interface Served {
  url: string;
  /** Milliseconds from its start to the first response. */
  start: number;
  close(): Promise<void>;
}

/** A free port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/**
 * Starts a server as a process, and waits for its first response.
 *
 * @param args the arguments of Node for a port
 * @param path of the first request
 * @throws Error if it does not respond within the limit
 */
export async function serve(
  args: (port: number) => readonly string[],
  path: string,
  { env, limit = 120_000, closeLimit = 3000 }: Options = {},
): Promise<Served> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const begun = performance.now();
  const child = spawn(process.execPath, args(port), {
    cwd: PROJECT,
    env: environment(env),
    stdio: ["ignore", "ignore", "pipe"],
    detached: true,
  });
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errors = (errors + chunk.toString()).slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const close = async () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => endGroup(child), closeLimit);
    await ended;
    clearTimeout(timer);
  };
  while (performance.now() - begun < limit) {
    if (child.exitCode !== null)
      throw new Error(`A server ended before it responded: ${args(port).join(" ")}\n${errors}`);
    const response = await fetch(url + path, {
      headers: { authorization: "Bearer sandbox-key-of-the-first-team" },
    }).catch(() => undefined);
    await response?.arrayBuffer();
    if (response) return { url, start: performance.now() - begun, close };
    await new Promise((again) => setTimeout(again, 10));
  }
  endGroup(child);
  throw new Error(`A server did not respond within ${limit} ms: ${args(port).join(" ")}\n${errors}`);
}
