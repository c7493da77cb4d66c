import { UserError } from "../cli/user-error.js";
import { ts } from "../generate/types/typescript-packages.cjs";

/** Each module is compiled alone: generated code states the types of all that it exports. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  strict: true,
};

/** The folder of sources, from the folder of compiled modules. */
const SOURCES = "../../generated";

/** A comment of several lines, or of one. Texts of the code are on one line, so they have none. */
const COMMENTS = /^ *\/\*\*.*?\*\/\n/gms;

/**
 * Compiles a generated module, so that a package needs no compiler. Without its source, it has no maps, and is small: comments are in
 * the declarations alone, and indented by tabs.
 *
 * @param name its file without the ending: `client`
 * @param hasSources whether the package has the source, to which maps lead then
 * @returns the content of each file, by its name: JavaScript and declarations
 * @throws UserError if the module is not valid TypeScript
 */
export function compiled(name: string, source: string, hasSources: boolean): Map<string, string> {
  const input = { fileName: `${name}.ts`, reportDiagnostics: true };
  const script = ts.transpileModule(hasSources ? source : source.replaceAll(COMMENTS, ""), {
    ...input,
    compilerOptions: { ...OPTIONS, sourceMap: hasSources, inlineSources: hasSources },
  });
  const declaration = ts.transpileDeclaration(source, {
    ...input,
    compilerOptions: { ...OPTIONS, isolatedDeclarations: true, declaration: true, declarationMap: hasSources },
  });
  const [problem] = [...(script.diagnostics ?? []), ...(declaration.diagnostics ?? [])];
  if (problem) {
    const message = ts.flattenDiagnosticMessageText(problem.messageText, " ");
    throw new UserError(`The generated ${name}.ts does not compile: ${message} Please report it with your document.`);
  }
  const [code, types] = [script.outputText, declaration.outputText];
  if (!hasSources) {
    const narrow = types.replaceAll(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4));
    return new Map([
      [`${name}.js`, code],
      [`${name}.d.ts`, narrow],
    ]);
  }
  return new Map([
    [`${name}.js`, code],
    [`${name}.js.map`, withSource(script.sourceMapText, `${name}.ts`)],
    [`${name}.d.ts`, types],
    [`${name}.d.ts.map`, withSource(declaration.sourceMapText, `${name}.ts`)],
  ]);
}

/** A source map that names the source where the package has it. */
function withSource(map = "{}", file: string): string {
  const content: object = JSON.parse(map);
  return JSON.stringify({ ...content, sources: [`${SOURCES}/${file}`] });
}
