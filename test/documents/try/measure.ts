import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { errorText } from "#cli/user-error.js";
import { asObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { ended, start, startNode } from "#test/command-line.js";
import { askMock, type MockAnswers } from "./ask-mock.js";
import { planCases, type VerifyCounts, verifyMock } from "./verify-mock.js";

/** The result of one part of a measurement, or the message of its error. */
export type Outcome<T> = T | { error: string };

/** The measurements of one document. */
export interface Measurement {
  /** `info.version` of the document. */
  version: string;
  operations: number;
  /** Milliseconds. */
  generate: Outcome<{ milliseconds: number }>;
  compile: Outcome<{ milliseconds: number }>;
  /** Undefined, as the next two, for a document without paths: there is nothing to serve. */
  mock: Outcome<MockAnswers> | undefined;
  /** Milliseconds. */
  plan: Outcome<{ milliseconds: number }> | undefined;
  verify: Outcome<VerifyCounts> | undefined;
}

/** How many operations of a document the mock is asked for. */
const OPERATIONS = 25;

/** The settings of the compiler: strict, and without `skipLibCheck`. */
const COMPILER = {
  target: "ES2022",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  module: "NodeNext",
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noUnusedLocals: true,
  skipLibCheck: false,
  noEmit: true,
};

/**
 * Measures a document by the commands and functions of the project.
 *
 * @param spec a file or an http(s) URL
 * @throws UserError if the document cannot be loaded
 */
export async function measure(spec: string): Promise<Measurement> {
  const document = await loadDocument(spec);
  const operations = operationsOf(document);
  const hasPaths = document.paths !== undefined;
  const folder = await mkdtemp(join(tmpdir(), "real-document-"));
  try {
    const generate = await outcome(() => generateCode(spec, folder));
    return {
      version: String(asObject(document.info).version),
      operations: operations.length,
      generate,
      compile: "error" in generate ? { error: "nothing was generated" } : await outcome(() => compileCode(folder)),
      mock: hasPaths ? await outcome(() => askMock(spec, document, sample(operations, OPERATIONS))) : undefined,
      plan: hasPaths ? await outcome(() => planCases(spec)) : undefined,
      verify: hasPaths ? await outcome(() => verifyMock(spec, folder)) : undefined,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function outcome<T>(part: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return await part();
  } catch (error) {
    return { error: errorText(error) };
  }
}

async function generateCode(spec: string, folder: string): Promise<{ milliseconds: number }> {
  const begun = Date.now();
  const { code, stderr } = await ended(start(["scripts/generate.ts", "--spec", spec, "--out", folder]));
  if (code !== 0) throw new Error(stderr);
  return { milliseconds: Date.now() - begun };
}

async function compileCode(folder: string): Promise<{ milliseconds: number }> {
  const include = ["schema.ts", "client.ts"].map((name) => join(folder, name));
  const config = join(folder, "tsconfig.json");
  const typeRoots = [resolve("node_modules/@types")];
  await writeFile(config, JSON.stringify({ compilerOptions: { ...COMPILER, typeRoots }, files: include }));
  const begun = Date.now();
  const { code, stdout } = await ended(startNode(["node_modules/typescript7/bin/tsc", "-p", config]));
  if (code !== 0) throw new Error(stdout);
  return { milliseconds: Date.now() - begun };
}

/** Some of the operations, from the whole length of the list. */
function sample<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor(index * step)]).flatMap(
    (each) => (each === undefined ? [] : [each]),
  );
}
