import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { COMPATIBLE, compare, EQUAL, type Policy, PRESENT, RELATED, UNTOUCHED } from "#verify/model/finding/compare.js";

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
  expect(compare({ field: sent }, { field: received }, EQUAL)).toEqual([]);
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
  expect(compare({ field: sent }, { field: received }, EQUAL)).toEqual([
    { name: "field", at: "/field", wanted: sent, found: received },
  ]);
});

test.each<[title: string, sent: JsonObject, received: JsonObject]>([
  ["was not sent", {}, { id: 7 }],
  ["does not come back", { password: "secret" }, {}],
])("no difference in a field that %s", (_, sent, received) => {
  expect(compare(sent, received, EQUAL)).toEqual([]);
});

const NOON = "2026-11-06T12:00:00Z";
const LATER = "2026-11-06T13:00:00Z";

/** A field with these two values differs by a policy, or does not. */
const POLICIES: readonly [
  policy: string,
  rules: Policy,
  same: [string, Json, Json][],
  other: [string, Json, Json][],
][] = [
  [
    "related values",
    RELATED,
    [
      ["name", " Kim ", "kim"],
      ["phone", "0151 23", "+4915123"],
      ["tags", ["a"], ["A", "b"]],
      ["at", "2026-11-06T12:00:00.4Z", NOON],
      ["name", "", "none"],
    ],
    [
      ["name", "Kim", "Jo"],
      ["count", 1, 2],
      ["tags", ["a"], ["b"]],
    ],
  ],
  ["related values, one of which identifies", { ...RELATED, exact: ["id"] }, [["name", "A", "a"]], [["id", "A", "a"]]],
  [
    "two representations",
    COMPATIBLE,
    [
      ["count", 1, 2],
      ["text", "A text of more than twenty letters", "A text of more than twen…"],
      ["updated_at", NOON, LATER],
      ["owner", "kim", { id: "kim" }],
      ["owner", null, "kim"],
    ],
    [
      ["text", "A", "B"],
      ["isDone", true, false],
      ["tags", ["a"], ["b"]],
      ["createdAt", NOON, LATER],
      ["owner", { name: "Kim" }, { name: "Jo" }],
    ],
  ],
  [
    "a resource that nothing was done to",
    { ...UNTOUCHED, kept: ["price"] },
    [
      ["views", 1, 2],
      ["updated_at", NOON, LATER],
    ],
    [
      ["price", 1, 2],
      ["name", "a", "A"],
      ["isDone", true, false],
      ["note", null, "a"],
    ],
  ],
  [
    "fields that are present",
    PRESENT,
    [
      ["name", "a", "b"],
      ["name", null, null],
    ],
    [["name", "a", null]],
  ],
  [
    "texts of which one is masked",
    { same: "related", kinds: ["text"], mayMask: true },
    [["password", "secret", "****"]],
    [["password", "secret", "other"]],
  ],
  [
    "values that are made of sent ones",
    { ...EQUAL, sources: { title: "Big News" } },
    [["slug", "old", "big-news-2"]],
    [
      ["slug", "old", "other"],
      ["label", "old", "Big News"],
    ],
  ],
  [
    "fields that do not count",
    { ...EQUAL, except: ["a"], fields: ["a", "b"] },
    [
      ["a", 1, 2],
      ["c", 1, 2],
    ],
    [["b", 1, 2]],
  ],
];

test.each(
  POLICIES.flatMap(([title, policy, same, other]) => [
    ...same.map(([name, wanted, found]) => ({ title, policy, name, wanted, found, differs: [] as string[] })),
    ...other.map(([name, wanted, found]) => ({ title, policy, name, wanted, found, differs: [name] })),
  ]),
)("by the policy of $title, $name that is $wanted and $found has the differences $differs", (row) => {
  const { policy, name, wanted, found, differs } = row;
  expect(compare({ [name]: wanted }, { [name]: found }, policy).map((field) => field.name)).toEqual(differs);
});

test("a missing field is a difference only where the policy says so, also in an object in the resource", () => {
  const [wanted, found] = [{ a: { b: 1, c: 2 }, d: 3 }, { a: { b: 1 } }];
  expect(compare(wanted, found, EQUAL)).toEqual([]);
  expect(compare(wanted, found, PRESENT).map(({ at }) => at)).toEqual(["/a/c", "/d"]);
});

test.each<[title: string, actual: JsonObject, differing: string[]]>([
  ["in capitals is another one", { COLOR: "red" }, ["color"]],
  ["that is left out is none", {}, []],
  ["in capitals with another value is another field", { COLOR: "blue" }, []],
])("of two representations, a key of a map %s", (_, actual, differing) => {
  expect(compare({ color: "red" }, actual, COMPATIBLE).map(({ name }) => name)).toEqual(differing);
});

test.each<[title: string, sent: Json, received: Json, isRelated: boolean]>([
  ["a Unix time as a timestamp", 1_797_904_626, "2026-12-22T01:57:06+00:00", true],
  ["a Unix time in milliseconds as a timestamp", 1_797_904_626_500, "2026-12-22T01:57:06.500Z", true],
  ["a timestamp as a Unix time", "2026-12-22T01:57:06Z", 1_797_904_626, true],
  ["another moment than the Unix time", 1_797_904_626, "2026-12-22T01:58:06Z", false],
  ["a name as the object that it names", "smoke", { id: 3, title: "smoke" }, true],
  ["names as a list of objects", ["smoke", "long"], [{ title: "long" }, { title: "smoke" }], true],
  ["a name as another object", "smoke", { id: 3, title: "long" }, false],
])("a server may show what was sent otherwise: %s", (_, sent, received, isRelated) => {
  expect(compare({ field: sent }, { field: received }, RELATED).length === 0).toBe(isRelated);
});

test.each<[name: string, value: Json, counts: boolean]>([
  ["createdAt", 1_517_232_722, true],
  ["created", 1_517_232_722_000, true],
  ["created", 12, false],
  ["updatedAt", 1_517_232_722, false],
  ["count", 1_517_232_722, false],
])("the moment of the creation may be a number: %s of %j counts: %s", (name, value, counts) => {
  const policy: Policy = { same: "identical", kinds: ["creation"] };
  expect(compare({ [name]: value }, { [name]: Number(value) + 1 }, policy)).toHaveLength(Number(counts));
});
