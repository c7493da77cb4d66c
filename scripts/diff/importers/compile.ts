import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { shipped } from "#cli/installation.js";
import { UserError } from "#cli/user-error.js";
import { groupBy } from "#verify/model/group-by.js";
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

/** An error of the compiler in a consumer. */
interface Problem {
  consumer: string;
  /** The index of the line in the file. */
  line: number;
  reason: string;
}

/**
 * Starts to compile the golden consumer of the old revision against the generated code of both revisions.
 *
 * @returns a function that waits for the end: the lines that no longer compile, at most one for each subject. It throws a
 * UserError if lines compile neither against the new code nor against the old one
 */
export function incompatibleLines(
  lines: ConsumerLine[],
  was: GeneratedCode,
  now: GeneratedCode,
): () => Promise<ConsumerLine[]> {
  const compilation = compiled(lines, { was, now }, ["was", "now"]);
  // It may fail before anything waits for it.
  compilation.catch(() => {});
  return async () => {
    const problems = await compilation;
    const broken = problems.get("now") ?? [];
    const [oldProblem] = problems.get("was") ?? [];
    if (broken.length > 0 && oldProblem) {
      throw new UserError(
        `The code generated from the base revision does not compile, so the two cannot be compared. ${oldProblem.reason}`,
      );
    }
    return firstOfEach(await withoutUndecided(linesAt(lines, broken), was));
  };
}

/** The lines with a problem, in their order. */
function linesAt(lines: readonly ConsumerLine[], problems: readonly Problem[]): ConsumerLine[] {
  const places = new Set(problems.map(({ line }) => line));
  return lines.filter((_, index) => places.has(FIRST_LINE + index));
}

/**
 * Leaves out lines that do not even compile against a copy of the old code. The compiler compares two unions of many
 * intersections by halves, and then calls a type incompatible with itself.
 */
async function withoutUndecided(lines: ConsumerLine[], was: GeneratedCode): Promise<ConsumerLine[]> {
  if (lines.length === 0) return [];
  const problems = await compiled(lines, { was, copy: was }, ["copy"]);
  const undecided = new Set(linesAt(lines, problems.get("copy") ?? []));
  return lines.filter((line) => !undecided.has(line));
}

function firstOfEach(lines: readonly ConsumerLine[]): ConsumerLine[] {
  const subjects = new Set<string>();
  return lines.filter(({ subject }) => !subjects.has(subject) && subjects.add(subject));
}

function filesOf(folder: string, { schema, client }: GeneratedCode): [name: string, content: string][] {
  return [
    [`${folder}/schema.ts`, schema],
    [`${folder}/client.ts`, client],
  ];
}

/**
 * Compiles lines against generated code, in a temporary folder. The compiler runs when this function returns.
 *
 * @param consumed the names of the code that the lines import
 * @returns the problems, by the name of the code
 */
async function compiled(
  lines: ConsumerLine[],
  code: Record<string, GeneratedCode>,
  consumed: readonly string[],
): Promise<Map<string, Problem[]>> {
  const folder = mkdtempSync(join(tmpdir(), "diff-"));
  const consumers = consumed.map((name): [string, string] => [`consumer/of-${name}.ts`, consumerFile(lines, name)]);
  const config = { compilerOptions: OPTIONS, files: consumers.map(([name]) => name) };
  const files = {
    ...Object.fromEntries(Object.entries(code).flatMap(([name, generated]) => filesOf(name, generated))),
    ...Object.fromEntries(consumers),
    "package.json": '{"type":"module"}',
    "tsconfig.json": JSON.stringify(config),
  };
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), content);
    }
    return groupBy(await problemsOf(folder), ({ consumer }) => consumer);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PROBLEM = /^\S.*\bof-(was|now|copy)\.ts\((\d+),\d+\): error TS\d+: (.*)$/gm;

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
