import { resolve } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { clientSample } from "#generate/client/client-sample.js";
import { loadDocument } from "#openapi/load/load.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { referenceContract } from "../team-api/reference-contract.js";

const CLIENT = { module: "team-api", baseUrl: "https://api.example.com", keyVariable: "TEAM_API_KEY" };
const contract = await loadDocument("openapi/openapi.yaml");

/** The errors of TypeScript in a module of this folder, which imports the generated client as `team-api`. */
function errorsIn(source: string): string[] {
  const file = resolve("sample.ts");
  const options: ts.CompilerOptions = {
    ...ts.convertCompilerOptionsFromJson(
      ts.readConfigFile("tsconfig.json", ts.sys.readFile).config.compilerOptions,
      ".",
    ).options,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([file], options, host);
  const parsed = program.getSourceFile(file);
  return [...program.getSyntacticDiagnostics(parsed), ...program.getSemanticDiagnostics(parsed)].map(
    ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"),
  );
}

describe("the sample of the client", () => {
  test("compiles against the generated client, for each operation of the contract", () => {
    const operations = operationsOf(contract);
    const samples = operations.map((operation) => clientSample(contract, operation, CLIENT));
    const [first = ""] = samples;
    const calls = samples.map((sample) => `{\n${sample.split("\n").slice(2).join("\n")}\n}`);
    // The compiler reports this comment if the line below it has no error.
    const wrong = "// @ts-expect-error\ncreateClient({ baseUrl: 1 });";
    const source = `${first.split("\n")[0]}\n${calls.join("\n")}\n${wrong}`;
    expect(errorsIn(source)).toEqual([]);
    for (const { id } of operations) expect(source).toContain(`await api.${id}(`);
  });

  test("sends the values of the operation's first successful example", async () => {
    const reference = await referenceContract();
    const operation = operationsOf(reference).find(({ id }) => id === "listSuppressions");
    expect(operation && clientSample(reference, operation, CLIENT)).toBe(`import { createClient } from "team-api";

const api = createClient({
  baseUrl: "https://api.example.com",
  apiKey: () => process.env.TEAM_API_KEY ?? "",
});
const result = await api.listSuppressions({
  query: { limit: 2 },
});
if (result.ok) console.log(result.data);
else console.log(result.status, result.body ?? result.failure);`);
  });

  test.each([
    ["no key for an operation without security", [], ""],
    ["a key by name if the document has several schemes", [{ Header: [] }], "  apiKey: {\n    Header: () =>"],
  ])("has %s", (_, security, expected) => {
    const schemes = { Bearer: { type: "http", scheme: "bearer" }, Header: { type: "apiKey", in: "header", name: "K" } };
    const document = {
      openapi: "3.1.1",
      info: { title: "T", version: "1" },
      paths: { "/a": { get: { operationId: "readA", security, responses: { "200": { description: "Yes." } } } } },
      components: { securitySchemes: schemes },
    };
    const [operation] = operationsOf(document);
    const sample = operation && clientSample(document, operation, { ...CLIENT, module: "./client.js" });
    expect(sample).toContain("await api.readA();");
    expect(sample).toContain(expected);
    expect(sample?.includes("apiKey")).toBe(expected !== "");
  });
});
