import { UserError } from "../../src/cli/user-error.js";
import { loadWithFiles, type ReadOptions } from "../../src/openapi/load/load.js";
import { type LintProblem, UNREADABLE } from "./problem.js";

/** Why a document could not be read. */
interface LoadingError {
  message: string;
  /** The mistake in the YAML of a file; undefined if it is another one. */
  problem?: LintProblem;
}

/**
 * Why a document could not be read, with the file, the line and the column of the mistake. Redocly CLI reports nothing if
 * the root is not YAML.
 *
 * @param document a file or a URL
 * @param headers those of requests for a document at a URL
 * @returns undefined if it can be read
 */
export async function loadingError(
  document: string,
  headers?: ReadOptions["specHeaders"],
): Promise<LoadingError | undefined> {
  const error = await loadWithFiles(document, [], headers).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof UserError)) return undefined;
  const { message } = error;
  const [, problem = "", file = "", line = "", column = ""] =
    /(?:Failed to parse:|cannot be read\.) (.+?) in "(.+?)" \((\d+):(\d+)\)/.exec(message) ?? [];
  if (file === "") return { message };
  const place = { file, line: Number(line), column: Number(column), pointer: undefined, reportOnKey: false };
  return { message, problem: { ruleId: UNREADABLE, severity: "error", message: problem, suggest: [], ...place } };
}
