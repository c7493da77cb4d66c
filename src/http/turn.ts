import { setImmediate } from "node:timers/promises";

/** Bytes, or characters. Shorter texts are read, and their values checked, in less than a millisecond or two. */
const LONG_TEXT = 100_000;

let last: Promise<void> = Promise.resolve();

/**
 * Waits for a turn of the event loop that no other caller has. Long work waits so before each piece. It then does not block
 * timers and connections, even if several requests run at once.
 */
export function turn(): Promise<void> {
  last = last.then(() => setImmediate());
  return last;
}

/** Waits for a turn before work on a text, if the text is long. */
export async function turnFor({ length }: { length: number }): Promise<void> {
  if (length > LONG_TEXT) await turn();
}
