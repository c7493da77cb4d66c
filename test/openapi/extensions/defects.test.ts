import { beforeAll, describe, expect, test } from "vitest";
import { asObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerNames, valueAt } from "#openapi/document/pointer.js";
import { extensionDefects, requireExtensions } from "#openapi/extensions/defects.js";
import { loadDocument } from "#openapi/load/load.js";
import { BEGINNING } from "#test/english/sentences.js";
import { referenceContract } from "../../team-api/reference-contract.js";

let contract: OpenApiDocument;
beforeAll(async () => {
  contract = await referenceContract();
});

/** A copy of the contract with changed values by their places. Undefined removes a place. */
function changed(values: Record<string, Json | undefined>): OpenApiDocument {
  const copy = structuredClone(contract);
  for (const [pointer, value] of Object.entries(values)) {
    const owner = asObject(valueAt(copy, pointer.slice(0, pointer.lastIndexOf("/"))));
    const name = pointerNames(pointer).at(-1) ?? "";
    if (value === undefined) delete owner[name];
    else owner[name] = value;
  }
  return copy;
}

const LIST = "#/paths/~1suppressions/get";
const PAGINATION = `${LIST}/x-pagination`;
const NUMBERED = { items: "/data", parameter: "limit", counts: "pages" };
const REVOKE = "#/paths/~1oauth~1grants~1{oauth_grant_id}/delete";
const PAGE = "#/components/schemas/SuppressionList";
const FIRST_PAGE = "#/components/examples/FirstPage/value";

test("an extension of others with the name of ours refuses no document", () => {
  const foreign = { limitParam: "count", resultsPath: "dashboards" };
  const others = changed({ [PAGINATION]: foreign, "#/x-requirements": undefined });
  expect(() => requireExtensions(others, "it")).not.toThrow();
  expect(() => requireExtensions(changed({ [PAGINATION]: { ...foreign, items: "/data" } }), "it")).toThrow("forward");
});

/** A document of others, with an extension at a place of its operation. */
function theirs(place: string, value: Json): OpenApiDocument {
  const document = {
    ...{ openapi: "3.1.0", info: { title: "T", version: "1" } },
    paths: { "/a": { get: { responses: { 200: { description: "ok" } } } } },
    components: { schemas: { A: { type: "string" } } },
  };
  const owner = asObject(valueAt(document, place.slice(0, place.lastIndexOf("/"))));
  owner[pointerNames(place).at(-1) ?? ""] = value;
  return document;
}

test.each<[string, Json]>([
  ["#/x-examples", ["a"]],
  ["#/paths/~1a/get/x-examples", ["a"]],
  ["#/paths/~1a/get/responses/200/x-examples", { a: { value: 1 } }],
  ["#/components/schemas/A/x-extensible-enum", { values: ["a"] }],
  ["#/paths/~1a/get/x-stability-level", { level: "beta" }],
])("%s in a form of others refuses no document of theirs, and one of this project", (place, value) => {
  const document = theirs(place, value);
  expect(() => requireExtensions(document, "it")).not.toThrow();
  const own = { ...theirs(place, value), "x-open-points": {} };
  expect(() => requireExtensions(own, "it")).toThrow(place.replace(/.*(x-.*)/, "$1"));
});

test("the contract has no defect", async () => {
  expect(extensionDefects(await loadDocument("openapi/openapi.yaml"))).toEqual([]);
});

/** `DELETE /suppressions/{suppression}`, whose success has a body with some of the fields of a suppression. */
function deletion(...fields: string[]): Record<string, Json> {
  const properties = Object.fromEntries(fields.map((name) => [name, { type: "string" }]));
  const content = { "application/json": { schema: { type: "object", properties } } };
  const parameters = [{ $ref: "#/components/parameters/SuppressionIdOrEmail" }];
  const responses = { 200: { description: "Deleted.", content } };
  return {
    "#/paths/~1suppressions~1{suppression}/delete": { operationId: "deleteSuppression", parameters, responses },
  };
}

test("an operation may return one of the places that a parameter identifies", () => {
  expect(extensionDefects(changed(deletion("id")))).toEqual([]);
  expect(extensionDefects(changed(deletion("email", "deleted")))).toEqual([]);
});

test("an operation below the resource of a parameter may return none of its places", () => {
  const path = "#/paths/~1suppressions~1{suppression}~1tags";
  const { "#/paths/~1suppressions~1{suppression}/delete": below = null } = deletion("tags");
  expect(extensionDefects(changed({ [path]: { get: { ...asObject(below), operationId: "listTags" } } }))).toEqual([]);
});

test("an operation that returns none of the places is a defect", () => {
  expect(extensionDefects(changed(deletion("deleted")))).toEqual([
    { pointer: expect.stringMatching(/x-identifies\/0$/), message: expect.stringMatching(/no \/id /) },
  ]);
});

