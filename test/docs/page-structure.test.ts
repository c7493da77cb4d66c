import { runInNewContext } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { asObject, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { pageConfiguration } from "#scripts/docs/configuration.js";
import { pageDocument } from "#scripts/docs/page-document.js";
import { pageFiles } from "#scripts/docs/page-files.js";
import { withSampleParameters } from "#scripts/docs/sample-parameters.js";
import { generatedDocument } from "../bench/generated-document.js";

// What makes the page of a large document fast. The row `page` of the bench measures its times.

const LINKS = { report: "report.html", contract: "openapi.json", client: "team-api" };
const OPERATIONS = 1000;
const large = await filesOf(generatedDocument(OPERATIONS));
const small = await filesOf(generatedDocument(100));

function filesOf(document: OpenApiDocument) {
  return pageFiles(pageDocument(document, LINKS));
}

/** The tags of the scripts that a page loads. */
function loadedScripts(html: string): string[] {
  return [...html.matchAll(/<script[^>]* src="[^>]*>/g)].map(([tag]) => tag.replaceAll(/\?v=[\w-]+/g, ""));
}

test("before it can be used, the page of 1,000 operations takes 32 bytes for each, zipped, and 500 as they are", () => {
  const before = large["index.html"] + large["page.js"];
  expect(gzipSync(before).length / OPERATIONS).toBeLessThan(32);
  expect(large["index.html"].length / OPERATIONS).toBeLessThan(500);
});

test("the document for Scalar is not in the page, and is loaded on request, also if it is small", () => {
  const grown = (name: keyof typeof large) => large[name].length - small[name].length;
  expect(grown("document.js")).toBeGreaterThan(3 * grown("index.html"));
  expect(large["index.html"]).not.toContain("x-codeSamples");
  for (const { "index.html": html } of [small, large]) {
    expect(loadedScripts(html)).toEqual(['<script async src="page.js" data-later="scalar.js document.js">']);
  }
});

test("the script of a large page is requested before the operations arrive, so that its menu can be filtered", () => {
  const { "index.html": html } = large;
  expect(html.indexOf("<script")).toBeLessThan(html.indexOf("<nav"));
  expect(html.indexOf("<nav")).toBeLessThan(html.indexOf("<article"));
});

test("no selector is checked again with each operation that arrives", () => {
  expect(large["index.html"]).not.toContain(":has(#");
});

test("a browser looks at one element for five operations, and makes no node of the room between elements", () => {
  const html = large["index.html"];
  expect(html.match(/<div class="part"><article/g)).toHaveLength(OPERATIONS / 5);
  expect(html.match(/<article/g)).toHaveLength(OPERATIONS);
  const articles = html.slice(html.indexOf("<article"), html.lastIndexOf("</article>"));
  const breaks = articles.match(/>\s*\n\s*<\/?[\w-]+/g) ?? [];
  expect([...new Set(breaks)]).toEqual([">\n<div"]);
});

test.each([
  ["quotes", "It's \"quoted\" by `a` and \\ and \\' and \\u0027."],
  ["lines", "one\ntwo\r\nthree\u2028four\u2029"],
  ["elements", "</script><script>alert(1)</script><!--"],
  ["replacements", "$& $1 $' $$"],
])("the script with the document has the same texts: %s", async (_, description) => {
  const document = generatedDocument(5);
  const shown = pageDocument({ ...document, info: { ...asObject(document.info), description } }, LINKS);
  expect(documentOf((await pageFiles(shown))["document.js"])).toEqual(withSampleParameters(shown));
});

test("parameters have a value for each example of the body, whose key Scalar looks for", () => {
  const parameter = (name: string, place: string, examples: JsonObject): JsonObject => ({
    ...{ name, in: place, required: place === "path", schema: { type: "string" }, examples },
  });
  const examples = { wrong: { value: {} }, renamed: { value: { name: "B" } } };
  const document: OpenApiDocument = {
    openapi: "3.1.0",
    info: { title: "T", version: "1.0.0" },
    paths: {
      "/things/{id}": {
        patch: {
          parameters: [
            parameter("id", "path", { renamed: { value: "t-1" }, wrong: { value: "t-2" } }),
            parameter("notify", "query", { renamed: { value: "yes" } }),
          ],
          requestBody: { content: { "application/json": { schema: { type: "object" }, examples } } },
          responses: { "200": { description: "Done." }, "400": { description: "Wrong.", "x-examples": ["wrong"] } },
        },
      },
    },
  };
  const shown = valueAt(withSampleParameters(document), "#/paths/~1things~1{id}/patch/parameters");
  const on = (value: string) => ({ value, "x-disabled": false });
  expect(shown).toMatchObject([
    { examples: { wrong: on("t-2"), renamed: on("t-1"), sample: on("t-1") } },
    { examples: { wrong: { value: "yes", "x-disabled": true }, renamed: on("yes"), sample: on("yes") } },
  ]);
});

test("the script with the document keeps a member named `__proto__`", async () => {
  const document: OpenApiDocument = { ...generatedDocument(5), "x-members": JSON.parse('{"__proto__":{"a":1}}') };
  const { "document.js": script } = await filesOf(document);
  expect(JSON.stringify(documentOf(script))).toContain('"__proto__":{"a":1}');
});

test("only index.html has the key", async () => {
  const { "index.html": html, ...scripts } = await pageFiles(pageDocument(generatedDocument(5), LINKS), "the-key");
  expect(html).toContain("the-key");
  expect(JSON.stringify(scripts)).not.toContain("the-key");
  expect(pageConfiguration(generatedDocument(5), "the-key")).not.toHaveProperty("content");
});

/** What the script gives to the page. */
function documentOf(script: string): unknown {
  const window: { shownDocument?: object } = {};
  runInNewContext(script, { window });
  return structuredClone(window.shownDocument);
}
