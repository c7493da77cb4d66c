import { expect, test } from "vitest";
import { isSkippedFor, type Need, type Skip, settingPath, skipFor, skipText } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";

const value = (isList: boolean, ...setting: string[]): Need => ({ kind: "value", setting, isList });

test.each<[words: string, skip: Skip]>([
  ["writes are not allowed (writes: reversible, or --allow-writes)", skipFor({ kind: "writes", level: "reversible" })],
  [
    "it needs a key of another team: add one to the target file, credentials.otherTeam",
    skipFor({ kind: "credentials", actor: "otherTeam" }),
  ],
  ["too few items (3, needs 21)", skipFor({ kind: "items", found: 3, wanted: 21 })],
  ["the server keeps no state", skipFor({ kind: "state" })],
  [
    "the run reached its budget of 300 requests (--budget N sets another one)",
    skipFor({ kind: "budget", requests: 300 }),
  ],
  [
    "the exploration reached its limit of 2 s (--explore sets another one)",
    skipFor({ kind: "exploration", limit: "2 s" }),
  ],
  ["the list is empty", { reason: "the list is empty", needs: [] }],
  [
    'no value exists for id: add one to the target file, values."GET /a".id',
    { reason: "no value exists for id", needs: [value(false, "values", "GET /a", "id")] },
  ],
  [
    "no value exists for id and the body: add each to the target file, values.a.id and values.a.requestBody",
    {
      reason: "no value exists for id and the body",
      needs: [value(false, "values", "a", "id"), value(false, "values", "a", "requestBody")],
    },
  ],
  [
    "it needs a value to consume: add a list to the target file, values.a.id",
    { reason: "it needs a value to consume", needs: [value(true, "values", "a", "id")] },
  ],
  [
    "it needs an empty import: name a provision module in the target file",
    { reason: "it needs an empty import", needs: [{ kind: "provision" }] },
  ],
  [
    "DELETE /a names no resource: allow it in the target file, allowed.deleteAll",
    { reason: "DELETE /a names no resource", needs: [{ kind: "allowed", operation: "deleteAll" }] },
  ],
])("in words: %s", (words, skip) => {
  expect(skipText(skip)).toBe(words);
  expect(new Skipped(skip)).toMatchObject({ message: words, ...skip });
});

test("a program asks for the kind of a need, and not for the words", () => {
  expect(isSkippedFor(skipFor({ kind: "time" }), "time")).toBe(true);
  expect(isSkippedFor(skipFor({ kind: "time" }), "interrupted")).toBe(false);
  expect(isSkippedFor(new Skipped("the run reached its time limit"), "time")).toBe(false);
});

test("a name of a setting with other characters is quoted, as in JSON", () => {
  expect(settingPath("values", "GET /a", "page.size", "it's")).toBe('values."GET /a"."page.size"."it\'s"');
});
