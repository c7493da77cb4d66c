import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { FROM_RESPONSE } from "#verify/model/request/request-spec.js";
import { changesOwnEntry, linksOwn } from "#verify/resources/permission/own-links.js";
import { permissionFor } from "#verify/resources/permission/permission.js";

const DONE: JsonObject = { responses: { "200": { description: "Done." } } };
const path = (name: string): JsonObject => ({ name, in: "path", required: true, schema: { type: "string" } });
const item = (parameters: readonly string[], methods: readonly string[]): JsonObject => ({
  parameters: parameters.map(path),
  ...Object.fromEntries(methods.map((method) => [method, DONE])),
});
const LINKED = ["get", "put", "post", "delete", "patch"];

const TEXT: JsonObject = { type: "string" };
const MAP: JsonObject = { type: "object", additionalProperties: TEXT };
const shows = (schema: JsonObject): JsonObject => ({
  responses: { "200": { description: "Done.", content: { "application/json": { schema } } } },
});
const sends = (schema: JsonObject): JsonObject => ({
  requestBody: { content: { "application/json": { schema } } },
  ...DONE,
});
const below = (get: JsonObject, post?: JsonObject): JsonObject => ({
  ...{ parameters: [path("team")], get },
  ...(post ? { post } : {}),
});
const kinds = (schema: JsonObject): JsonObject => ({
  parameters: [path("team"), { name: "kind", in: "path", required: true, schema }],
  ...Object.fromEntries(["put", "delete", "patch"].map((method) => [method, DONE])),
});
const CLOSED: JsonObject = { type: "string", enum: ["a", "b"] };
const IDS: JsonObject = { type: "object", properties: { personIds: { type: "array", items: { type: "integer" } } } };

const contract = new Contract(
  documentOf({
    "/teams": { get: DONE, post: DONE },
    "/teams/{team}": item(["team"], ["get", "delete"]),
    "/people": { get: DONE, post: DONE },
    "/people/{personId}": item(["personId"], ["get", "delete"]),
    "/tags/{tag}": item(["tag"], ["get", "put", "delete"]),
    "/rooms/{room}": item(["room"], ["get"]),
    "/teams/{team}/people/{id}": item(["team", "id"], LINKED),
    "/teams/{team}/members/{person}": item(["team", "person"], LINKED),
    "/teams/{team}/tags/{label}": item(["team", "label"], LINKED),
    "/teams/{team}/rooms/{room}": item(["team", "room"], LINKED),
    "/teams/{team}/members/{person}/tags/{tag}": item(["team", "person", "tag"], LINKED),
    "/teams/{team}/notes": { parameters: [path("team")], get: DONE, post: DONE },
    "/teams/{team}/notes/{tag}": item(["team", "tag"], LINKED),
    "/teams/{team}/colors": below(shows(MAP)),
    "/teams/{team}/colors/{kind}": kinds(CLOSED),
    "/teams/{team}/names": below(shows(MAP)),
    "/teams/{team}/names/{kind}": kinds(TEXT),
    "/teams/{team}/modes": below(shows({ type: "array", items: { type: "object", properties: { kind: CLOSED } } })),
    "/teams/{team}/modes/{kind}": kinds(CLOSED),
    "/teams/{team}/ids": below(shows({ type: "array", items: { type: "integer" } }), sends(IDS)),
    "/teams/{team}/ids/{personId}": item(["team", "personId"], ["delete"]),
    "/teams/{team}/seats": below(
      shows({ type: "array", items: { type: "object", properties: { id: { type: "integer" } } } }),
      sends(IDS),
    ),
    "/teams/{team}/seats/{personId}": item(["team", "personId"], ["delete"]),
  }),
);

const UUID = "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4";
const OTHER = "9c1e7a55-0d2b-4b1f-8a60-3f5d2c8e1b77";
const OWNED = ["/teams/7", "/teams/9", `/people/${UUID}`, "/people/7", "/people/k1", "/tags/nh3k9", "/rooms/nh3k9"];

