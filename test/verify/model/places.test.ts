import { expect, test } from "vitest";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { responsePlaces, securityPlaces, successPlaces } from "#openapi/operations/places.js";

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const DOCUMENT: OpenApiDocument = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1.0.0" },
  security: [{ Key: [] }],
  paths: {
    "/things": {
      get: {
        responses: {
          "200": { description: "The things.", content: { "application/json": { schema: reference("List") } } },
          "204": { description: "There are none." },
          "404": { $ref: "#/components/responses/NotFound" },
        },
      },
    },
  },
  components: {
    securitySchemes: { Key: { type: "http", scheme: "bearer" } },
    responses: {
      NotFound: { description: "It does not exist.", content: { "text/plain": { schema: { type: "string" } } } },
    },
    schemas: {
      List: { type: "object", properties: { data: { type: "array", items: reference("Thing") } } },
      Thing: { allOf: [reference("Base")], properties: { parent: reference("Thing") } },
      Base: { type: "object" },
      Unused: { type: "object" },
    },
  },
};

const [operation] = operationsOf(DOCUMENT);
if (!operation) throw new Error("There is no operation.");

const LIST = [
  "#/paths/~1things/get/responses/200",
  "#/paths/~1things/get/responses/200/content/application~1json/schema",
  "#/components/schemas/List",
  "#/components/schemas/Thing",
  "#/components/schemas/Base",
];
const NOT_FOUND = "#/components/responses/NotFound";

test.each([
  ["200", "itself and every schema of its bodies, each once", LIST],
  ["204", "itself alone, without content", ["#/paths/~1things/get/responses/204"]],
  ["404", "the component that it refers to", [NOT_FOUND, `${NOT_FOUND}/content/text~1plain/schema`]],
])("the places of the response %s are %s", (status, _, places) => {
  const response = operation.responses.find((each) => each.status === status);
  if (!response) throw new Error(`There is no response ${status}.`);
  expect(responsePlaces(DOCUMENT, response)).toEqual(places);
});

test("the places of success are those of all responses of the 2xx range", () => {
  expect(successPlaces(DOCUMENT, operation)).toEqual([...LIST, "#/paths/~1things/get/responses/204"]);
});

test.each([
  [["Key"], ["#/security", "#/components/securitySchemes/Key"]],
  [
    ["Key", "Unknown"],
    ["#/security", "#/components/securitySchemes/Key"],
  ],
  [[], ["#/security"]],
])("the places of the security schemes %j are %j", (schemes, places) => {
  expect(securityPlaces(DOCUMENT, schemes)).toEqual(places);
});

test("a document without security has no places of it", () => {
  const { security: _, components: __, ...open } = DOCUMENT;
  expect(securityPlaces(open, ["Key"])).toEqual([]);
});
