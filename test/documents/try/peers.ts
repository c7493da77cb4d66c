import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "#cli/user-error.js";
import { startNode } from "#test/command-line.js";
import { bounded, requireSuccess } from "./bounded-process.js";
import { compileFiles, THEIRS } from "./compile-files.js";

/** The other tools that generate code, as npm packages. The compiler is the one that they run with. */
export const PEERS = { "openapi-typescript": "7.13.0", "@hey-api/openapi-ts": "0.95.0", typescript: "5.9.3" };

/** What another tool does with a document. An error is undefined if the step succeeds. */
export interface PeerResult {
  readError: string | undefined;
  compileError: string | undefined;
  milliseconds: number;
}

/**
 * Generates code by the other tools with their default settings, and compiles it.
 *
 * @param spec a file or an http(s) URL
 * @param installed the folder in which they are installed
 */
export async function readByPeers(spec: string, installed: string): Promise<Record<string, PeerResult>> {
  const folder = await mkdtemp(join(tmpdir(), "real-document-"));
  try {
    return await readInto(folder, spec, installed);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readInto(folder: string, spec: string, installed: string): Promise<Record<string, PeerResult>> {
  const bin = (path: string) => join(installed, "node_modules", path);
  const types = join(folder, "openapi-typescript");
  const client = join(folder, "hey-api");
  await mkdir(types);
  return {
    "openapi-typescript": await readBy(
      [bin("openapi-typescript/bin/cli.js"), spec, "-o", join(types, "schema.ts")],
      types,
      "schema.ts",
    ),
    "hey-api": await readBy(
      [bin("@hey-api/openapi-ts/bin/run.js"), "-i", spec, "-o", client, "--no-log-file"],
      client,
      "index.ts",
    ),
  };
}

async function readBy(args: string[], folder: string, file: string): Promise<PeerResult> {
  const begun = Date.now();
  const result = await bounded(startNode(args, {}, folder));
  const milliseconds = Date.now() - begun;
  const readError = problem(() => requireSuccess(result));
  const compileError =
    readError === undefined
      ? await compileFiles(folder, [file], THEIRS).then(() => undefined, errorText)
      : "nothing was generated";
  return { readError, compileError, milliseconds };
}

function problem(run: () => void): string | undefined {
  try {
    run();
  } catch (error) {
    return errorText(error);
  }
}