describe("a defect is", () => {
  test.each<{ title: string; values: Record<string, Json | undefined>; at: string; message: RegExp | string }>([
    {
      title: "a pointer to no place of the success schema",
      values: { [`${PAGINATION}/hasMore`]: "/more" },
      at: `${PAGINATION}/hasMore`,
      message: /The schema has no \/more .* Use one of object, has_more, data\./,
    },
    {
      title: "a list that is paged by numbers and by cursors",
      values: { [`${LIST}/x-numbered-pages`]: NUMBERED },
      at: `${LIST}/x-numbered-pages`,
      message: /has `x-pagination` as well\. Keep one/,
    },
    {
      title: "a parameter of numbered pages that the operation lacks",
      values: { [PAGINATION]: undefined, [`${LIST}/x-numbered-pages`]: { ...NUMBERED, parameter: "limmit" } },
      at: `${LIST}/x-numbered-pages/parameter`,
      message: /has no query parameter `limmit`\. Did you mean `limit`\?/,
    },
    {
      title: "a pointer to the items of numbered pages that leads nowhere",
      values: { [PAGINATION]: undefined, [`${LIST}/x-numbered-pages`]: { ...NUMBERED, items: "/items" } },
      at: `${LIST}/x-numbered-pages/items`,
      message: /The schema has no \/items/,
    },
    {
      title: "a pointer that resembles a place",
      values: { [`${PAGINATION}/items`]: "/dat" },
      at: `${PAGINATION}/items`,
      message: /no \/dat .* Did you mean `data`\?/,
    },
    {
      title: "a pointer to no place of the items",
      values: { [`${PAGINATION}/forward/item`]: "/idd" },
      at: `${PAGINATION}/forward/item`,
      message: /no \/data\/\*\/idd .* Did you mean `id`\?/,
    },
    {
      title: "a pointer to a value of another type",
      values: { [`${PAGINATION}/hasMore`]: "/data" },
      at: `${PAGINATION}/hasMore`,
      message: /\/data is array, not boolean/,
    },
    {
      title: "a pointer to an item that is a whole object",
      values: { [`${PAGINATION}/forward/item`]: "" },
      at: `${PAGINATION}/forward/item`,
      message: /\/data\/\* is object, not string or number/,
    },
    {
      title: "a pointer that no example has, where the schema is open",
      values: {
        [`${PAGE}/properties/has_more`]: undefined,
        [`${PAGINATION}/hasMore`]: "/more",
        [`${LIST}/responses/2XX/content/application~1json/schema`]: { type: "object" },
      },
      at: `${PAGINATION}/hasMore`,
      message: /No example has \/more/,
    },
    {
      title: "a pointer to a value of another type in an example",
      values: { [`${FIRST_PAGE}/has_more`]: "yes" },
      at: `${PAGINATION}/hasMore`,
      message: /^The example has string at \/has_more, not boolean .*firstPage/,
    },
    {
      title: "a text that is not a JSON pointer",
      values: { [`${PAGINATION}/items`]: "data" },
      at: `${PAGINATION}/items`,
      message: /It must match pattern/,
    },
    {
      title: "an unknown member",
      values: { [`${PAGINATION}/pagesize`]: "limit", [`${PAGINATION}/pageSize`]: undefined },
      at: `${PAGINATION}/pagesize`,
      message: "There is no member `pagesize`. Did you mean `pageSize`?",
    },
    {
      title: "a missing member",
      values: { [`${PAGINATION}/forward`]: undefined },
      at: PAGINATION,
      message: "It lacks `forward`.",
    },
    {
      title: "a cursor without a place of its value",
      values: { [`${PAGINATION}/forward/item`]: undefined },
      at: `${PAGINATION}/forward`,
      message: "It needs either `item` or `body`, a JSON pointer.",
    },
    {
      title: "an unknown parameter",
      values: { [`${PAGINATION}/forward/parameter`]: "aftr" },
      at: `${PAGINATION}/forward/parameter`,
      message: "The operation listSuppressions has no query parameter `aftr`. Did you mean `after`?",
    },
    {
      title: "a parameter of two roles",
      values: { [`${PAGINATION}/forward/parameter`]: "before" },
      at: `${PAGINATION}/backward/parameter`,
      message: "`before` has another role already. Name another parameter.",
    },
    {
      title: "a page size that is a text",
      values: { [`${PAGINATION}/pageSize`]: "origin" },
      at: `${PAGINATION}/pageSize`,
      message: "`origin` is not a number.",
    },
    {
      title: "an unknown parameter of a group that excludes each other",
      values: { [`${LIST}/x-mutually-exclusive`]: [["after", "befor"]] },
      at: `${LIST}/x-mutually-exclusive/0/1`,
      message: "The operation listSuppressions has no query parameter `befor`. Did you mean `before`?",
    },
    {
      title: "an unknown field of a resource that a parameter identifies",
      values: { "#/components/parameters/SuppressionIdOrEmail/x-identifies": ["/id", "/mail"] },
      at: "#/components/parameters/SuppressionIdOrEmail/x-identifies/1",
      message: /no \/mail .* Did you mean `email`\?/,
    },
    {
      title: "an unknown example key",
      values: { [`${REVOKE}/responses/404/x-examples`]: ["alreadyRevoked", "unknwon"] },
      at: `${REVOKE}/responses/404/x-examples/1`,
      message: "No parameter or request body has an example `unknwon`. Did you mean `unknown`?",
    },
    {
      title: "a place of a requirement that does not exist",
      values: { "#/x-requirements/I3/stated": ["#/components/schemas/Counts"] },
      at: "#/x-requirements/I3/stated/0",
      message:
        "The document has no place #/components/schemas/Counts: #/components/schemas has no `Counts`. Correct the place, or remove it.",
    },
    {
      title: "an unknown operation of a requirement",
      values: { "#/x-requirements/I3/operations": ["retrieveImport"] },
      at: "#/x-requirements/I3/operations/0",
      message: /There is no operation `retrieveImport`\. Use one of revokeOauthGrant, /,
    },
    {
      title: "a requirement that nothing states",
      values: { "#/x-requirements/I3/stated": undefined },
      at: "#/x-requirements/I3",
      message: /It needs `stated`/,
    },
    {
      title: "an unknown open point",
      values: { [`${LIST}/x-unspecified`]: { U12: "Something is open." } },
      at: `${LIST}/x-unspecified/U12`,
      message: /`U12` is not an open point\. Use one of U1, U2/,
    },
    {
      title: "a misspelled extension",
      values: { [`${LIST}/x-mutualy-exclusive`]: [["after", "before"]] },
      at: `${LIST}/x-mutualy-exclusive`,
      message: "`x-mutualy-exclusive` is not an extension of this project. Did you mean `x-mutually-exclusive`?",
    },
    {
      title: "an extension with other hyphens",
      values: { "#/components/parameters/OauthGrantId/x-Identi_fies": ["/id"] },
      at: "#/components/parameters/OauthGrantId/x-Identi_fies",
      message: /Did you mean `x-identifies`\?/,
    },
    {
      title: "an extension at an object where it has no effect",
      values: { [`${REVOKE}/x-may-be-clamped`]: true },
      at: `${REVOKE}/x-may-be-clamped`,
      message: "`x-may-be-clamped` has no effect here. It belongs to a parameter.",
    },
  ])("$title", ({ values, at, message }) => {
    // Requirements may state the same place.
    const defects = extensionDefects(changed(values)).filter(
      ({ pointer }) => pointer === at || !/stated/.test(pointer),
    );
    const wanted = typeof message === "string" ? message : expect.stringMatching(message);
    expect(defects).toEqual([expect.objectContaining({ pointer: at, message: wanted })]);
    expect(defects[0]?.message).toMatch(BEGINNING);
  });
});

