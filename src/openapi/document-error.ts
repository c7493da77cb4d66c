import { UserError } from "../user-error.js";

/** A document that cannot be read; the message names the file, the place in it, and the problem. */
export class DocumentError extends UserError {
  override name = "DocumentError";
}
