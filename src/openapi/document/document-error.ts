import { relative, resolve } from "node:path";
import { UserError } from "#cli/user-error.js";
import { InvalidPattern } from "../patterns/pattern.js";

/** A document that cannot be read; the message names the file, the place in it, and the problem. */
export class DocumentError extends UserError {
  override name = "DocumentError";
}

/** The name of a document's file in messages: relative to the working directory. */
export function shownFile(file: string): string {
  return relative(process.cwd(), resolve(file)) || file;
}

/**
 * Does work with the document of a file.
 *
 * @throws DocumentError that names the file and the place of a pattern, if the pattern is not a regular expression
 */
export async function inDocument<Result>(file: string, work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InvalidPattern)) throw error;
    throw new DocumentError(`${shownFile(file)} at ${error.message}`);
  }
}