test.each<[string, Record<string, Json>]>([
  ["that resembles none of ours", { "#/x-logo": { url: "logo.png" }, [`${LIST}/x-codegen-name`]: "list" }],
  ["that others use, and that resembles one of ours", { "#/components/parameters/After/x-example": "a" }],
  ["with a similar name and a value of another type", { "#/components/parameters/After/x-identifier": true }],
  ["of the same name, at another object and in another form", { [`${PAGE}/x-examples`]: { one: { data: [] } } }],
  ["with any content", { "#/x-theirs": { "x-pagnation": { items: "/none" }, "x-pagination": {} } }],
])("a foreign extension is left alone: one %s", (_, values) => {
  expect(extensionDefects(changed(values))).toEqual([]);
});

test("a property, header or example whose name begins with x- is not an extension", () => {
  const document = changed({
    [`${PAGE}/properties/x-identifes`]: { type: "array" },
    [`${LIST}/responses/2XX/headers`]: { "x-identifes": { schema: { type: "string" } } },
    [`${FIRST_PAGE}/x-identifes`]: ["/id"],
  });
  expect(extensionDefects(document)).toEqual([]);
});

test("a document is refused with all its defects, each with its place", () => {
  const document = changed({ [`${PAGINATION}/hasMore`]: "/more", [`${PAGINATION}/items`]: "/dat" });
  const lines = /^a\.yaml at .*\/items: .*\na\.yaml at .*\/hasMore: .*$/;
  expect(() => requireExtensions(document, "a.yaml")).toThrow(lines);
});

test("a name that may be somebody else's is reported by lint, and does not make a document unusable", () => {
  const document = changed({ [`${LIST}/x-identifes`]: ["/id"] });
  expect(extensionDefects(document)).toMatchObject([{ pointer: `${LIST}/x-identifes`, mayBeForeign: true }]);
  expect(() => requireExtensions(document, "a.yaml")).not.toThrow();
});
