import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Tests start real servers, compilers and command lines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ["default", "./test/closing-line.ts"],
  },
});
