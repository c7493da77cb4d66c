import { UserError } from "../cli/user-error.js";
import { ts } from "../generate/types/typescript-packages.cjs";

/** Each module is compiled alone: generated code states the types of all that it exports. */
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  strict: true,
};
const TO_SCRIPT: ts.CompilerOptions = { ...OPTIONS, sourceMap: true, inlineSources: true };
const TO_DECLARATION: ts.CompilerOptions = { ...OPTIONS, isolatedDeclarations: true, declaration: true };

/** The folder of sources, from the folder of compiled modules. */
const SOURCES = "../../generated";

/**
 * Compiles a generated module, so that a package needs no compiler.
 *
 * @param name its file without the ending: `client`
 * @param hasSources whether the package has the source, to which a map of the declarations leads then
 * @returns the content of each file, by its name: JavaScript with a source map, and declarations
 * @throws UserError if the module is not valid TypeScript
 */
export function compiled(name: string, source: string, hasSources: boolean): Map<string, string> {
  const input = { fileName: `${name}.ts`, reportDiagnostics: true };
  const script = ts.transpileModule(source, { ...input, compilerOptions: TO_SCRIPT });
  const declaration = ts.transpileDeclaration(source, {
    ...input,
    compilerOptions: { ...TO_DECLARATION, declarationMap: hasSources },
  });
  const [problem] = [...(script.diagnostics ?? []), ...(declaration.diagnostics ?? [])];
  if (problem) {
    const message = ts.flattenDiagnosticMessageText(problem.messageText, " ");
    throw new UserError(`The generated ${name}.ts does not compile: ${message} Please report it with your document.`);
  }
  const files = new Map([
    [`${name}.js`, script.outputText],
    [`${name}.js.map`, withSource(script.sourceMapText, `${name}.ts`)],
    [`${name}.d.ts`, declaration.outputText],
  ]);
  if (hasSources) files.set(`${name}.d.ts.map`, withSource(declaration.sourceMapText, `${name}.ts`));
  return files;
}

/** A source map that names the source where the package has it. */
function withSource(map = "{}", file: string): string {
  const content: object = JSON.parse(map);
  return JSON.stringify({ ...content, sources: [`${SOURCES}/${file}`] });
}
