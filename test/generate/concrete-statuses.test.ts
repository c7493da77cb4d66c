import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withConcreteStatuses } from "#generate/concrete-statuses.js";
import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { loadDocument } from "#openapi/load/load.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { generateCommand } from "#scripts/generate/command.js";
import { runHere } from "../run-here.js";
import { temporaryFolder } from "../temporary.js";

const documentWith = (responses: JsonObject): JsonObject => ({
  openapi: "3.1.1",
  info: { title: "Test", version: "1.0.0" },
  paths: { "/a/{b}": { get: { operationId: "readA", responses } } },
  components: { responses: { Refused: { description: "Refused" } } },
});

const statuses = (document: object) => Object.keys(asObject(valueAt(document, "#/paths/~1a~1{b}/get/responses")));

test.each<[string, JsonObject, string[]]>([
  ["a range with content", { "2XX": { description: "", content: { "text/plain": {} } } }, ["200", "201", "202"]],
  ["a range without content", { "2XX": { description: "" } }, ["200", "201", "202", "204"]],
  [
    "a range beside a status",
    { "201": { description: "Made" }, "2xx": { description: "" } },
    ["200", "201", "202", "204"],
  ],
  ["no range", { "200": { description: "" }, default: { description: "" } }, ["200", "default"]],
])("%s has these statuses", (_, responses, wanted) => {
  expect(statuses(withConcreteStatuses(documentWith(responses)))).toEqual(wanted);
});

test("a documented status keeps its response, and the others have that of the range", () => {
  const responses = { "404": { description: "Gone" }, "4XX": { $ref: "#/components/responses/Refused" } };
  const changed = withConcreteStatuses(documentWith(responses));
  const found = asObject(valueAt(changed, "#/paths/~1a~1{b}/get/responses"));
  expect(found["404"]).toEqual({ description: "Gone" });
  for (const status of ["400", "401", "422", "429"]) expect(found[status]).toEqual(responses["4XX"]);
});

test("references into a response of a range lead to where it is now", () => {
  const schema = { type: "object" };
  const content = { "application/json": { schema } };
  const document = documentWith({ "2XX": { description: "", content } });
  const place = "#/paths/~1a~1{b}/get/responses/2XX/content/application~1json/schema";
  const changed = withConcreteStatuses({ ...document, "x-place": { $ref: place } });
  const reference = valueAt(changed, "#/x-place/$ref");
  expect(valueAt(changed, String(reference))).toEqual(schema);
  expect(JSON.stringify(changed)).not.toContain("2XX/");
});

test("the command of docs/client-package.md writes a document without ranges, with the same operations and examples", async () => {
  const folder = await temporaryFolder("concrete");
  const docs = await readFile("docs/client-package.md", "utf8");
  const [, line = ""] = /^npm run generate -- (--concrete-statuses .*)$/m.exec(docs) ?? [];
  const out = line.split(" ").at(-1) ?? "";
  // orval reads what was written.
  expect(docs).toContain(`--input ${out}/openapi.json`);
  const run = await runHere(generateCommand, [...line.split(" ").slice(0, -1), folder]);
  expect(run).toMatchObject({ code: 0 });
  const text = await readFile(join(folder, "openapi.json"), "utf8");
  expect(text).not.toMatch(/"[1-5]XX":/i);
  const [before, after] = await Promise.all(
    ["openapi/openapi.yaml", join(folder, "openapi.json")].map((file) => loadDocument(file)),
  );
  const shown = (document: OpenApiDocument | undefined) =>
    operationsOf(document ?? {}).map((operation) => [operation.id, examplePairs(operation).length > 0]);
  expect(shown(after)).toEqual(shown(before));
});

test("`--concrete-statuses` does not replace the document of the repo", async () => {
  await expect(generateCommand(["--concrete-statuses"])).rejects.toThrow("Name another folder: --out FOLDER");
});
