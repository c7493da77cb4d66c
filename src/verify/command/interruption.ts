import { constants } from "node:os";
import { STOP_SIGNALS } from "#cli/command.js";

/** A shell's exit code for a process that a signal ended is this plus the number of the signal. */
const SIGNAL_EXIT_CODE = 128;

/** Listens for signals while a run is active: the first one interrupts the run, the second one ends the process. */
export class Interruption {
  readonly #controller = new AbortController();
  #exitCode: number | undefined;
  /** Aborted by the first signal, or by `interrupt`. */
  readonly signal = this.#controller.signal;

  constructor() {
    for (const name of STOP_SIGNALS) process.on(name, this.#onSignal);
  }

  readonly #onSignal = (name: NodeJS.Signals): void => {
    // Without a listener, Node ends the process at the next signal.
    this.stopListening();
    console.error("\nInterrupted. Finishing running test cases and cleaning up; press Ctrl-C again to exit now.");
    this.interrupt(SIGNAL_EXIT_CODE + constants.signals[name]);
  };

  /** Ends the run in order. */
  interrupt(exitCode: number): void {
    this.#exitCode ??= exitCode;
    this.#controller.abort();
  }

  /** The exit code for the signal or another interruption; undefined without one. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Leaves further signals to Node. */
  stopListening(): void {
    for (const name of STOP_SIGNALS) process.off(name, this.#onSignal);
  }
}

/** Whether an exit code is that of a signal. */
export function isInterrupted(code: unknown): code is number {
  return typeof code === "number" && code > SIGNAL_EXIT_CODE;
}