function decide(operationId: string, values: readonly Json[], method?: string) {
  const operation = contract.operations.find(({ id }) => id === operationId);
  if (!operation) throw new Error(`There is no operation ${operationId}.`);
  const parameters = operation.parameters.map((parameter, index) => ({
    parameter,
    value: values[index] ?? null,
    source: FROM_RESPONSE,
  }));
  const request = { operation, parameters, body: undefined, ...(method === undefined ? {} : { method }) };
  const ownership = {
    owns: (address: string) => OWNED.includes(address),
    hasRemoved: () => false,
    isInBin: () => false,
    isGiven: () => false,
    isAbsent: () => false,
    isUnique: (value: unknown) => String(value).includes("h3k9"),
    isNew: (value: unknown) => String(value).includes("h3k9"),
    isForeign: () => false,
    isAlone: () => false,
    owned: () => [],
    leavesBehind: () => false,
    keepsCreated: () => false,
  };
  const target = { keepsState: true, hasExampleData: false, writes: "creations" as const };
  const { isAllowed } = permissionFor(request, { contract, target, ownership });
  const isPart = linksOwn(request, contract, ownership) || changesOwnEntry(request, contract, ownership);
  expect(isAllowed && isPart).toBe(isAllowed);
  return isAllowed;
}

test.each<[operation: string, values: Json[]]>([
  ["PUT /teams/{team}/people/{id}", ["7", UUID]],
  ["POST /teams/{team}/members/{person}", ["9", UUID]],
  ["DELETE /teams/{team}/members/{person}", ["7", UUID]],
  ["PUT /teams/{team}/tags/{label}", ["7", "nh3k9"]],
  ["DELETE /teams/{team}/ids/{personId}", ["7", "7"]],
  ["PUT /teams/{team}/colors/{kind}", ["7", "a"]],
  ["DELETE /teams/{team}/colors/{kind}", ["7", "a"]],
])("a run may link two resources that it created, or change a part of one: %s with %j", (operation, values) => {
  expect(decide(operation, values)).toBe(true);
});

test.each<[why: string, operation: string, values: Json[], method?: string]>([
  ["the resource around is of others", "PUT /teams/{team}/people/{id}", ["8", UUID]],
  ["the linked one is of others", "PUT /teams/{team}/people/{id}", ["7", OTHER]],
  ["a number may be that of another link", "DELETE /teams/{team}/people/{id}", ["7", "7"]],
  ["a short text of the server may be the name of another link", "PUT /teams/{team}/people/{id}", ["7", "k1"]],
  ["the run can create nothing of the kind", "PUT /teams/{team}/rooms/{room}", ["7", "nh3k9"]],
  ["notes have a creation of their own", "PUT /teams/{team}/notes/{tag}", ["7", "nh3k9"]],
  ["the member in between is not the run's", "PUT /teams/{team}/members/{person}/tags/{tag}", ["7", OTHER, "nh3k9"]],
  ["a change of the link may change what others see", "PATCH /teams/{team}/people/{id}", ["7", UUID]],
  ["the list of ids is of others", "DELETE /teams/{team}/ids/{personId}", ["8", "7"]],
  ["the id in the list is of others", "DELETE /teams/{team}/ids/{personId}", ["7", "8"]],
  [
    "the list has more than ids, so a number may be that of a seat",
    "DELETE /teams/{team}/seats/{personId}",
    ["7", "7"],
  ],
  ["the map is of others", "PUT /teams/{team}/colors/{kind}", ["8", "a"]],
  ["a name that is not from a closed set may be of others", "DELETE /teams/{team}/names/{kind}", ["7", "a"]],
  ["no map has the members of the closed set", "DELETE /teams/{team}/modes/{kind}", ["7", "a"]],
  ["it is neither set nor removed", "PATCH /teams/{team}/colors/{kind}", ["7", "a"]],
  ["the document does not have the method", "GET /teams/{team}/people/{id}", ["7", UUID], "delete"],
])("a run does not change a link or a part, because %s", (_, operation, values, method) => {
  expect(decide(operation, values, method)).toBe(false);
});
