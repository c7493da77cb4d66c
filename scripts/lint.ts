import { spawnSync } from "node:child_process";
import { REDOCLY, REDOCLY_ENV } from "./redocly.js";

// Passes its options to Redocly CLI:
// npm run lint -- --format=github-actions   (or junit, checkstyle, codeclimate, json, markdown, stylish, summary)
const { status, error } = spawnSync(process.execPath, [REDOCLY, "lint", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: REDOCLY_ENV,
});
if (error) console.error(error.message);
process.exitCode = status ?? 2;
