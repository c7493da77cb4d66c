import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { GENERATED, type RequestSpec, type ValueSource } from "#verify/model/request/request-spec.js";
import { skipText } from "#verify/model/test-case/need.js";
import { type Facts, type Ownership, permissionFor, refusalOf } from "#verify/resources/permission/permission.js";

const path = (name: string, schema: JsonObject = { type: "string" }): JsonObject => {
  return { name, in: "path", required: true, schema };
};
const DONE: JsonObject = { responses: { "200": { description: "Done." } } };
const METHODS: JsonObject = { get: DONE, post: DONE, put: DONE, patch: DONE, delete: DONE };
const ITEM: JsonObject = { type: "object", properties: { id: { type: "integer" }, ids: { type: "array" } } };
const bodyOf = (schema: JsonObject): JsonObject => ({
  requestBody: { content: { "application/json": { schema } } },
  ...DONE,
});
const listOf = (items: JsonObject): JsonObject => ({
  content: { "application/json": { schema: { type: "array", items } } },
});
const EXAMPLE: ValueSource = { kind: "example", key: "a" };
const LISTED: ValueSource = { kind: "list", operation: "GET /items" };
const FROM_RESPONSE: ValueSource = { kind: "response" };
const NOTHING: ValueSource = { kind: "generated", identifies: "nothing" };

const contract = new Contract({
  ...documentOf({
    "/items": METHODS,
    "/pet": { post: DONE, put: bodyOf(ITEM), patch: bodyOf({ type: "object", properties: { data: ITEM } }) },
    "/pet/{petId}": { parameters: [path("petId")], get: DONE },
    "/items/{id}": { parameters: [path("id")], ...METHODS },
    "/items/{id}/parts": { parameters: [path("id")], ...METHODS },
    "/items/{id}/parts/{part}": { parameters: [path("id"), path("part")], ...METHODS },
    "/regions/{region}/items/{id}": {
      parameters: [path("region", { $ref: "#/components/schemas/Region" }), path("id")],
      ...METHODS,
    },
    "/regions/{region}": { parameters: [path("region", { $ref: "#/components/schemas/Region" })], ...METHODS },
    "/bin/items": { get: { responses: { "200": { description: "Done.", ...listOf(ITEM) } } } },
    "/bin/items/{id}": { parameters: [path("id")], ...METHODS },
    "/bin/items/{id}/restore": { parameters: [path("id")], post: DONE },
    "/bin/items/{id}/parts": { parameters: [path("id")], post: DONE },
    "/items/delete": { post: DONE },
    "/undeclared/{slug}": METHODS,
  }),
  components: { schemas: { Region: { allOf: [{ oneOf: [{ const: "eu" }, { const: "us" }] }] } } },
});

interface Given {
  values?: Record<string, [value: Json, source: ValueSource]>;
  body?: Json;
  /** Sent in place of the operation's method. */
  method?: string;
  credential?: "otherTeam";
}

function decide(
  operationId: string,
  { values = {}, body, method, credential }: Given = {},
  {
    target = { keepsState: true, hasExampleData: false, writes: "creations" },
    ...ownership
  }: Partial<Ownership & Pick<Facts, "target">> = {},
) {
  const operation = contract.operations.find(({ id }) => id === operationId);
  if (!operation) throw new Error(`There is no operation ${operationId}.`);
  const parameters = operation.parameters.flatMap((parameter) => {
    const [value, source] = values[parameter.name] ?? [];
    return value === undefined || source === undefined ? [] : [{ parameter, value, source }];
  });
  const request: RequestSpec = {
    ...{ operation, parameters },
    ...(method === undefined ? {} : { method }),
    ...(credential === undefined ? {} : { credential }),
    ...(body === undefined ? {} : { body: { type: "application/json", value: body, source: GENERATED } }),
  };
  const permission = permissionFor(request, {
    ...{ contract, target },
    ownership: {
      owns: (address, use) =>
        use !== "otherTeam" && ["/items/7", "/items/7/parts/1", "/regions/eu/items/9"].includes(address),
      hasRemoved: (address) => address === "/items/6",
      isInBin: (address) => address === "/items/3",
      isGiven: ({ id }, _, value) => id === "DELETE /items/{id}" && value === "given",
      isAbsent: (address) => address === "/items/404",
      isUnique: (value) => value === "h3k9",
      isNew: (value) => value === "h3k9",
      isForeign: () => false,
      isAlone: () => false,
      owned: () => [{ collection: "/pet", pointer: "/id", value: 7 }],
      leavesBehind: () => false,
      keepsCreated: () => false,
      ...ownership,
    },
  });
  return permission.isAllowed ? permission.because : skipText(permission.why);
}

