import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Prints the counts of a run as its last line, in a form that CI systems can read: `12 passed, 0 failed, 1 skipped`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests: TestCase[] = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const failedModules = modules.filter((module) => module.errors().length > 0).length;
    process.on("exit", () => {
      console.log(`${count("passed")} passed, ${count("failed") + failedModules} failed, ${count("skipped")} skipped`);
    });
  }
}
