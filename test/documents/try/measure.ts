import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { growHeapFor, growHeapSlowly } from "#cli/small-heap.js";
import { errorText } from "#cli/user-error.js";
import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { requireExtensions } from "#openapi/extensions/defects.js";
import { readDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { describesWebhooksOnly } from "#openapi/operations/webhooks-only.js";
import { generatedFiles, originOf } from "#scripts/generate/files.js";
import { askMock, type MockAnswers } from "./ask-mock.js";
import { checkTypes, type TypeCounts } from "./check-types.js";
import { compileFiles, OUR_FILES } from "./compile-files.js";
import { type VerifyCounts, verifyMock } from "./verify-mock.js";

/** The result of one part of a measurement, or the message of its error. */
export type Outcome<T> = T | { error: string };

/** The measurements of one document; undefined where the process ended before. */
export interface Measurement {
  /** `info.version` of the document, and the number of its operations. */
  document: Outcome<{ version: string; operations: number }>;
  generate: Outcome<{ milliseconds: number }>;
  compile: Outcome<{ milliseconds: number }>;
  /** Null, as the next, for a document without operations: there is nothing to serve. */
  mock: Outcome<MockAnswers> | null;
  verify: Outcome<VerifyCounts> | null;
  types: Outcome<TypeCounts>;
}

/** The commands that a measurement runs, each with what it shows. */
export const COMMANDS = ["generate", "mock", "verify", "types"] as const;
export type Command = (typeof COMMANDS)[number];

/** How many operations of a document the mock is asked for. */
const OPERATIONS = 25;

/**
 * Measures a document: generates and compiles code, asks the mock, and verifies the mock by the document.
 *
 * @param spec a file or an http(s) URL
 * @param commands these are run
 * @param done receives each result at once: the process may be ended before the next
 */
export async function measure(
  spec: string,
  commands: readonly Command[],
  done: (part: Partial<Measurement>) => void,
): Promise<void> {
  // As the commands do.
  growHeapSlowly();
  const read = await outcome(async () => ({ node: await readDocument({ spec }, () => {}) }));
  if ("error" in read) {
    done({ document: read, generate: read, compile: read, mock: read, verify: read, types: read });
    return;
  }
  const { node } = read;
  growHeapFor(node);
  const operations = operationsOf(node);
  done({ document: { version: String(asObject(node.info).version), operations: operations.length } });
  const isServed = node.paths !== undefined && !describesWebhooksOnly(node);
  if (commands.includes("mock")) {
    done({ mock: isServed ? await outcome(() => askMock(spec, node, sample(operations, OPERATIONS))) : null });
  }
  if (commands.includes("verify")) done({ verify: isServed ? await outcome(() => verifyMock(spec)) : null });
  if (commands.includes("types")) done({ types: await outcome(async () => checkTypes(node)) });
  if (commands.includes("generate")) await generateAndCompile(spec, node, done);
}

async function generateAndCompile(
  spec: string,
  document: OpenApiDocument,
  done: (part: Partial<Measurement>) => void,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "real-document-"));
  try {
    const generate = await outcome(() => generateCode(spec, document, folder));
    done({ generate });
    const nothing = { error: "nothing was generated" };
    done({ compile: "error" in generate ? nothing : await outcome(() => compileFiles(folder, OUR_FILES)) });
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

async function generateCode(
  spec: string,
  document: OpenApiDocument,
  folder: string,
): Promise<{ milliseconds: number }> {
  const begun = Date.now();
  requireExtensions(document, spec);
  for (const [name, content] of generatedFiles(document, originOf(spec, folder))) {
    await writeFile(join(folder, name), content);
  }
  return { milliseconds: Date.now() - begun };
}

/** Some of the operations, from the whole length of the list. */
function sample<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, all.length / count);
  return Array.from({ length: Math.min(count, all.length) }, (_, index) => all[Math.floor(index * step)]).flatMap(
    (each) => (each === undefined ? [] : [each]),
  );
}
