import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    // Tests start real servers, compilers and command lines, on machines that may be slow.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    reporters: ["default", "./test/closing-line.ts"],
  },
});
