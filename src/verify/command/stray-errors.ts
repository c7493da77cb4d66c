import { thrownText } from "#cli/user-error.js";
import type { Secrets } from "../model/target/target.js";
import { sanitizeStack } from "../report/redaction/sanitize.js";

/**
 * Listens for errors that nothing catches while a run is active. A provision module may not await its work, for example.
 * Node would end the process at once, without reports, and without removing what the run created. It would print the text of
 * the error, which may have a key.
 */
export class StrayErrors {
  readonly #secrets: Secrets;
  readonly #onFirst: () => void;
  #hasFirst = false;

  /** @param onFirst called with the first error, after it is printed */
  constructor(secrets: Secrets, onFirst: () => void) {
    this.#secrets = secrets;
    this.#onFirst = onFirst;
    process.on("uncaughtException", this.#take);
  }

  readonly #take = (error: unknown): void => {
    if (this.#hasFirst) return;
    this.#hasFirst = true;
    const stack = error instanceof Error && typeof error.stack === "string" ? error.stack : thrownText(error);
    console.error(`\nAn error that nothing caught ends the run: ${sanitizeStack(stack, this.#secrets)}`);
    this.#onFirst();
  };

  /** Leaves further errors to Node. */
  stopListening(): void {
    process.off("uncaughtException", this.#take);
  }
}
