import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { errorText } from "#cli/user-error.js";
import { compileFiles, THEIRS } from "./compile-files.js";
import { isUrl } from "./documents.js";

/** The other tools that generate code. The first one is a dependency of this project; the other is installed for the comparison. */
export const PEERS = { "openapi-typescript": "7.13.0", "@hey-api/openapi-ts": "0.95.0" };

/** The packages to install, with the compiler that they run with. */
export const PEER_PACKAGES = [
  { package: "@hey-api/openapi-ts", version: PEERS["@hey-api/openapi-ts"] },
  { package: "typescript", version: "5.9.3" },
];

/** What another tool does with a document. An error is left out if the step succeeds. */
export interface PeerResult {
  readError?: string;
  compileError?: string;
}

/**
 * Generates code by the other tools with their default settings, and compiles it.
 *
 * @param spec a file or an http(s) URL
 * @param installed the folder in which they are installed
 * @param done receives each result at once: the process may be ended before the next
 */
export async function readByPeers(
  spec: string,
  installed: string,
  done: (result: Record<string, PeerResult>) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "real-document-"));
  try {
    const types = join(folder, "openapi-typescript");
    await mkdir(types);
    const source = isUrl(spec) ? new URL(spec) : pathToFileURL(resolve(spec));
    const byTypes = async () =>
      writeFile(join(types, "schema.ts"), astToString(await openapiTS(source, { silent: true })));
    done({ "openapi-typescript": await readBy(byTypes, types, "schema.ts") });
    const client = join(folder, "hey-api");
    const entry = resolve(installed, "node_modules/@hey-api/openapi-ts/dist/index.mjs");
    const heyApi: { createClient(config: object): Promise<unknown> } = await import(pathToFileURL(entry).href);
    const byClient = () => heyApi.createClient({ input: spec, output: client, logs: { level: "silent", file: false } });
    done({ "hey-api": await readBy(byClient, client, "index.ts") });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readBy(generate: () => Promise<unknown>, folder: string, file: string): Promise<PeerResult> {
  const readError = await problem(generate);
  if (readError !== undefined) return { readError };
  const compileError = await problem(() => compileFiles(folder, [file], THEIRS));
  return compileError === undefined ? {} : { compileError };
}

async function problem(run: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    return errorText(error).slice(0, 1000);
  }
}
