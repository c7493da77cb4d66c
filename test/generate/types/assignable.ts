import ts from "typescript";
import { schemaFile } from "#generate/types/schema-file.js";
import type { Json, OpenApiDocument } from "#openapi/document/document.js";

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts"],
  types: [],
};

/** A value, and the component whose type it may be assigned to. */
export interface TypedValue {
  component: string;
  value: Json;
  /** Names that some of its objects say to be absent (default: none does). */
  absent?: { names: readonly string[]; from: (object: number) => boolean };
}

/**
 * The same value with names that are said to be absent from some of its objects. TypeScript refuses an object that has no name in
 * common with a type whose properties are all optional (weak types): a rule against misspellings, not one of the type.
 */
export function withAbsent(typed: TypedValue, names: readonly string[]): TypedValue[] {
  const objects = Math.min(6, typeText(typed.value).split("{").length - 1);
  return Array.from({ length: 2 ** objects - 1 }, (_, mask) => ({
    ...typed,
    absent: { names, from: (object) => ((mask + 1) & (1 << object)) !== 0 },
  }));
}

/** Libraries are read and bound once: this takes a second. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/**
 * Which values TypeScript assigns to the generated types of their components. Each value is a type of its own, so that its texts and
 * numbers are literals, and no further property is in excess.
 *
 * @throws Error if the generated types do not compile
 */
export function assignable(document: OpenApiDocument, values: readonly TypedValue[]): boolean[] {
  const rows = values.map(
    ({ component, value, absent }, index) =>
      `export type V${index} = ${typeText(value, absent)}; export type T${index} = components["schemas"][${JSON.stringify(component)}];`,
  );
  const files = new Map([
    ["/schema.ts", schemaFile(document)],
    ["/values.ts", `import type { components } from "./schema.js";\n${rows.join("\n")}`],
  ]);
  const { program, problems } = compiled(files);
  if (problems.length > 0) throw new Error(problems[0]);
  const checker = program.getTypeChecker();
  const source = program.getSourceFile("/values.ts");
  const types = new Map<string, ts.Type>();
  source?.forEachChild((node) => {
    if (ts.isTypeAliasDeclaration(node)) types.set(node.name.text, checker.getTypeAtLocation(node.name));
  });
  return values.map((_, index) => {
    const [value, type] = [types.get(`V${index}`), types.get(`T${index}`)];
    return value !== undefined && type !== undefined && checker.isTypeAssignableTo(value, type);
  });
}

/** What the compiler reports about code that imports `components` from the generated types. */
export function problemsOf(document: OpenApiDocument, code: string): string[] {
  const imports = 'import type { components } from "./schema.js";\ntype S = components["schemas"];\n';
  return compiled(
    new Map([
      ["/schema.ts", schemaFile(document)],
      ["/values.ts", `${imports}${code}`],
    ]),
  ).problems;
}

function compiled(files: ReadonlyMap<string, string>): { program: ts.Program; problems: string[] } {
  const program = ts.createProgram({ rootNames: [...files.keys()], options: OPTIONS, host: hostOf(files) });
  const problems = [...files.keys()].flatMap((file) =>
    program
      .getSemanticDiagnostics(program.getSourceFile(file))
      .map(({ messageText }) => `${file}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`),
  );
  return { program, problems };
}

function hostOf(files: ReadonlyMap<string, string>): ts.CompilerHost {
  const host = ts.createCompilerHost(OPTIONS);
  const library = host.getSourceFile;
  return {
    ...host,
    fileExists: (name) => files.has(name) || host.fileExists(name),
    readFile: (name) => files.get(name) ?? host.readFile(name),
    getSourceFile(name, options) {
      const text = files.get(name);
      if (text !== undefined) return ts.createSourceFile(name, text, options);
      if (!libraries.has(name)) libraries.set(name, library(name, options));
      return libraries.get(name);
    },
  };
}

/** The type that has one value. */
function typeText(
  value: Json,
  { names, from }: Required<TypedValue>["absent"] = { names: [], from: () => false },
): string {
  let objects = 0;
  const written = (node: Json): string => {
    if (Array.isArray(node)) return `[${node.map(written).join(", ")}]`;
    if (typeof node !== "object" || node === null) return JSON.stringify(node);
    const absent = from(objects++) ? names.filter((name) => !(name in node)) : [];
    const members = Object.entries(node).map(([name, member]) => `${JSON.stringify(name)}: ${written(member)}`);
    return `{ ${[...members, ...absent.map((name) => `${JSON.stringify(name)}?: undefined`)].join("; ")} }`;
  };
  return written(value);
}
