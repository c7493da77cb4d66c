import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { valueAt } from "#openapi/document/pointer.js";
import { parseYaml } from "#openapi/files/yaml.js";
import { APICURIO_FAULTS } from "./apicurio/faults/faults.js";
import { CALLFIRE_FAULTS } from "./callfire/faults/faults.js";
import { GOTIFY_FAULTS } from "./gotify/faults/faults.js";
import { HARBOR_FAULTS } from "./harbor/faults/faults.js";
import { ID4I_FAULTS } from "./id4i/faults/faults.js";
import { INTELLIFI_FAULTS } from "./intellifi/faults/faults.js";
import { INVENTREE_FAULTS } from "./inventree/faults/faults.js";

/** All texts in a value, each on one line. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value.replace(/\s+/g, " ")];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test.each([
  ["InvenTree", "inventree/inventree.yaml", INVENTREE_FAULTS],
  ["ID4i", "id4i/id4i.yaml", ID4I_FAULTS],
  ["the Intellifi Brain", "intellifi/intellifi.yaml", INTELLIFI_FAULTS],
  ["Harbor", "harbor/harbor.yaml", HARBOR_FAULTS],
  ["Apicurio Registry", "apicurio/apicurio.yaml", APICURIO_FAULTS],
  ["Gotify", "gotify/gotify.yaml", GOTIFY_FAULTS],
  ["CallFire", "callfire/callfire.yaml", CALLFIRE_FAULTS],
])("each fault of %s names a sentence or a place that the document has", async (_, file, faults) => {
  const document: unknown = parseYaml(await readFile(new URL(file, import.meta.url), "utf8"));
  const texts = textsIn(document);
  const has = (named: string) =>
    named.startsWith("#") ? valueAt(document, named) !== undefined : texts.some((text) => text.includes(named));
  expect(faults.filter(({ breaks }) => !has(breaks)).map(({ title }) => title)).toEqual([]);
});