describe("the gate lets pass", () => {
  test.each<[reason: string, operation: string, given?: Given]>([
    ["safe", "GET /items/{id}", { values: { id: ["5", EXAMPLE] } }],
    ["creation", "POST /items"],
    ["created", "DELETE /items/{id}", { values: { id: [7, FROM_RESPONSE] } }],
    ["created", "POST /items/{id}/parts", { values: { id: ["7", FROM_RESPONSE] } }],
    ["created", "DELETE /items/{id}/parts", { values: { id: ["7", FROM_RESPONSE] } }],
    ["created", "PATCH /items/{id}/parts/{part}", { values: { id: ["7", FROM_RESPONSE], part: [1, FROM_RESPONSE] } }],
    [
      "created",
      "PUT /regions/{region}/items/{id}",
      { values: { region: ["eu", GENERATED], id: ["9", FROM_RESPONSE] } },
    ],
    ["given", "DELETE /items/{id}", { values: { id: ["given", EXAMPLE] } }],
    ["unknown", "DELETE /items/{id}", { values: { id: ["h3k9", NOTHING] } }],
    ["unknown", "PUT /items/{id}", { values: { id: [6, FROM_RESPONSE] } }],
    ["unknown", "PUT /items/{id}/parts/{part}", { values: { id: ["7", FROM_RESPONSE], part: ["h3k9", NOTHING] } }],
    [
      "unknown",
      "DELETE /regions/{region}/items/{id}",
      { values: { region: ["eu", GENERATED], id: ["h3k9", NOTHING] } },
    ],
    ["created", "POST /bin/items/{id}/restore", { values: { id: [3, FROM_RESPONSE] } }],
    ["created", "DELETE /bin/items/{id}", { values: { id: [3, FROM_RESPONSE] } }],
    ["created", "PUT /pet", { body: { id: 7, name: "a" } }],
    ["created", "PATCH /pet", { body: { data: { id: 7 } } }],
  ])("because of the reason %j: %s", (reason, operation, given) => {
    expect(decide(operation, given)).toBe(reason);
  });

  test("every operation that names no resource, if the target file allows it", () => {
    const target = {
      keepsState: true,
      hasExampleData: false,
      writes: "creations" as const,
      allowed: new Set(["DELETE /items"]),
    };
    expect(decide("DELETE /items", {}, { target })).toBe("allowed");
    expect(decide("PATCH /items", {}, { target })).toContain("names no resource");
  });

  test.each([
    ["own-server", { keepsState: true, hasExampleData: true, writes: "creations" as const }],
    ["stateless", { keepsState: false, hasExampleData: false, writes: "creations" as const }],
  ])("everything, if the target is %s", (reason, target) => {
    expect(decide("DELETE /items", {}, { target })).toBe(reason);
  });
});

test.each([
  { keepsState: true, hasExampleData: false, writes: "none" as const },
  { keepsState: true, hasExampleData: true, writes: "none" as const },
  { keepsState: false, hasExampleData: false, writes: "none" as const },
])("without writes, the gate lets no unsafe request pass: %j", (target) => {
  for (const operation of ["DELETE /items", "PATCH /items", "PUT /pet", "PATCH /pet"]) {
    expect(decide(operation, {}, { target })).toContain("writes are not allowed");
  }
});

