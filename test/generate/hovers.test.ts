import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../temporary.js";

/** What an editor shows for the names of a program, by name. */
const shown = new Map<string, { type: string; text: string }>();
beforeAll(async () => {
  const file = join(await temporaryFolder("hovers"), "uses.ts");
  await writeFile(
    file,
    `import { createClient, unwrap } from ${JSON.stringify(resolve("generated/client.ts"))};
const api = createClient({ baseUrl: "https://api.example.com" });
export const page = unwrap(await api.listSuppressions());
export const items = page.data;
export const { email } = page.data[0]!;
`,
  );
  const program = ts.createProgram([file], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    types: [],
  });
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const type = checker.getTypeAtLocation(node.name);
      shown.set(node.name.text, { type: checker.typeToString(type), text: textOf(type, checker) });
    }
    ts.forEachChild(node, visit);
  };
  if (source) visit(source);
});

/** The documentation of the members of a type, with tags as an editor shows them. */
function textOf(type: ts.Type, checker: ts.TypeChecker): string {
  return type
    .getProperties()
    .map((member) => {
      const tags = member.getJsDocTags(checker).map(({ name }) => `@${name}`);
      return `${ts.displayPartsToString(member.getDocumentationComment(checker))} ${tags.join(" ")}`;
    })
    .join("\n");
}

test("data of a call has the name of its schema, and so have its items", () => {
  expect(shown.get("page")?.type).toBe("SuppressionList");
  expect(shown.get("items")?.type).toBe("Suppression[]");
});

test("the documentation of fields has their descriptions as text, without a tag", () => {
  expect(shown.get("page")?.text).toContain("Whether more suppressions exist beyond this page.");
  expect(shown.get("page")?.text).not.toContain("@description");
});
