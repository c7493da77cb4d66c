import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parseYaml } from "#openapi/files/yaml.js";
import { runRedocly } from "#scripts/redocly.js";
import { indentedFlow } from "../../scripts/lint/flow-indentation.js";
import { serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";

/** A document whose responses, and whose components, end at the indentation of their keys. */
const DOCUMENT = `openapi: 3.1.0
info: { title: T, version: "1" }
servers: [{ url: https://a.test }]
paths:
  /a:
    get:
      operationId: a
      summary: |
        {
        }
      tags: [
        x
      ]
      responses: {
        "200": { description: ok, content: {
          application/json: { schema: { type: object } } }
        }
      }
components: {
}
`;

describe("a brace at the indentation of its key", () => {
  test("is indented, and nothing else changes", () => {
    const changed = indentedFlow(DOCUMENT);
    expect(parseYaml(changed)).toEqual(parseYaml(DOCUMENT));
    const [before, after] = [DOCUMENT, changed].map((text) => text.split("\n"));
    const different = after?.flatMap((line, index) => (line === before?.[index] ? [] : [line]));
    expect(different).toEqual(["       ]", "       }", " }"]);
  });

  test.each([
    "a: {\n  b: 1\n  }\n",
    "a: |\n  {\n  }\n",
    "a:\n  - 1\n",
    '{\n"a": [\n1\n]\n}',
    "a: {",
    "- a: {\n    b: 1 }\n",
  ])("%j stays as it is", (text) => {
    expect(indentedFlow(text)).toBe(text);
  });

  test.each(["- a: {\n  }\n", "a: {\nb: 1,\nc: [\n2\n]\n}\n"])(
    "%j is indented until no line is before its key",
    (text) => {
      const warnings: unknown[] = [];
      const changed = indentedFlow(text);
      expect(parseYaml(changed, { onWarning: (warning: unknown) => warnings.push(warning) })).toEqual(parseYaml(text));
      expect(warnings).toEqual([]);
    },
  );

  test("is read by Redocly CLI, also in a file of a $ref", async () => {
    const folder = await temporaryFolder("flow");
    const file = join(folder, "openapi.yaml");
    await writeFile(file, DOCUMENT.replace("schema: { type: object }", "schema: { $ref: schema.yaml }"));
    await writeFile(join(folder, "schema.yaml"), "properties: {\n  a: { type: object,\n  }\n}\n");
    const { stdout } = await runRedocly(["lint", file, "--extends=minimal", "--format=json"], folder);
    const { totals } = JSON.parse(stdout);
    expect(totals.errors).toBe(0);
  });

  test("is read by Redocly CLI in a document at a URL, and in those that it refers to", async () => {
    const schema = "properties: {\n  a: { type: object,\n  }\n}\n";
    const { url, close } = await serve(({ url: path }, response) => {
      const text = DOCUMENT.replace("schema: { type: object }", "schema: { $ref: schema.yaml }");
      response.writeHead(200, { "content-type": "application/yaml" });
      response.end(path.endsWith("schema.yaml") ? schema : text);
    });
    try {
      const { stdout } = await runRedocly(
        ["lint", `${url}/openapi.yaml`, "--extends=minimal", "--format=json"],
        await temporaryFolder("flow"),
      );
      const { totals } = JSON.parse(stdout);
      expect(totals.errors).toBe(0);
    } finally {
      await close();
    }
  });
});