describe("the gate does not let pass", () => {
  const foreign = (name: string, value: Json) =>
    `the run has not created what ${name} ${JSON.stringify(value)} identifies`;

  test.each<[title: string, why: string, operation: string, given?: Given]>([
    ["an example", foreign("id", "5"), "DELETE /items/{id}", { values: { id: ["5", EXAMPLE] } }],
    ["an item of a list", foreign("id", "5"), "PATCH /items/{id}", { values: { id: ["5", LISTED] } }],
    [
      "a value of a response that created nothing",
      foreign("id", 8),
      "PUT /items/{id}",
      { values: { id: [8, FROM_RESPONSE] } },
    ],
    [
      "a generated value that may exist",
      foreign("id", 10 ** 9),
      "DELETE /items/{id}",
      { values: { id: [10 ** 9, GENERATED] } },
    ],
    ["a POST below an item", foreign("id", "5"), "POST /items/{id}/parts", { values: { id: ["5", LISTED] } }],
    ["a POST to an item", foreign("id", "5"), "POST /items/{id}", { values: { id: ["5", LISTED] } }],
    [
      "a part of another item",
      foreign("id", "5"),
      "PUT /items/{id}/parts/{part}",
      { values: { id: ["5", LISTED], part: ["h3k9", NOTHING] } },
    ],
    [
      "another part of an owned item",
      foreign("part", 2),
      "DELETE /items/{id}/parts/{part}",
      { values: { id: ["7", FROM_RESPONSE], part: [2, FROM_RESPONSE] } },
    ],
    [
      "what somebody else deleted",
      foreign("id", 4),
      "POST /bin/items/{id}/restore",
      { values: { id: [4, FROM_RESPONSE] } },
    ],
    [
      "the deletion for good of what somebody else deleted",
      foreign("id", 4),
      "DELETE /bin/items/{id}",
      { values: { id: [4, FROM_RESPONSE] } },
    ],
    [
      "another request about a deleted item of the run",
      foreign("id", 3),
      "POST /bin/items/{id}/parts",
      { values: { id: [3, FROM_RESPONSE] } },
    ],
    [
      "a method that the document does not have for a deleted item of the run",
      foreign("id", 3),
      "POST /bin/items/{id}/restore",
      { values: { id: [3, FROM_RESPONSE] }, method: "delete" },
    ],
    ["an item whose deleted one is of the run", foreign("id", 3), "PUT /items/{id}", { values: { id: [3, LISTED] } }],
    [
      "a member of a closed set",
      foreign("region", "eu"),
      "DELETE /regions/{region}",
      { values: { region: ["eu", GENERATED] } },
    ],
    [
      "a value that is given for another method",
      foreign("id", "given"),
      "GET /items/{id}",
      { values: { id: ["given", EXAMPLE] }, method: "patch" },
    ],
    [
      "a DELETE of a collection",
      'DELETE /items names no resource that the run created: allow it in the target file, allowed."DELETE /items"',
      "DELETE /items",
    ],
    [
      "a DELETE whose body names an owned resource",
      'DELETE /items names no resource that the run created: allow it in the target file, allowed."DELETE /items"',
      "DELETE /items",
      { body: { id: 7 } },
    ],
    [
      "a PATCH that names an owned resource by a field that the document does not declare",
      'PATCH /pet names no resource that the run created: allow it in the target file, allowed."PATCH /pet"',
      "PATCH /pet",
      { body: { id: 7 } },
    ],
    [
      "a PUT of a list, although its body names an owned item",
      'PUT /items names no resource that the run created: allow it in the target file, allowed."PUT /items"',
      "PUT /items",
      { body: { id: 7 } },
    ],
    [
      "a PUT of an owned item whose body names another one",
      "its body names /id 8, and its path another resource",
      "PUT /items/{id}",
      { values: { id: ["7", FROM_RESPONSE] }, body: { id: 8 } },
    ],
    [
      "an owned item that has the same identifier for another team",
      foreign("id", "7"),
      "DELETE /items/{id}",
      { values: { id: ["7", FROM_RESPONSE] }, credential: "otherTeam" },
    ],
    [
      "an identifier that leads to the parent path",
      foreign("id", ".."),
      "DELETE /items/{id}",
      { values: { id: ["..", NOTHING] } },
    ],
    [
      "a PUT in bulk, with an owned resource beside its list",
      'PUT /pet names no resource that the run created: allow it in the target file, allowed."PUT /pet"',
      "PUT /pet",
      { body: { id: 7, ids: [8] } },
    ],
    [
      "a PUT that names another resource",
      'PUT /items names no resource that the run created: allow it in the target file, allowed."PUT /items"',
      "PUT /items",
      { body: { id: 8 } },
    ],
    [
      "an undocumented PATCH of a collection",
      "PATCH of /items/delete names no resource",
      "POST /items/delete",
      { method: "patch" },
    ],
    [
      "a POST of an action",
      'POST /items/delete may do more than create a resource: allow it in the target file, allowed."POST /items/delete"',
      "POST /items/delete",
    ],
    [
      "an undeclared parameter",
      "its path has {slug}, which the document does not declare as a parameter: correct the document",
      "DELETE /undeclared/{slug}",
    ],
  ])("%s", (_, why, operation, given) => {
    expect(decide(operation, given)).toBe(why);
  });
});

test("an operation that the plan refuses is refused by the gate for the same reason, also if it names an owned resource", () => {
  const target = { keepsState: true, hasExampleData: false, writes: "creations" as const };
  const refused = contract.operations.flatMap((operation) => {
    const why = refusalOf(operation, { contract, target });
    return why === undefined ? [] : [{ id: operation.id, why }];
  });
  expect(refused.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["DELETE /items", "PUT /items", "POST /items/delete", "GET /undeclared/{slug}"]),
  );
  for (const { id, why } of refused) expect(decide(id, { body: { id: 7 } })).toBe(skipText(why));
});
