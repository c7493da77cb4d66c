import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { shipped } from "#cli/installation.js";
import { UserError } from "#cli/user-error.js";
import { COMPILER } from "../../compiler.js";
import { type ConsumerLine, consumerFile, FIRST_LINE, type GeneratedCode } from "./consumer.js";

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  target: "ES2022",
  module: "NodeNext",
  moduleResolution: "NodeNext",
  lib: ["ES2023", "DOM", "DOM.Iterable"],
  types: [],
};

/** An error of the compiler in one of the two consumers. */
interface Problem {
  consumer: string;
  /** The index of the line in the file. */
  line: number;
  reason: string;
}

/**
 * Compiles the golden consumer of the old revision against the generated code of the new one.
 *
 * @returns the lines that no longer compile, at most one for each subject
 * @throws UserError if lines compile neither against the new code nor against the old one
 */
export async function incompatibleLines(
  lines: ConsumerLine[],
  was: GeneratedCode,
  now: GeneratedCode,
): Promise<ConsumerLine[]> {
  const problems = await compiled({
    ...filesOf("was", was),
    ...filesOf("now", now),
    "consumer/of-was.ts": consumerFile(lines, "was"),
    "consumer/of-now.ts": consumerFile(lines, "now"),
  });
  const places = new Set(problems.flatMap(({ consumer, line }) => (consumer === "now" ? [line] : [])));
  if (places.size === 0) return [];
  const oldProblem = problems.find(({ consumer }) => consumer === "was");
  if (oldProblem) {
    throw new UserError(
      `The code generated from the base revision does not compile, so the two cannot be compared. ${oldProblem.reason}`,
    );
  }
  const failing = lines.filter((_, index) => places.has(FIRST_LINE + index));
  const subjects = new Set<string>();
  return failing.filter(({ subject }) => !subjects.has(subject) && subjects.add(subject));
}

function filesOf(folder: string, { schema, client }: GeneratedCode): Record<string, string> {
  return { [`${folder}/schema.ts`]: schema, [`${folder}/client.ts`]: client };
}

/** Compiles files in a temporary folder. */
async function compiled(files: Record<string, string>): Promise<Problem[]> {
  const folder = await mkdtemp(join(tmpdir(), "diff-"));
  const config = { compilerOptions: OPTIONS, files: Object.keys(files).filter((name) => name.startsWith("consumer/")) };
  const all = { ...files, "package.json": '{"type":"module"}', "tsconfig.json": JSON.stringify(config) };
  try {
    for (const [name, content] of Object.entries(all)) {
      await mkdir(dirname(join(folder, name)), { recursive: true });
      await writeFile(join(folder, name), content);
    }
    return await problemsOf(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PROBLEM = /^\S.*\bof-(was|now)\.ts\((\d+),\d+\): error TS\d+: (.*)$/gm;

async function problemsOf(folder: string): Promise<Problem[]> {
  // Several threads check the same types several times.
  const args = [shipped(COMPILER), "-p", folder, "--pretty", "false", "--singleThreaded"];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = new Promise<number | null>((resolve) => child.on("close", resolve));
  const [output, code] = await Promise.all([text(child.stdout), closed]);
  if (code !== 0 && !output.includes(": error TS")) throw new Error(`The compiler ended with ${code}. ${output}`);
  return [...output.matchAll(PROBLEM)].map(([, consumer = "", line = "", reason = ""]) => ({
    consumer,
    line: Number(line) - 1,
    reason,
  }));
}
