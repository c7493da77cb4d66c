import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { asObject } from "../../src/openapi/document.js";
import { loadDocument, loadWithFiles } from "../../src/openapi/load.js";
import { isSelfContained } from "../../src/openapi/self-contained.js";
import { temporaryFolder } from "../temporary.js";

describe("loadDocument", () => {
  test.each([
    ["does not exist", undefined, /nope\.yaml does not exist\. Name the file/],
    ["is not YAML", "openapi: [", /doc\.yaml/],
    ["is not OpenAPI 3", "swagger: '2.0'\ninfo: {}\n", /OpenAPI 3|Unsupported|specification/i],
    [
      "refers to a missing file",
      "openapi: 3.1.1\ninfo: {title: t, version: '1'}\npaths: {/a: {$ref: gone.yaml}}\n",
      /gone\.yaml|resolve/,
    ],
  ])("names the document that %s", async (_, content, message) => {
    const folder = await temporaryFolder("load");
    const file = join(folder, content === undefined ? "nope.yaml" : "doc.yaml");
    if (content !== undefined) await writeFile(file, content);
    await expect(loadDocument(file)).rejects.toThrow(message);
  });

  test("reads the published document without the bundler", async () => {
    const published: unknown = JSON.parse(await readFile("generated/openapi.json", "utf8"));
    expect(isSelfContained(asObject(published))).toBe(true);
    expect(await loadWithFiles("generated/openapi.json")).toEqual({
      document: published,
      files: [resolve("generated/openapi.json")],
    });
  });
});
