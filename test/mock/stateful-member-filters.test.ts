import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { named, shows } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

const TEXT: JsonObject = { type: "string" };
const enumOf = (...members: string[]): JsonObject => ({ type: "string", enum: members });

/** The paths of deals, whose list has one parameter. */
const documentWith = (properties: JsonObject, parameter: JsonObject) => {
  const all = { id: { ...TEXT, readOnly: true }, ...properties };
  const deal: JsonObject = { type: "object", required: Object.keys(all), properties: all };
  return documentOf({
    "/deals": {
      get: {
        parameters: [{ in: "query", ...parameter }],
        responses: { "200": shows({ type: "array", items: deal }) },
      },
      post: {
        requestBody: { required: true, content: { "application/json": { schema: deal } } },
        responses: { "201": shows(deal) },
      },
    },
    "/deals/{id}": { parameters: named("id"), get: { responses: { "200": shows(deal) } } },
  });
};

const read = async (query = ""): Promise<JsonObject[]> => (await fetch(`${mock?.url}/deals${query}`)).json();

test.each<[string, JsonObject, JsonObject, string, (row: JsonObject) => boolean]>([
  [
    "of the only field that has its members",
    { status: enumOf("open", "won", "lost", "parked"), kind: enumOf("a", "b") },
    { name: "tab", schema: enumOf("all", "open", "won", "lost") },
    ...(["tab=won", ({ status }: JsonObject) => status === "won"] as const),
  ],
  [
    "named by a flag",
    { public: { type: "boolean" } },
    { name: "availability", schema: enumOf("public", "is_member") },
    ...(["availability=public", ({ public: flag }: JsonObject) => flag === true] as const),
  ],
  [
    "of a flag of a longer name",
    { isArchived: { type: "boolean" } },
    { name: "filter", schema: enumOf("archived", "unarchived", "all") },
    ...(["filter=archived", ({ isArchived }: JsonObject) => isArchived === true] as const),
  ],
  [
    "that is the opposite of a flag",
    { is_active: { type: "boolean" } },
    { name: "status", schema: enumOf("active", "inactive") },
    ...(["status=inactive", ({ is_active }: JsonObject) => is_active === false] as const),
  ],
])("a value of a parameter %s selects by the field", async (_, properties, parameter, query, isWanted) => {
  mock = await startMock({ document: documentWith(properties, parameter), port: 0, state: true, rows: 30 });
  const wanted = (await read()).filter(isWanted);
  expect(wanted.length).toBeGreaterThan(0);
  expect(await read(`?${query}`)).toEqual(wanted);
});

test.each<[string, JsonObject, JsonObject, string]>([
  [
    "that means all",
    { status: enumOf("open", "won", "lost") },
    { name: "tab", schema: enumOf("all", "open", "won") },
    "tab=all",
  ],
  [
    "that two fields have",
    { status: enumOf("open", "won"), former: enumOf("open", "won") },
    { name: "tab", schema: enumOf("open", "won") },
    "tab=open",
  ],
  [
    "that chooses what is shown",
    { sort: enumOf("name", "date") },
    { name: "view", schema: enumOf("name", "date") },
    "view=name",
  ],
])("a value of a parameter %s selects all", async (_, properties, parameter, query) => {
  mock = await startMock({ document: documentWith(properties, parameter), port: 0, state: true, rows: 12 });
  expect(await read(`?${query}`)).toHaveLength(12);
});
