import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests of what `npm pack` builds and packs, once for all of them: the package in other repos, and its command. */
const PACKAGE = ["command", "package", "recipes"].map((folder) => `test/${folder}/**/*.test.ts`);

/** Hundreds of servers or dozens of runs each: begun last, one of them would go on alone for minutes. */
const LONG = /\/(contract\/(faults-caught|score)|command\/verify)\.test\.ts$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((each) => !isLong(each))];
  }
}

// Vite overwrites BASE_URL with its own base path ("/") in the processes of tests. test/contract.test.ts reads it.
const { BASE_URL } = process.env;

export default defineConfig({
  test: {
    env: BASE_URL === undefined ? {} : { BASE_URL },
    // Tests start real servers, compilers and command lines, on machines that may be slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Vitest leaves one processor free, which of two is half: most tests wait for processes of their own.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    sequence: { sequencer: LongFirst },
    reporters: ["default", "./test/closing-line.ts"],
    projects: [
      {
        extends: true,
        test: { name: "repo", include: ["test/**/*.test.ts"], exclude: [...PACKAGE, "**/node_modules/**"] },
      },
      { extends: true, test: { name: "package", include: PACKAGE, globalSetup: "test/pack.ts" } },
    ],
  },
});
