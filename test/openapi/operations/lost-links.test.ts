import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { lostLinks } from "#openapi/operations/lost-links.js";

/** A document with an operation that has no operationId, and a link of another one. */
function documentWith(link: JsonObject) {
  const things = { description: "Things.", links: { Next: link } };
  return {
    openapi: "3.1.0",
    info: { title: "Links", version: "1.0.0" },
    paths: {
      "/parts": { get: { responses: { "200": { description: "Parts." } } } },
      "/things": { get: { operationId: "listThings", responses: { "200": things } } },
    },
  };
}

test("a link to an operation outside of the document leads nowhere that can be seen", () => {
  const link = {
    operationRef: "https://example.com/openapi.json#/paths/~1a/get",
    parameters: { id: "$response.body#/id" },
  };
  expect(lostLinks(documentWith(link))).toEqual([]);
});

test("a link to an unknown operation is named with the one that is meant", () => {
  expect(lostLinks(documentWith({ operationId: "listThngs" }))).toEqual([
    {
      pointer: "#/paths/~1things/get/responses/200/links/Next/operationId",
      message: "There is no operation `listThngs`. Did you mean `listThings`?",
    },
  ]);
});
