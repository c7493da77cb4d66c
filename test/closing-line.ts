import type { Reporter, TestCase, TestModule } from "vitest/node";

/** Ends a run with a line that any CI system can read: `12 passed, 0 failed`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests: TestCase[] = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state: string) => tests.filter((test) => test.result().state === state).length;
    const broken = modules.filter((module) => module.errors().length > 0).length;
    process.on("exit", () => {
      console.log(`${count("passed")} passed, ${count("failed") + broken} failed, ${count("skipped")} skipped`);
    });
  }
}
