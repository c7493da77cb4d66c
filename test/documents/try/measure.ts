import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { errorText } from "#cli/user-error.js";
import { asObject } from "#openapi/document/document.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { describesWebhooksOnly } from "#openapi/operations/webhooks-only.js";
import { start } from "#test/command-line.js";
import { askMock, type MockAnswers } from "./ask-mock.js";
import { bounded, requireEnd } from "./bounded-process.js";
import { compileFiles, OUR_FILES } from "./compile-files.js";
import { type VerifyCounts, verifyMock } from "./verify-mock.js";

/** The result of one part of a measurement, or the message of its error. */
export type Outcome<T> = T | { error: string };

/** What a command took. */
export interface Cost {
  milliseconds: number;
  megabytes: number | undefined;
}

/** The measurements of one document. */
export interface Measurement {
  /** `info.version` of the document. */
  version: string;
  operations: number;
  generate: Outcome<Cost>;
  compile: Outcome<Cost>;
  /** Undefined, as the next, for a document without operations: there is nothing to serve. */
  mock: Outcome<MockAnswers> | undefined;
  verify: Outcome<VerifyCounts> | undefined;
}

/** How many operations of a document the mock is asked for. */
const OPERATIONS = 25;

/**
 * Measures a document by the commands of the project.
 *
 * @param spec a file or an http(s) URL
 */
export async function measure(spec: string): Promise<Measurement> {
  const folder = await mkdtemp(join(tmpdir(), "real-document-"));
  try {
    const generate = await outcome(() => generateCode(spec, folder));
    const compile =
      "error" in generate ? { error: "nothing was generated" } : await outcome(() => compileFiles(folder, OUR_FILES));
    const document = await loadDocument(spec).catch((error: unknown) => errorText(error));
    if (typeof document === "string") {
      const refused = { error: document };
      return { version: "", operations: 0, generate, compile, mock: refused, verify: refused };
    }
    const operations = operationsOf(document);
    const isServed = document.paths !== undefined && !describesWebhooksOnly(document);
    return {
      version: String(asObject(document.info).version),
      operations: operations.length,
      generate,
      compile,
      mock: isServed ? await outcome(() => askMock(spec, document, sample(operations, OPERATIONS))) : undefined,
      verify: isServed ? await outcome(() => verifyMock(spec, folder)) : undefined,
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

async function generateCode(spec: string, folder: string): Promise<Cost> {
  const result = await bounded(start(["scripts/generate.ts", "--spec", spec, "--out", folder]));
  requireEnd(result);
  return { milliseconds: result.milliseconds, megabytes: result.megabytes };
}

/** Some of the operations, from the whole length of the list. */
function sample<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor(index * step)]).flatMap(
    (each) => (each === undefined ? [] : [each]),
  );
}
