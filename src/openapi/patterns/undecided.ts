import { UserError } from "#cli/user-error.js";

/** A value that could not be validated in time. Neither the value nor its sender is known to be wrong. */
export class Undecided extends UserError {
  override name = "Undecided";
}
