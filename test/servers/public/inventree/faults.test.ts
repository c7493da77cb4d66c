import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { valueAt } from "#openapi/document/pointer.js";
import { parseYaml } from "#openapi/files/yaml.js";
import { INVENTREE_FAULTS } from "./faults/faults.js";

const document: unknown = parseYaml(await readFile(new URL("inventree.yaml", import.meta.url), "utf8"));

/** All texts in a value, each on one line. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/\s+/g, " ")];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test("each fault of InvenTree names a sentence or a place that the document has", () => {
  const texts = textsIn(document);
  const has = (named: string) =>
    named.startsWith("#") ? valueAt(document, named) !== undefined : texts.some((text) => text.includes(named));
  expect(INVENTREE_FAULTS.filter(({ breaks }) => !has(breaks)).map(({ title }) => title)).toEqual([]);
});
