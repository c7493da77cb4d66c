import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { loadWithFiles } from "#openapi/load/load.js";
import { applyOverlay } from "#openapi/overlay/apply-overlay.js";
import { overlayOf } from "#openapi/overlay/read-overlay.js";
import { temporaryFolder } from "#test/temporary.js";

const DOCUMENT = {
  openapi: "3.1.0",
  info: { title: "Small", version: "1.0.0" },
  tags: [{ name: "a" }, { name: "b" }],
  paths: { "/things": { get: { tags: ["a"], responses: { "200": { description: "Done." } } } } },
};

function changed(...actions: Json[]): Promise<unknown> {
  const value = { overlay: "1.0.0", info: { title: "T", version: "1" }, actions };
  return applyOverlay(DOCUMENT, overlayOf(value, "o.yaml"), "o.yaml");
}

test("an update is merged into the target: objects in each other, lists after each other, other values replaced", async () => {
  const update = { info: { title: "Large", "x-a": 1 }, tags: [{ name: "c" }] };
  expect(await changed({ target: "$", update })).toEqual({
    ...DOCUMENT,
    info: { title: "Large", version: "1.0.0", "x-a": 1 },
    tags: [{ name: "a" }, { name: "b" }, { name: "c" }],
  });
});

test("an update of a list is a new item", async () => {
  expect(await changed({ target: "$.tags", update: { name: "c" } })).toMatchObject({
    tags: [{ name: "a" }, { name: "b" }, { name: "c" }],
  });
});

test("an update is merged into every part that the target selects", async () => {
  expect(await changed({ target: "$.tags[*]", update: { "x-a": 1 } })).toMatchObject({
    tags: [
      { name: "a", "x-a": 1 },
      { name: "b", "x-a": 1 },
    ],
  });
});

test("removal takes each selected part out of its object or list", async () => {
  expect(
    await changed({ target: "$.tags[*]", remove: true }, { target: "$.paths['/things'].get.tags", remove: true }),
  ).toEqual({
    ...DOCUMENT,
    tags: [],
    paths: { "/things": { get: { responses: { "200": { description: "Done." } } } } },
  });
});

test("actions are applied in their order, and the document itself stays as it is", async () => {
  const before = structuredClone(DOCUMENT);
  const result = await changed(
    { target: "$.info", update: { "x-a": {} } },
    { target: "$.info['x-a']", update: { b: 1 } },
  );
  expect(result).toMatchObject({ info: { "x-a": { b: 1 } } });
  expect(DOCUMENT).toEqual(before);
});

test("filters, descendants, slices and functions of RFC 9535 select parts, each of them once", async () => {
  const update = { "x-a": [1] };
  const marked = { name: "b", ...update };
  expect(await changed({ target: "$.tags[?@.name == 'b', 1]", update })).toMatchObject({
    tags: [{ name: "a" }, marked],
  });
  expect(await changed({ target: "$..tags[1:]", update })).toMatchObject({ tags: [{ name: "a" }, marked] });
  expect(await changed({ target: "$.tags[?match(@.name, '[b-z]')]", update })).toMatchObject({ tags: [{}, marked] });
});

test("a name such as __proto__ is a name", async () => {
  const update: Json = JSON.parse('{"__proto__": {"polluted": true}}');
  await changed({ target: "$.info", update });
  expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
});

test.each<[message: string, action: Json]>([
  [
    "o.yaml at #/actions/0: $.paths['/nothing'] selects nothing in the document.",
    { target: "$.paths['/nothing']", update: {} },
  ],
  [
    "o.yaml at #/actions/0: $.info.title selects a string. Select the object or list that contains it.",
    { target: "$.info.title", update: {} },
  ],
  ["o.yaml at #/actions/0: $.info selects an object, and the update is not one.", { target: "$.info", update: [1] }],
  [
    "o.yaml at #/actions/0: $.info[ is not a JSONPath (RFC 9535): unclosed bracketed selection",
    { target: "$.info[", update: {} },
  ],
  ["o.yaml at #/actions/0: the whole document cannot be removed.", { target: "$", remove: true }],
  ["o.yaml at #/actions/0/target: A JSONPath is required.", { update: {} }],
  ["o.yaml at #/actions/0: It has neither `update` nor `remove`.", { target: "$" }],
  ["o.yaml at #/actions/0/remove: It is true or false.", { target: "$", remove: "yes" }],
  ["o.yaml at #/actions/0: An action is an object.", 1],
])("%s", async (message, action) => {
  await expect(async () => changed(action)).rejects.toThrow(message);
});

test.each<[message: string, value: Json]>([
  ["o.yaml at #: An overlay is an object.", []],
  [
    'o.yaml at #/overlay: The version of the overlay is missing or not supported. Write overlay: "1.0.0".',
    { overlay: "2.0.0" },
  ],
  ["o.yaml at #/info: `title` and `version` are texts, and required.", { overlay: "1.0.0" }],
  [
    "o.yaml at #/actions: At least one action is required.",
    { overlay: "1.0.0", info: { title: "T", version: "1" }, actions: [] },
  ],
])("%s", (message, value) => {
  expect(() => overlayOf(value, "o.yaml")).toThrow(message);
});

test("a document is read with its overlays, in their order, before an upgrade from 3.0", async () => {
  const folder = await temporaryFolder("overlay");
  const spec = join(folder, "api.json");
  const overlay = (name: string) => join(folder, name);
  await writeFile(spec, JSON.stringify({ ...DOCUMENT, openapi: "3.0.3" }));
  const head = 'overlay: 1.0.0\ninfo: { title: T, version: "1" }\nactions:\n';
  await writeFile(overlay("a.yaml"), `${head}  - { target: "$.info", update: { x-a: { nullable: 1 } } }\n`);
  await writeFile(overlay("b.yaml"), `${head}  - { target: "$.info['x-a']", update: { b: 2 } }\n`);
  const { document, files } = await loadWithFiles(spec, [overlay("a.yaml"), overlay("b.yaml")]);
  expect(document).toMatchObject({ openapi: expect.stringMatching(/^3\.1/), info: { "x-a": { b: 2 } } });
  expect(files).toEqual([spec, overlay("a.yaml"), overlay("b.yaml")]);
});

test.each([
  ["is missing", undefined, "cannot be read. Name the file of an overlay."],
  ["is not YAML", "a: [", "is neither YAML nor JSON (line 2): unexpected end of the stream"],
])("an overlay whose file %s is an error that names the file", async (_, text, message) => {
  const folder = await temporaryFolder("overlay");
  const [spec, file] = [join(folder, "api.json"), join(folder, "o.yaml")];
  await writeFile(spec, JSON.stringify(DOCUMENT));
  if (text !== undefined) await writeFile(file, text);
  await expect(loadWithFiles(spec, [file])).rejects.toThrow(message);
});
