import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { verifyServer } from "#test/verify/small-document.js";
import { data, get, object, reading, text } from "#test/verify/small-store.js";
import { reasonOf } from "#verify/model/test-case/outcome.js";

const KINDS = ["csv", "form"];
const list = object(
  { data: { type: "array", items: object({ id: text, kind: text }, ["id"]) }, has_more: { type: "boolean" } },
  ["data", "has_more"],
);
const query = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", schema });
const PATHS: JsonObject = {
  "/imports": get("listImports", list, {
    parameters: [query("kind", { type: "string", enum: KINDS }), query("after", text)],
    "x-pagination": { items: "/data", hasMore: "/has_more", forward: { parameter: "after", item: "/id" } },
  }),
};

/** The outcome and the reason of the filter's test case, where items of the list show these fields. */
async function outcomeOf(items: readonly JsonObject[]) {
  const { results } = await verifyServer(
    PATHS,
    reading(({ searchParams }) => {
      const kind = searchParams.get("kind");
      const after = searchParams.get("after");
      if (kind !== null && !KINDS.includes(kind)) return undefined;
      const own = items.filter((item) => kind === null || (item.kind ?? kind) === kind);
      const start = after === null ? 0 : own.findIndex(({ id }) => id === after) + 1;
      return { data: own.slice(start), has_more: false };
    }),
    data,
    { only: ["lists"] },
  );
  const found = results.find(({ name }) => name.includes("kind yields the matching items"));
  return found && [found.outcome.verdict, reasonOf(found.outcome)];
}

test("a stated filter by a field that no item shows is skipped, because nothing shows what it selects", async () => {
  expect(await outcomeOf([{ id: "a" }, { id: "b" }])).toEqual([
    "skipped",
    "no item of the list has kind, so nothing shows what the filter selects",
  ]);
});

test("a stated filter by a field that an item shows is judged", async () => {
  expect(
    await outcomeOf([
      { id: "a", kind: "csv" },
      { id: "b", kind: "form" },
    ]),
  ).toEqual(["passed", undefined]);
});
