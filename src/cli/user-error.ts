import { onLines } from "./unprintable.js";

/**
 * An error that is meant for people: it says what is wrong, where, and what to do. Commands print its message alone.
 * Every other error is a defect of ours, and is printed with its stack.
 */
export class UserError extends Error {
  override name = "UserError";
}

/**
 * The text in which a command prints an error. It is the message of an error for people, and the stack of any other. A
 * document or an argument may have chosen parts of it. So unprintable characters are escaped.
 */
export function errorText(error: unknown): string {
  return onLines(messageOf(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error && !(error instanceof UserError) && error.stack ? error.stack : thrownText(error);
}

/** The message of whatever was thrown. The code of a user may throw an object without a text, or whose text cannot be read. */
export function thrownText(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return "an error without a readable text";
  }
}
