import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { type ConsumerLine, consumerFile, FIRST_LINE, type GeneratedCode } from "./consumer.js";

/** The generated code imports the runtime from here. */
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

/** The compiler's own libraries and the runtime, which are the same each time. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/**
 * Compiles the golden consumer of a revision against the generated code of another.
 *
 * @returns the lines that no longer compile
 * @throws Error if they do not even compile against the code that they were made for
 */
export function brokenLines(lines: ConsumerLine[], was: GeneratedCode, now: GeneratedCode): ConsumerLine[] {
  const old = join(ROOT, "consumer", "of-was.ts");
  const next = join(ROOT, "consumer", "of-now.ts");
  const files = new Map([
    ...codeIn("was", was),
    ...codeIn("now", now),
    [old, consumerFile(lines, "was")],
    [next, consumerFile(lines, "now")],
  ]);
  const program = ts.createProgram([old, next], OPTIONS, hostOf(files));
  const problems = (file: string) => {
    const source = program.getSourceFile(file);
    return source ? [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)] : [];
  };
  const [unfit] = problems(old);
  if (unfit) {
    const said = ts.flattenDiagnosticMessageText(unfit.messageText, "\n");
    throw new Error(`What is generated from the base revision does not compile, so nothing can be told. ${said}`);
  }
  const places = problems(next).map(({ file, start = 0 }) => file?.getLineAndCharacterOfPosition(start).line ?? 0);
  const broken = lines.filter((_, index) => places.includes(FIRST_LINE + index));
  return broken.filter(({ subject }, index) => broken.findIndex((each) => each.subject === subject) === index);
}

function codeIn(folder: string, { schema, client }: GeneratedCode): [string, string][] {
  return [
    [join(ROOT, folder, "schema.ts"), schema],
    [join(ROOT, folder, "client.ts"), client],
  ];
}

/** Files that are in memory only, before those on the disk. */
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
