import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { exitCodeOf } from "../src/cli/command.js";
import { joinedOptions } from "./lint/joined-options.js";
import { junitOf } from "./lint/junit.js";
import { withProfile } from "./lint/profile.js";
import { sarifOf } from "./lint/sarif.js";
import { REDOCLY, REDOCLY_ENV, runRedocly } from "./redocly.js";

// Passes its options to Redocly CLI:
// npm run lint -- --format=github-actions   (or checkstyle, codeclimate, json, markdown, stylish, summary)
// npm run lint -- --format=sarif            (SARIF 2.1.0, for code scanning)
// npm run lint -- --format=junit            (by Jenkins' schema)
// npm run lint -- --spec FILE               (another document: a file or an http(s) URL)
// npm run lint -- --profile=recommended     (or contract: the rules of redocly.yaml; default: by the document's extensions)

/** The formats that are made of Redocly CLI's JSON. */
const FORMATS: Readonly<Record<string, (output: string) => string | undefined>> = { sarif: sarifOf, junit: junitOf };

/** Lines of Redocly CLI that do not help here: notices in boxes, and advice that names commands of its own. */
const NOTICE = /^\s*[╔║╚]|redocly lint --/;

// Redocly CLI names documents without an option.
const given = joinedOptions(process.argv.slice(2)).flatMap((arg) =>
  arg === "--spec" ? [] : [arg.replace(/^--spec=/, "")],
);
process.exitCode = await exitCodeOf(
  withProfile(given).then((args) => {
    const [format] = Object.keys(FORMATS).filter((name) => args.includes(`--format=${name}`));
    return format === undefined ? lint(args) : lintAs(format, args);
  }),
);

async function lint(args: readonly string[]): Promise<number> {
  const env = { ...REDOCLY_ENV, ...(process.stderr.isTTY && !process.env.NO_COLOR ? { FORCE_COLOR: "1" } : {}) };
  const child = spawn(process.execPath, [...REDOCLY, "lint", ...args], { stdio: ["inherit", "inherit", "pipe"], env });
  const ended = once(child, "close");
  let isBlank = true;
  for await (const line of createInterface({ input: child.stderr })) {
    if (NOTICE.test(line) || (isBlank && line.trim() === "")) continue;
    isBlank = line.trim() === "";
    console.error(line);
  }
  const [code] = await ended;
  if (code !== 0 && args.every((arg) => arg.startsWith("-"))) {
    // Loaded on demand: it loads the sandbox.
    const advice = await (await import("./contract-replaced.js")).replacementAdvice();
    if (advice !== undefined) console.error(advice);
  }
  return typeof code === "number" ? code : 2;
}

async function lintAs(format: string, args: readonly string[]): Promise<number> {
  const options = args.map((arg) => (arg === `--format=${format}` ? "--format=json" : arg));
  const { code, stdout, stderr } = await runRedocly(["lint", ...options], process.cwd());
  const text = FORMATS[format]?.(stdout);
  if (text === undefined) {
    console.error(stderr);
    return code === 0 ? 2 : code;
  }
  process.stdout.write(text);
  return code;
}
