import { register } from "node:module";

// With `--import`, Node loads sources natively: faster than Vite's module runner and tsx, because `compile.ts` has compiled them.
process.setSourceMapsEnabled(true);
register("./hooks.js", { parentURL: import.meta.url, data: JSON.parse(process.env.TEST_SOURCES ?? "{}") });
