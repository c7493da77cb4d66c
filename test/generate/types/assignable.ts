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

/** A value, and the type that it may be assigned to, as an expression over `components` and `paths`. */
export interface TypedValue {
  type: string;
  value: Json;
}

/** The type of a part, at some names below another one. Those between may be optional. */
export function typeAt(root: string, names: readonly string[]): string {
  return names.reduce((type, name) => `Exclude<${type}, undefined>[${JSON.stringify(name)}]`, root);
}

/** A property that all objects share, so that no type is weak. */
const SHARED = "shared by all objects";

/** Libraries are read and bound once: this takes a second. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/**
 * Which values TypeScript assigns to generated types. Each value is a type of its own, so that its texts and
 * numbers are literals, and no further property is in excess.
 *
 * TypeScript refuses an object that has no name in common with a type whose properties are all optional (weak types). This is a rule
 * against misspellings, not one of the type, so values that are refused are tried again with a property that all objects share.
 *
 * @throws Error if the generated types do not compile
 */
export function assignable(document: OpenApiDocument, values: readonly TypedValue[]): boolean[] {
  const schema = schemaFile(document);
  const results = assigned(schema, values, false);
  const refused = values.filter((_, index) => !results[index]);
  const again = refused.length > 0 ? assigned(withoutWeakTypes(schema), refused, true) : [];
  return results.map((isAssigned) => isAssigned || again.shift() === true);
}

/** The most values that are compiled together, so that the types of a large document and of all of its values fit into memory. */
const BATCH = 5_000;

function assigned(schema: string, values: readonly TypedValue[], isShared: boolean): boolean[] {
  const batches = Array.from({ length: Math.ceil(values.length / BATCH) }, (_, index) =>
    values.slice(index * BATCH, (index + 1) * BATCH),
  );
  return batches.flatMap((batch) => assignedTogether(schema, batch, isShared));
}

function assignedTogether(schema: string, values: readonly TypedValue[], isShared: boolean): boolean[] {
  const rows = values.map(
    ({ type, value }, index) =>
      `export type V${index} = ${typeText(value, isShared)}; export type T${index} = Exclude<${type}, undefined>;`,
  );
  const files = new Map([
    ["/schema.ts", schema],
    ["/values.ts", `import type { components, paths } from "./schema.js";\n${rows.join("\n")}`],
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

/** The same types, where each object may have one property more. */
function withoutWeakTypes(schema: string): string {
  const { factory } = ts;
  const nothing = factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword);
  const shared = factory.createPropertySignature(
    undefined,
    factory.createStringLiteral(SHARED),
    factory.createToken(ts.SyntaxKind.QuestionToken),
    nothing,
  );
  const source = ts.createSourceFile("/schema.ts", schema, ts.ScriptTarget.ES2022, true);
  const { transformed } = ts.transform(source, [
    (context) => (file) => {
      const visit = (node: ts.Node): ts.Node => {
        const inner = ts.visitEachChild(node, visit, context);
        if (ts.isTypeLiteralNode(inner)) return factory.createTypeLiteralNode([...inner.members, shared]);
        if (ts.isIndexSignatureDeclaration(inner)) {
          const type = factory.createUnionTypeNode([inner.type, nothing]);
          return factory.updateIndexSignature(inner, inner.modifiers, inner.parameters, type);
        }
        return inner.kind === ts.SyntaxKind.NeverKeyword ? nothing : inner;
      };
      return ts.visitEachChild(file, visit, context);
    },
  ]);
  return transformed.map((file) => ts.createPrinter().printFile(file)).join("\n");
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
function typeText(value: Json, isShared: boolean): string {
  if (Array.isArray(value)) return `[${value.map((item) => typeText(item, isShared)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${JSON.stringify(name)}: ${typeText(member, isShared)}`,
  );
  return `{ ${[...members, ...(isShared ? [`${JSON.stringify(SHARED)}?: undefined`] : [])].join("; ")} }`;
}
