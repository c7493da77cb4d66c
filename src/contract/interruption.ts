import { constants } from "node:os";

/** Signals that ask a process to end. */
const NAMES = ["SIGINT", "SIGTERM"] as const;

/** What a shell adds to a signal's number for the exit code of the process that it ended. */
const BY_SIGNAL = 128;

/** Takes signals to stop while a run is under way: the first breaks the run off, a second ends the process at once. */
export class Interruption {
  readonly #controller = new AbortController();
  #exitCode: number | undefined;

  constructor() {
    for (const name of NAMES) process.on(name, this.#interrupt);
    process.on("newListener", this.#refuseOthers);
  }

  /** Vitest's own listeners would end the process at once, with nothing reported. */
  readonly #refuseOthers = (event: string | symbol, listener: (...args: unknown[]) => void): void => {
    if (NAMES.some((name) => name === event)) queueMicrotask(() => process.off(event, listener));
  };

  readonly #interrupt = (name: NodeJS.Signals): void => {
    // The next one is Node's: it ends the process. Others may still not take it.
    for (const each of NAMES) process.off(each, this.#interrupt);
    this.#exitCode = BY_SIGNAL + constants.signals[name];
    console.error(
      "\nBroken off: what is under way ends, what was made is removed or told of. Once more, and it ends at once.",
    );
    this.#controller.abort();
  };

  /** Aborted when the process is told to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** The exit code that tells of the signal; undefined if none came. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Takes no more signals: Node does with them what it does. */
  ignore(): void {
    process.off("newListener", this.#refuseOthers);
    for (const name of NAMES) process.off(name, this.#interrupt);
  }
}

/** Whether an exit code tells of a signal. */
export function isInterrupted(code: unknown): code is number {
  return typeof code === "number" && code > BY_SIGNAL;
}
