import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, named, shows } from "./placed-shapes.js";

let mock: Mock | undefined;
afterEach(() => mock?.close());

const THING = { ...fields("id", "first_name", "city"), required: ["id", "first_name", "city"] };
const TEXT: JsonObject = { type: "string" };
const KEYS: JsonObject = { type: "array", items: TEXT };

const documentWith = (parameters: JsonObject[]) =>
  documentOf({
    "/things": {
      get: {
        parameters: parameters.map((parameter) => ({ in: "query", ...parameter })),
        responses: { "200": shows({ type: "array", items: THING }) },
      },
    },
    "/things/{id}": { parameters: named("id"), get: { responses: { "200": shows(THING) } } },
  });

const SORT = { name: "sort", schema: TEXT };
const BOTH = [
  { name: "sortBy", schema: TEXT },
  { name: "sortDirection", schema: { ...TEXT, enum: ["asc", "desc"] } },
];

test.each<[string, JsonObject[], string, string[]]>([
  ["as Spring writes it", [{ name: "sort", schema: KEYS }], "sort=firstName,desc", ["-first_name"]],
  ["by two keys", [{ name: "sort", schema: KEYS }], "sort=city,asc&sort=firstName,desc", ["city", "-first_name"]],
  ["with a sign", [{ name: "ordering", schema: TEXT }], "ordering=-first_name", ["-first_name"]],
  ["with a colon", [SORT], "sort=first_name:desc", ["-first_name"]],
  ["by its name alone", [SORT], "sort=first_name", ["first_name"]],
  ["with a parameter for the direction", BOTH, "sortBy=first_name&sortDirection=desc", ["-first_name"]],
])("a list is sorted by a property that a request names, %s", async (_, parameters, query, keys) => {
  mock = await startMock({ document: documentWith(parameters), port: 0, state: true, rows: 20 });
  const response = await fetch(`${mock.url}/things?${query}`);
  const rows: Record<string, string>[] = await response.json();
  const wanted = rows.toSorted((one, other) => {
    for (const key of keys) {
      const name = key.replace("-", "");
      const [left = "", right = ""] = [one[name], other[name]];
      if (left !== right) return (left < right ? -1 : 1) * (key.startsWith("-") ? -1 : 1);
    }
    return 0;
  });
  expect(new Set(rows.map(({ first_name }) => first_name)).size).toBeGreaterThan(2);
  expect(rows).toEqual(wanted);
  expect(response.headers.get("x-mock-choice")).not.toContain("ignores");
});

test("a property that the items lack is ignored, and the response says so", async () => {
  mock = await startMock({ document: documentWith([SORT]), port: 0, state: true, rows: 3 });
  const response = await fetch(`${mock.url}/things?sort=price`);
  expect(response.headers.get("x-mock-choice")).toContain("ignores sort");
});
