import { expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import type { Target } from "#verify/model/target/target.js";
import type { Writes } from "#verify/model/target/writes.js";
import { settingsToAdd } from "#verify/report/additions.js";
import { verifyServer } from "../../small-document.js";
import { isText, lifeOf, object, stored, text } from "../../small-store.js";

const NOTE: JsonObject = object({ title: { ...text, minLength: 1, maxLength: 40 } }, ["title"]);
const SHOWN: JsonObject = object({ id: text, title: text }, ["id", "title"]);
const NOTES = lifeOf("notes", NOTE, SHOWN);
const [COLLECTION, ITEM] = ["/notes", "/notes/{id}"].map((path) => asObject(NOTES[path]));

/** The notes without some of their methods. */
function notes(...without: string[]): JsonObject {
  const kept = (item: JsonObject = {}) =>
    Object.fromEntries(Object.entries(item).filter(([method]) => !without.includes(method)));
  return { "/notes": kept(COLLECTION), "/notes/{id}": kept(ITEM) };
}

const ACTION: JsonObject = {
  "/notes/send": { post: { operationId: "sendNotes", responses: { "204": { description: "Sent." } } } },
};

/** How many test cases of a level ran that a reading run skipped. */
async function runs(paths: JsonObject, settings: Partial<Target>): Promise<{ ran: number; advice: string[] }> {
  const store = stored("notes", { make: ({ title }) => (isText(title) ? { title: title ?? "" } : 400) });
  const { results } = await verifyServer(paths, store, { hasExampleData: false, allowed: new Set(), ...settings });
  const { settings: advice } = settingsToAdd(results);
  const isRun = ({ outcome }: (typeof results)[number]) => outcome.verdict !== "skipped";
  return { ran: results.filter(isRun).length, advice: advice.map(({ written, opens }) => `${written} ${opens}`) };
}

test.each<[string, JsonObject, opens: [level: Writes, least: number][]]>([
  ["a deletion removes what it creates", notes(), [["reversible", 20]]],
  ["nothing removes what it creates", notes("delete"), [["creations", 20]]],
  ["nothing creates what it changes", notes("post", "delete"), [["creations", 1]]],
  ["an action is beside it", { ...notes("delete"), ...ACTION }, [["creations", 20]]],
])("the advice names the level at which more runs, and at most so many test cases do: %s", async (_, paths, opens) => {
  const reading = await runs(paths, { writes: "none" });
  const promises = new Map(
    reading.advice.flatMap((line) => {
      const [, level = "", count] = /^writes: (\w+) up to (\d+)/.exec(line) ?? [];
      return count === undefined ? [] : [[level, Number(count)]];
    }),
  );
  for (const writes of ["reversible", "creations"] as const) {
    const { ran } = await runs(paths, { writes });
    const more = ran - reading.ran;
    const least = opens.find(([level]) => level === writes)?.[1];
    expect(promises.has(writes)).toBe(least !== undefined);
    if (least === undefined) continue;
    expect(more).toBeGreaterThanOrEqual(least);
    expect(promises.get(writes)).toBeGreaterThanOrEqual(more);
  }
});

test("what a test case lacks beside writes is named with them", async () => {
  const { advice } = await runs({ ...notes("delete"), ...ACTION }, { writes: "none" });
  expect(advice).toContainEqual(
    expect.stringMatching(/^writes: reversible and allowed\.sendNotes up to \d+ test case/),
  );
});
