import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import ts from "typescript";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../temporary.js";

const SOURCE = `import { createClient, unwrap } from ${JSON.stringify(resolve("generated/client.ts"))};
import { SuppressionSchema } from ${JSON.stringify(resolve("generated/schemas.ts"))};
const api = createClient({ baseUrl: "https://api.example.com" });
export const page = unwrap(await api.listSuppressions());
export const items = page.data;
export const more = page.has_more;
export const email = items[0]!.email;
export const grant = unwrap(await api.revokeOauthGrant({ path: { oauth_grant_id: "one" } }));
export const schema = SuppressionSchema;
export const added = await api.addSuppression({ body: { email: "kim@example.com" } });
`;

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  types: [],
};

/** What an editor shows at the last place of a text: the tooltip, and its documentation. */
let hover: (text: string) => { type: string; text: string };
beforeAll(async () => {
  const file = join(await temporaryFolder("hovers"), "uses.mts");
  await writeFile(file, SOURCE);
  const service = ts.createLanguageService({
    getCompilationSettings: () => OPTIONS,
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
  });
  expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
  hover = (text) => {
    const info = service.getQuickInfoAtPosition(file, SOURCE.lastIndexOf(text) + 1);
    const tags = (info?.tags ?? []).map(({ name }) => `@${name}`);
    const documentation = `${ts.displayPartsToString(info?.documentation)} ${tags.join(" ")}`;
    return { type: ts.displayPartsToString(info?.displayParts), text: documentation };
  };
});

test("a hover over data of a call has the name of its schema, and so have its items", async () => {
  expect(hover("page = ").type).toBe("const page: SuppressionList");
  expect(hover("items = ").type).toBe("const items: Suppression[]");
  expect(hover("schema = ").type).toContain("Suppression");
  expect(hover("grant = ").type).toContain("OauthGrant");
});

test("a hover over a call names its data and its statuses, and its input has one object", () => {
  const result = 'Result<AddedSuppression, undefined, "2XX" | "4XX">';
  expect(hover("added = ").type).toBe(`const added: ${result}`);
  const call = hover("addSuppression(").type.replaceAll(/\s+/g, " ");
  expect(call).toContain(`(input: { body: NewSuppression; }, options?: CallOptions | undefined) => Promise<${result}>`);
});

test("a hover over a field has its description as text, without a tag", () => {
  expect(hover("has_more").text).toContain("Whether more suppressions exist beyond this page.");
  expect(hover("email;").text).toMatch(/\w{3,}/);
  for (const name of ["has_more", "email;", "data;", "listSuppressions", "revokeOauthGrant"]) {
    expect(hover(name).text, name).not.toContain("@description");
    expect(hover(name).text.trim(), name).not.toBe("");
  }
});
