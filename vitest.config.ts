import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests of the package that `npm pack` builds, and of its command. It is built once for all of them. */
const PACKAGE = [
  "test/package/**/*.test.ts",
  "test/recipes/**/*.test.ts",
  "test/verify/command/**/*.test.ts",
  "test/mock/command.test.ts",
  "test/sandbox/command.test.ts",
];

/** Test files of several minutes. If one began last, every other worker would wait for it. */
const LONG = /\/(faults\/(faults-caught|legal-variants)|docs\/page|servers\/[\w-]+|start\/try-it)\.test\.ts$/;

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((each) => !isLong(each))];
  }
}

export default defineConfig({
  test: {
    // Tests start servers, compilers and commands, also on slow machines.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // Vitest's default leaves one processor free, but most tests wait for servers, time limits and other processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    reporters: ["default", "./test/closing-line.ts"],
    projects: [
      {
        extends: true,
        // Files share the modules that they load, which takes a third of the time of most of them.
        test: {
          name: "repo",
          isolate: false,
          include: ["test/**/*.test.ts"],
          exclude: [...PACKAGE, "**/node_modules/**"],
        },
      },
      {
        extends: true,
        test: {
          name: "package",
          isolate: false,
          include: PACKAGE,
          globalSetup: "test/pack.ts",
          setupFiles: "test/wait-for-packages.ts",
        },
      },
    ],
  },
});
