import { type ChildProcess, spawn } from "node:child_process";
import { readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const HERE = dirname(fileURLToPath(import.meta.url));

/** The folder of the bench. */
export const BENCH = HERE;
/** Their folder: not that of the bench, whose scripts are to import the versions of the project. */
export const PEERS = join(HERE, "peers");
/** The folder of the project. */
export const PROJECT = join(HERE, "../..");
/** What a run makes and needs no longer afterwards. */
// Among the peers: what is written there may import them.
export const WORK = join(PEERS, ".work");

/** The loader of TypeScript, by its address: a process may run in another folder. */
export const TSX = pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm")).href;

/** The command line as it is published: compiled. */
export const COMMANDS = join(PROJECT, "dist/src/cli.js");

/** A script that a peer brings, by its path in their node_modules. */
export function peer(path: string): string {
  return join(PEERS, "node_modules", path);
}

/** How a process went. */
export interface Ran {
  /** Milliseconds from its start to its end. */
  time: number;
  /** Peak of its resident memory in MiB; undefined if it did not tell. */
  memory: number | undefined;
  code: number | null;
  output: string;
}

interface Options {
  cwd?: string;
  env?: Readonly<Record<string, string>>;
  /** Milliseconds after which it is ended. */
  limit?: number;
}

function environment(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  // NODE_ENV and what npm sets would make peers behave otherwise here than at a prompt.
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
    // A group of its own: some peers start others, and all of them are to end.
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
  return { time: performance.now() - begun, memory: undefined, code, output };
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

let counted = 0;

/** Runs a script by Node to its end, and reads what memory it took. */
export async function runNode(args: readonly string[], options: Options = {}): Promise<Ran> {
  counted += 1;
  const file = join(WORK, `peak-${process.pid}-${counted}`);
  const preload = pathToFileURL(join(HERE, "peak.js")).href;
  const ran = await run(process.execPath, ["--import", preload, ...args], {
    ...options,
    env: { ...options.env, BENCH_PEAK: file },
  });
  const told = await readFile(file, "utf8").catch(() => "");
  await rm(file, { force: true });
  return { ...ran, memory: told === "" ? undefined : Number(told) / 1024 };
}

/** @throws Error with what was printed, unless the process ended well */
export function expectCode(ran: Ran, what: string, codes: readonly (number | null)[] = [0]): Ran {
  if (codes.includes(ran.code)) return ran;
  throw new Error(`${what} ended with ${ran.code}:\n${ran.output.slice(-2000)}`);
}

/** A server that was started as a process. */
export interface Served {
  url: string;
  /** Milliseconds from its start to the first answer. */
  start: number;
  close(): Promise<void>;
}

/** A port that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  await new Promise((closed) => server.close(closed));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/**
 * Starts a server as a process of its own and waits for its first answer.
 *
 * @param args the command line of Node, given the port
 * @param path what is asked for to know that it serves
 * @throws Error if it does not answer within the limit
 */
export async function serve(
  args: (port: number) => readonly string[],
  path: string,
  { env, limit = 120_000 }: Options = {},
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
  let told = "";
  child.stderr.on("data", (chunk: Buffer) => {
    told = (told + chunk.toString()).slice(-4000);
  });
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const close = async () => {
    child.kill("SIGTERM");
    const timer = setTimeout(() => endGroup(child), 3000);
    await ended;
    clearTimeout(timer);
  };
  while (performance.now() - begun < limit) {
    if (child.exitCode !== null) throw new Error(`A server ended before it answered: ${args(port).join(" ")}\n${told}`);
    const answer = await fetch(url + path, {
      headers: { authorization: "Bearer sandbox-key-of-the-first-team" },
    }).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer) return { url, start: performance.now() - begun, close };
    await new Promise((again) => setTimeout(again, 10));
  }
  endGroup(child);
  throw new Error(`A server did not answer within ${limit} ms: ${args(port).join(" ")}\n${told}`);
}
