import type { Reporter, TestCase, Vitest } from "vitest/node";
import { NOTHING, type Summary } from "../summary.js";
import type { CaseReport } from "../verification.js";

/** Gathers from Vitest what the reports are made of, in the order of the document. */
export class Collector implements Reporter {
  readonly #reports = new Map<string, CaseReport>();
  readonly #errors: string[] = [];
  readonly #names: string[] = [];

  #summary = NOTHING;

  onInit(vitest: Vitest): void {
    this.#cancel = () => vitest.cancelCurrentRun("keyboard-input");
  }

  /** Begins no further case; what is under way ends. */
  async cancel(): Promise<void> {
    this.#isCancelled = true;
    await this.#cancel?.();
  }

  onTestModuleEnd(module: { meta(): { summary?: Summary } }): void {
    this.#summary = module.meta().summary ?? NOTHING;
  }

  onTestModuleCollected(module: { children: { allTests(): Iterable<TestCase> } }): void {
    for (const test of module.children.allTests()) this.#names.push(test.name);
    // Where it was asked for while Vitest started, there was nothing to cancel yet. It waits for this to end.
    if (this.#isCancelled) void this.#cancel?.();
  }

  #isCancelled = false;
  #cancel: (() => Promise<void>) | undefined;
  readonly #onProgress: ((done: number, all: number) => void) | undefined;
  #done = 0;

  /** @param onProgress told of each case that has ended */
  constructor(onProgress?: (done: number, all: number) => void) {
    this.#onProgress = onProgress;
  }

  onTestCaseResult(test: TestCase): void {
    this.#done += 1;
    this.#onProgress?.(this.#done, this.#names.length);
    const { report } = test.meta();
    if (report) this.#reports.set(test.name, report);
    const { errors } = test.result();
    // A test that failed without a report has met a defect of ours.
    if (errors && errors.length > 0 && !report)
      this.#errors.push(`${test.name}: ${errors[0]?.stack ?? errors[0]?.message}`);
  }

  onTestRunEnd(
    modules: readonly { errors(): { message: string }[] }[],
    unhandled: readonly { message: string }[],
  ): void {
    for (const { message } of [...modules.flatMap((module) => module.errors()), ...unhandled])
      this.#errors.push(message);
  }

  get reports(): CaseReport[] {
    return this.#names.flatMap((name) => this.#reports.get(name) ?? []);
  }

  get summary(): Summary {
    return this.#summary;
  }

  /** What went wrong with the run itself. */
  get errors(): readonly string[] {
    return this.#errors;
  }
}
