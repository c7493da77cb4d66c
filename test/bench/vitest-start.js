// Vitest with nothing to do, started as `verify` starts it.
import { fileURLToPath } from "node:url";
import { startVitest } from "vitest/node";

const vitest = await startVitest("test", [], {
  root: fileURLToPath(new URL(".", import.meta.url)),
  config: false,
  watch: false,
  include: [fileURLToPath(new URL("vitest-nothing.js", import.meta.url))],
  exclude: [],
  pool: "threads",
  maxWorkers: 1,
  isolate: false,
  cache: false,
  reporters: [{}],
});
await vitest.close();
