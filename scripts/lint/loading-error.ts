import { relative } from "node:path";
import { CONTRACT } from "../../src/cli/installation.js";
import { UserError } from "../../src/cli/user-error.js";
import { loadWithFiles, type ReadOptions } from "../../src/openapi/load/load.js";

/** Corrections of mistakes in YAML, by the parser's words. */
const CORRECTIONS: readonly (readonly [form: RegExp, correction: string])[] = [
  [/indentation of a/, "Begin the line in the column of its neighbors."],
  [/tab characters/, "Indent by spaces."],
  [/duplicated mapping key/, "Remove one of the two."],
];

/**
 * Why a document could not be read, with the file, the line and the column of the mistake.
 *
 * @param documents the documents that were linted; empty for our contract
 * @param headers those of requests for a document at a URL
 * @returns undefined if all of them can be read
 */
export async function loadingError(
  documents: readonly string[],
  headers?: ReadOptions["specHeaders"],
): Promise<string | undefined> {
  for (const document of documents.length === 0 ? [CONTRACT] : documents) {
    const error = await loadWithFiles(document, [], headers).then(
      () => undefined,
      (thrown: unknown) => thrown,
    );
    if (error instanceof UserError) return placed(error.message);
  }
  return undefined;
}

function placed(message: string): string {
  const [, problem = "", file = "", place = ""] = /Failed to parse: (.+?) in "(.+?)" \((\d+:\d+)\)/.exec(message) ?? [];
  if (file === "") return message;
  const correction = CORRECTIONS.find(([form]) => form.test(problem))?.[1] ?? "";
  return `${relative(process.cwd(), file)}:${place} ${problem}. ${correction}`.trim();
}
