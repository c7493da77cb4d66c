import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { differences } from "#verify/model/finding/differences.js";

const UUID = "2f6d0c4b-9a1e-4d73-b8e5-61c07f3a92d4";

test.each<[title: string, sent: Json, received: Json]>([
  ["the same text", "a", "a"],
  ["null", null, null],
  ["an address in another case", "Kim@Example.com", "kim@example.com"],
  ["an address in another Unicode normalization", "jose\u0301@example.com", "jos\u00e9@example.com"],
  ["a UUID in another case", UUID, UUID.toUpperCase()],
  ["the same moment in another time zone", "2026-11-06T08:30:00Z", "2026-11-06T09:30:00+01:00"],
  ["the same moment with milliseconds", "2026-11-06T08:30:00Z", "2026-11-06T08:30:00.000Z"],
  ["a nested object with more fields", { a: 1 }, { a: 1, b: 2 }],
  ["a list of objects with more fields", [{ a: 1 }], [{ a: 1, b: 2 }]],
])("no difference: %s", (_, sent, received) => {
  expect(differences({ field: sent }, { field: received })).toEqual([]);
});

test.each<[title: string, sent: Json, received: Json]>([
  ["another text", "a", "b"],
  ["a text in another case", "North", "north"],
  ["another address", "kim@example.com", "jo@example.com"],
  ["another moment", "2026-11-06T08:30:00Z", "2026-11-06T08:30:01Z"],
  ["a date that is not a timestamp", "2026-11-06", "2026-11-07"],
  ["a number as text", 1, "1"],
  ["null in place of a value", "a", null],
  ["a nested field with another value", { a: 1, b: 2 }, { a: 1, b: 3 }],
  ["a list in another order", [1, 2], [2, 1]],
  ["a shorter list", [1, 2], [1]],
  ["a list in place of an object", { a: 1 }, [1]],
])("a difference: %s", (_, sent, received) => {
  expect(differences({ field: sent }, { field: received })).toEqual([{ name: "field", wanted: sent, found: received }]);
});

test.each<[title: string, sent: JsonObject, received: JsonObject]>([
  ["was not sent", {}, { id: 7 }],
  ["does not come back", { password: "secret" }, {}],
])("no difference in a field that %s", (_, sent, received) => {
  expect(differences(sent, received)).toEqual([]);
});
