import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

// Redocly CLI, with its telemetry and its look for newer versions off. Options go through to it:
// npm run lint -- --format=github-actions   (or junit, checkstyle, codeclimate, json, markdown, stylish, summary)
const cli = join(dirname(createRequire(import.meta.url).resolve("@redocly/cli/package.json")), "bin", "cli.js");
const { status, error } = spawnSync(process.execPath, [cli, "lint", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
});
if (error) console.error(error.message);
process.exitCode = status ?? 2;
