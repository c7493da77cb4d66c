import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { contractOf, get } from "./document.js";

const ITEM: JsonObject = { type: "object", properties: { id: { type: "integer" }, title: { type: "string" } } };
const LIST: JsonObject = { type: "object", properties: { items: { type: "array", items: ITEM } } };
const DONE: JsonObject = { responses: { "200": { description: "Done." } } };

function named(...names: string[]): JsonObject[] {
  return names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
}

/** A collection of tops, and one that is named before the top around it. */
function paths(top: string, [own, around]: [string, string], beside: JsonObject = {}): JsonObject {
  return {
    [`/${top}`]: { get: get(LIST), post: DONE },
    [`/${top}/{id}`]: { get: get(ITEM, named("id")), delete: { parameters: named("id"), ...DONE } },
    [`/${own}/{${around}}`]: { get: get(LIST, named(around)), post: { parameters: named(around), ...DONE } },
    [`/${own}/{${around}}/{id}`]: { get: get(ITEM, named(around, "id")) },
    ...beside,
  };
}

test.each<[behavior: string, paths: JsonObject, places: string[]]>([
  ["by the name of its parameter", paths("posts", ["comments", "post_id"]), ["/posts/{}", "/posts/{}/comments/{}"]],
  ["by a code", paths("project", ["suite", "projectCode"]), ["/project/{}", "/project/{}/suite/{}"]],
  ["below a base", paths("api/users", ["api/notes", "userId"]), ["/api/users/{}", "/api/users/{}/notes/{}"]],
  [
    "not by a name of no other thing",
    paths("posts", ["comments", "code"]),
    ["/posts/{}", "/comments/{}", "/comments/{}/{}"],
  ],
  [
    "not if its own items are meant",
    paths("posts", ["comments", "post_id"], { "/comments/{id}": { delete: { parameters: named("id"), ...DONE } } }),
    ["/posts/{}", "/comments/{}", "/comments/{}/{}"],
  ],
  [
    "not if it has a list of its own",
    paths("posts", ["comments", "post_id"], { "/comments": { get: get(LIST) } }),
    ["/posts/{}", "/comments/{}", "/comments/{}/{}"],
  ],
])("a collection is placed below the resource that its path names: %s", (_, document, places) => {
  expect([...resourcesOf(contractOf(document)).keys()]).toEqual(places);
});

test("the parameter of a component names the resource that it identifies", () => {
  const shared = [{ $ref: "#/components/parameters/Code" }];
  const document = {
    "/project": { get: get(LIST), post: DONE },
    "/project/{code}": { parameters: shared, get: get(ITEM) },
    "/suite/{code}": { parameters: shared, get: get(LIST), post: DONE },
    "/suite/{code}/{id}": { parameters: [...shared, ...named("id")], get: get(ITEM) },
  };
  const components = { parameters: { Code: named("code")[0] ?? null } };
  const contract = new Contract({ ...documentOf(document), components });
  expect([...resourcesOf(contract).keys()]).toEqual(["/project/{}", "/project/{}/suite/{}"]);
  expect(contract.operationOf("get", "/suite/AB/5")?.path).toBe("/project/{code}/suite/{id}");
  expect(contract.operationOf("get", "/project/AB/suite/5")).toBeUndefined();
});
