import { constants } from "node:os";
import { errorText } from "#cli/user-error.js";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A shell's exit code for a process that a signal ended is this plus the number of the signal. */
const SIGNAL_EXIT_CODE = 128;

/** What a run has to stop and to remove, whether it ends, fails or is interrupted. */
export class Cleanup {
  readonly #tasks: (() => Promise<unknown>)[] = [];
  #running: Promise<void> | undefined;
  #exitCode: number | undefined;

  /** Cleans up on signals too, and then ends the process. */
  constructor() {
    for (const name of SIGNALS) process.once(name, () => this.#interrupt(name));
  }

  /** The exit code of the signal that interrupted the run; undefined without a signal. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** Adds a task. The last one that was added runs first. */
  add(task: () => Promise<unknown>): void {
    this.#tasks.push(task);
    // What starts while the script ends is stopped too.
    if (this.#exitCode !== undefined) void this.run();
  }

  /** Runs all tasks once. A task that fails does not prevent the others. */
  run(): Promise<void> {
    this.#running ??= this.#runTasks().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #runTasks(): Promise<void> {
    for (let task = this.#tasks.pop(); task; task = this.#tasks.pop()) {
      await task().catch((error: unknown) => console.error(errorText(error)));
    }
  }

  async #interrupt(name: NodeJS.Signals): Promise<void> {
    this.#exitCode = SIGNAL_EXIT_CODE + constants.signals[name];
    console.error("\nInterrupted. Stopping the servers and removing their data.");
    await this.run();
    process.exit(this.#exitCode);
  }
}
