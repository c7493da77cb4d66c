import { onLines } from "./unprintable.js";

/**
 * An error that is meant for people: it says what is wrong, where, and what to do. Commands print its message alone.
 * Every other error is a defect of ours, and is printed with its stack.
 */
export class UserError extends Error {
  override name = "UserError";
}

/**
 * The text in which a command prints an error: the message of an error for people, the stack of any other. A document or an
 * argument may have chosen parts of it, so unprintable characters are escaped.
 */
export function errorText(error: unknown): string {
  return onLines(messageOf(error));
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof UserError) return error.message;
  return error.stack ?? error.message;
}
