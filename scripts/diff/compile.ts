import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { UserError } from "#cli/user-error.js";
import { type ConsumerLine, consumerFile, FIRST_LINE, type GeneratedCode } from "./consumer.js";

/** The generated code imports the client's runtime from this folder. */
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
};

/** Parsed files from the disk: the compiler's libraries and the client's runtime, which do not change. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * Compiles the golden consumer of the old revision against the generated code of the new one.
 *
 * @returns the lines that no longer compile, at most one for each subject
 * @throws UserError if lines compile neither against the new code nor against the old one
 */
export function incompatibleLines(lines: ConsumerLine[], was: GeneratedCode, now: GeneratedCode): ConsumerLine[] {
  const old = join(ROOT, "consumer", "of-was.ts");
  const next = join(ROOT, "consumer", "of-now.ts");
  const files = new Map([
    ...filesOf("was", was),
    ...filesOf("now", now),
    [old, consumerFile(lines, "was")],
    [next, consumerFile(lines, "now")],
  ]);
  const program = ts.createProgram([old, next], OPTIONS, hostOf(files));
  const problems = (file: string) => {
    const source = program.getSourceFile(file);
    return source ? [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)] : [];
  };
  const found = problems(next);
  if (found.length === 0) return [];
  const [oldProblem] = problems(old);
  if (oldProblem) {
    const reason = ts.flattenDiagnosticMessageText(oldProblem.messageText, "\n");
    throw new UserError(
      `The code generated from the base revision does not compile, so the two cannot be compared. ${reason}`,
    );
  }
  const places = found.map(({ file, start = 0 }) => file?.getLineAndCharacterOfPosition(start).line ?? 0);
  const failing = lines.filter((_, index) => places.includes(FIRST_LINE + index));
  return failing.filter(({ subject }, index) => failing.findIndex((other) => other.subject === subject) === index);
}

function filesOf(folder: string, { schema, client }: GeneratedCode): [string, string][] {
  return [
    [join(ROOT, folder, "schema.ts"), schema],
    [join(ROOT, folder, "client.ts"), client],
  ];
}

/** A compiler host that reads these files from memory, and all others from the disk. */
function hostOf(files: Map<string, string>): ts.CompilerHost {
  const disk = ts.createCompilerHost(OPTIONS);
  return {
    ...disk,
    getCurrentDirectory: () => ROOT,
    fileExists: (file) => files.has(file) || disk.fileExists(file),
    readFile: (file) => files.get(file) ?? disk.readFile(file),
    directoryExists: (folder) =>
      [...files.keys()].some((file) => file.startsWith(`${folder}/`)) || ts.sys.directoryExists(folder),
    getSourceFile: (file, language, ...rest) => {
      const text = files.get(file);
      if (text !== undefined) return ts.createSourceFile(file, text, language);
      if (!parsed.has(file)) parsed.set(file, disk.getSourceFile(file, language, ...rest));
      return parsed.get(file);
    },
  };
}
