import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import type { MediaType } from "#openapi/operations/operation.js";
import { layersOf, nearObjects, resourceIn, sentObjects, sentResource } from "#statements/resources/envelope.js";
import {
  fieldPlace,
  placeInResource,
  propertyNames,
  schemaLayers,
  sentResourceAt,
} from "#statements/resources/envelope-schema.js";
import { contentPlace, successContents } from "#statements/schema-fields.js";
import { contractOf, get } from "./document.js";

const PLAIN = { id: 1, title: "A" };
const TWO = { article: PLAIN, author: { id: 2 } };

const LAYERS: readonly [name: string, body: Json, places: string[]][] = [
  ["a resource", PLAIN, [""]],
  ["an envelope", { article: PLAIN }, ["", "/article"]],
  ["an envelope with a status beside", { status: "ok", article: PLAIN }, ["", "/article"]],
  ["an envelope in an envelope", { status: "success", data: { post: PLAIN } }, ["", "/data", "/data/post"]],
  ["an envelope with an object beside the fields", { data: { name: "a", meta: { id: 1 } } }, ["", "/data"]],
  ["an envelope in two others", { a: { b: { c: PLAIN } } }, ["", "/a", "/a/b"]],
  ["a body with two objects", TWO, [""]],
  ["a list", [PLAIN], []],
  ["a text", "A", []],
];

test.each(LAYERS)("the layers of %s are itself and the only object in it", (_, body, places) => {
  expect(layersOf(body).map(({ at }) => at)).toEqual(places);
});

const SHOWN: readonly [name: string, body: JsonObject, shown: JsonObject][] = [
  ["the body", PLAIN, PLAIN],
  ["the content of an envelope", { article: PLAIN }, PLAIN],
  ["the body, if an object in it has an identifier too", { id: 3, author: { id: 2 } }, { id: 3, author: { id: 2 } }],
  ["the body, if two objects have an identifier", TWO, TWO],
  ["the body, if nothing has an identifier", { article: { title: "A" } }, { article: { title: "A" } }],
];

test.each(SHOWN)("a response shows a resource as %s", (_, body, shown) => {
  expect(resourceIn(body, { identifier: { pointer: "/id" } })).toEqual(shown);
});

const BESIDE: readonly [name: string, body: JsonObject, of: string, shown: JsonObject][] = [
  ["the object of its name", { invoice: PLAIN, payment: { id: 2 } }, "invoice", PLAIN],
  ["the object of its name beside texts", { ok: true, team_member: PLAIN, user: { id: 2 } }, "teammember", PLAIN],
  ["the content of an envelope beside links", { links: { id: 2 }, data: PLAIN }, "invoice", PLAIN],
  [
    "the body, if it has an identifier itself",
    { id: 3, invoice: PLAIN, a: {} },
    "invoice",
    { id: 3, invoice: PLAIN, a: {} },
  ],
  ["the body, if objects have other names", TWO, "invoice", TWO],
];

test.each(BESIDE)("a response with several objects shows a resource as %s", (_, body, of, shown) => {
  expect(resourceIn(body, { identifier: { pointer: "/id", of } })).toEqual(shown);
});

const SENT: readonly [name: string, body: JsonObject, known: JsonObject, sent: JsonObject][] = [
  ["the body", PLAIN, {}, PLAIN],
  ["the content of an envelope", { article: PLAIN }, {}, PLAIN],
  ["the body, if its only object is a member of the resource", { author: PLAIN }, { author: {} }, { author: PLAIN }],
  ["the content of an envelope beside settings", { data: PLAIN, notify: true, options: { deep: 1 } }, PLAIN, PLAIN],
  [
    "the body, if it has fields of the resource beside an object like it",
    { id: 2, parent: PLAIN },
    PLAIN,
    { id: 2, parent: PLAIN },
  ],
  ["the body, if two objects are like the resource", { from: PLAIN, to: PLAIN }, PLAIN, { from: PLAIN, to: PLAIN }],
  ["the body, if its only object is not alone", { title: "A", author: PLAIN }, {}, { title: "A", author: PLAIN }],
];

test.each(SENT)("a request describes a resource as %s", (_, body, known, sent) => {
  expect(sentResource(body, known)).toEqual(sent);
});

test("a request may describe several resources: the items of a list, also in an envelope", () => {
  const body = { articles: [PLAIN, { article: PLAIN }] };
  expect(sentObjects(body).map(({ at }) => at)).toEqual(["", "/articles/0", "/articles/1", "/articles/1/article"]);
  expect(nearObjects(TWO)).toEqual([TWO, PLAIN, { id: 2 }]);
});

const ARTICLE: JsonObject = { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } };

function contentOf(properties: JsonObject) {
  const { document, operations } = contractOf({ "/a": { get: get({ type: "object", properties }) } });
  const [content] = operations.flatMap((operation): MediaType[] => successContents(operation));
  if (!content) throw new Error("The operation has no content.");
  return { document, content };
}

test("a schema of an envelope says where the resource and its fields are", () => {
  const { document, content } = contentOf({ article: ARTICLE });
  expect(schemaLayers(document, content)).toEqual(["", "/article"]);
  expect(contentPlace(document, content)).toBe("/article");
  expect(propertyNames(document, content, "")).toEqual(["id", "title"]);
  expect([fieldPlace(document, content, "/id"), fieldPlace(document, content, "/article/id")]).toEqual([
    "/article/id",
    "/article/id",
  ]);
  expect([placeInResource(document, content, "/article/id"), placeInResource(document, content, "/id")]).toEqual([
    "/id",
    "/id",
  ]);
  expect(sentResourceAt(document, content, {})).toBe("/article");
  expect(sentResourceAt(document, content, { article: {} })).toBe("");
});

test("a schema with a field beside an object may be that of the resource itself", () => {
  const { document, content } = contentOf({ status: { type: "string" }, article: ARTICLE });
  expect(schemaLayers(document, content)).toEqual(["", "/article"]);
  expect(contentPlace(document, content)).toBeUndefined();
  expect(propertyNames(document, content, "")).toEqual(["status", "article"]);
  expect(fieldPlace(document, content, "/id")).toBe("/id");
});
