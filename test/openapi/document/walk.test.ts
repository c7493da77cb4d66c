import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { copyOf, placeOf, walk, walkWithData } from "#openapi/document/walk.js";

const DOCUMENT = {
  paths: {
    "/a": { get: { responses: { default: { content: { "a/b": { schema: { items: {} }, example: { x: {} } } } } } } },
  },
  webhooks: { example: { post: {} } },
  components: { schemas: { Thing: { properties: { enum: { allOf: [{}] } }, enum: [{ properties: { y: {} } }] } } },
};

function placesBy(visitAll: typeof walk): string[] {
  const places: string[] = [];
  visitAll(DOCUMENT, (part) => places.push(placeOf(part)));
  return places;
}

test("walk visits parts in the order of the document, and no data; names that the document chooses are no keywords", () => {
  expect(placesBy(walk)).toEqual([
    "#",
    "#/paths",
    "#/paths/~1a",
    "#/paths/~1a/get",
    "#/paths/~1a/get/responses",
    "#/paths/~1a/get/responses/default",
    "#/paths/~1a/get/responses/default/content",
    "#/paths/~1a/get/responses/default/content/a~1b",
    "#/paths/~1a/get/responses/default/content/a~1b/schema",
    "#/paths/~1a/get/responses/default/content/a~1b/schema/items",
    "#/webhooks",
    "#/webhooks/example",
    "#/webhooks/example/post",
    "#/components",
    "#/components/schemas",
    "#/components/schemas/Thing",
    "#/components/schemas/Thing/properties",
    "#/components/schemas/Thing/properties/enum",
    "#/components/schemas/Thing/properties/enum/allOf",
    "#/components/schemas/Thing/properties/enum/allOf/0",
  ]);
});

test("walkWithData visits data too, and says which parts are data", () => {
  const data: string[] = [];
  walkWithData(DOCUMENT, (part) => {
    if (part.isData) data.push(placeOf(part));
  });
  expect(placesBy(walkWithData)).toEqual(expect.arrayContaining([...placesBy(walk), ...data]));
  expect(data).toEqual([
    "#/paths/~1a/get/responses/default/content/a~1b/example",
    "#/paths/~1a/get/responses/default/content/a~1b/example/x",
    "#/components/schemas/Thing/enum",
    "#/components/schemas/Thing/enum/0",
    "#/components/schemas/Thing/enum/0/properties",
    "#/components/schemas/Thing/enum/0/properties/y",
  ]);
});

test("false leaves out the parts in a part", () => {
  const names: string[] = [];
  walk(DOCUMENT, ({ name }) => names.push(name) > 0 && name !== "paths" && name !== "schemas");
  expect(names).toEqual(["", "paths", "webhooks", "example", "post", "components", "schemas"]);
});

test("walk knows how deep a part is, and does not exhaust the stack", () => {
  let deep: Json = {};
  for (let level = 0; level < 50_000; level += 1) deep = [deep];
  let deepest = 0;
  walk(deep, ({ depth }) => {
    deepest = depth;
  });
  expect(deepest).toBe(50_000);
});

test("copyOf changes members but not data, and leaves out what the change leaves out", () => {
  const withoutTitles = (node: Json, isMap = false): Json =>
    copyOf(node, isMap, (member, isInnerMap, name) =>
      name === "title" && !isMap ? undefined : withoutTitles(member, isInnerMap),
    );
  const schema = { title: "A", properties: { title: { title: "B" }, default: {} }, default: { title: "C" } };
  expect(withoutTitles(schema)).toEqual({ properties: { title: {}, default: {} }, default: { title: "C" } });
  expect(schema).toEqual({ title: "A", properties: { title: { title: "B" }, default: {} }, default: { title: "C" } });
});
