import { expect, test } from "vitest";
import type { Json } from "#openapi/document/document.js";
import { jsonPatch, mergePatch } from "#state/acts/json-patch.js";

test.each<[string, Json, Json, Json | undefined]>([
  ["adds a field", { a: 1 }, [{ op: "add", path: "/b", value: 2 }], { a: 1, b: 2 }],
  ["inserts an item", [1, 3], [{ op: "add", path: "/1", value: 2 }], [1, 2, 3]],
  ["appends an item", [1], [{ op: "add", path: "/-", value: 2 }], [1, 2]],
  ["removes an item", { a: [1, 2] }, [{ op: "remove", path: "/a/0" }], { a: [2] }],
  ["replaces a value", { a: 1 }, [{ op: "replace", path: "/a", value: null }], { a: null }],
  ["moves a value", { a: 1, b: {} }, [{ op: "move", from: "/a", path: "/b/c" }], { b: { c: 1 } }],
  ["copies a value", { a: 1 }, [{ op: "copy", from: "/a", path: "/b" }], { a: 1, b: 1 }],
  ["tests a value", { a: [1] }, [{ op: "test", path: "/a", value: [1] }], { a: [1] }],
  [
    "is applied as a whole or not at all",
    { a: 1 },
    [
      { op: "add", path: "/b", value: 2 },
      { op: "test", path: "/a", value: 2 },
    ],
    undefined,
  ],
  ["fails for a place that does not exist", { a: 1 }, [{ op: "replace", path: "/b", value: 2 }], undefined],
  ["fails for an index beyond the list", [1], [{ op: "add", path: "/2", value: 2 }], undefined],
  ["fails for an unknown operation", {}, [{ op: "swap", path: "/a" }], undefined],
])("a JSON Patch %s", (_, value, patch, want) => {
  expect(jsonPatch(value, patch)).toEqual(want);
});

test.each<[Json, Json, Json]>([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: ["b"] }, { a: ["c", "d"] }, { a: ["c", "d"] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
])("the merge patch of %j by %j is that of RFC 7396, appendix A", (value, patch, want) => {
  expect(mergePatch(value, patch)).toEqual(want);
});
