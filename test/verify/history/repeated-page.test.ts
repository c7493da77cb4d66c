import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { jsonResponse, pathParameter, REJECTED, verifyServer } from "#test/verify/small-document.js";
import { isSkippedFor } from "#verify/model/test-case/need.js";
import { skippedOf } from "#verify/model/test-case/outcome.js";

const ENTRY: JsonObject = {
  type: "object",
  required: ["id", "kind"],
  properties: { id: { type: "string" }, kind: { type: "string", enum: ["a", "b"] } },
};
const EXAMPLE = { id: "e-0", kind: "a" };
const PAGE: JsonObject = {
  type: "object",
  required: ["data", "more"],
  properties: { data: { type: "array", items: ENTRY }, more: { type: "boolean" } },
};
const text = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", schema });

const PATHS: JsonObject = {
  "/entries": {
    get: {
      parameters: [
        text("after", { type: "string", minLength: 3, maxLength: 9, pattern: "^e-[0-9]+$" }),
        text("limit", { type: "integer", minimum: 1, maximum: 4, default: 4 }),
        text("kind", { type: "string", enum: ["a", "b"] }),
      ],
      "x-pagination": { items: "/data", hasMore: "/more", forward: { parameter: "after", item: "/id" } },
      responses: { "200": jsonResponse(PAGE, { data: [EXAMPLE], more: true }), "4XX": REJECTED },
    },
  },
  "/entries/{id}": {
    get: {
      parameters: [pathParameter("id", { type: "string" }, "e-0")],
      responses: { "200": jsonResponse(ENTRY, EXAMPLE), "4XX": REJECTED },
    },
  },
};

const ENTRIES = Array.from({ length: 20 }, (_, index) => ({ id: `e-${index}`, kind: index % 2 === 0 ? "a" : "b" }));

/** Serves five pages. @param ignores whether it leads to the first page each time */
function run(ignores: boolean) {
  return verifyServer(PATHS, ({ method, url }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const id = pathname.split("/")[2];
    if (method !== "GET") return json(response, 405, {});
    const entry = ENTRIES.find((each) => each.id === id);
    if (id !== undefined) return entry ? json(response, 200, entry) : json(response, 404, {});
    const [limit, kind, after] = ["limit", "kind", "after"].map((name) => searchParams.getAll(name));
    const size = Number(limit?.[0] ?? 4);
    const isValid = [limit, kind, after].every((values) => (values?.length ?? 0) < 2);
    const isKind = kind?.[0] === undefined || kind[0] === "a" || kind[0] === "b";
    if (!isValid || !isKind || !Number.isInteger(size) || limit?.[0] === "" || size < 1 || size > 4)
      return json(response, 400, {});
    const items = ENTRIES.filter((each) => kind?.[0] === undefined || each.kind === kind[0]);
    const at = after?.[0] === undefined ? -1 : items.findIndex((each) => each.id === after[0]);
    if (after?.[0] !== undefined && at < 0) return json(response, 400, {});
    const start = ignores ? 0 : at + 1;
    json(response, 200, { data: items.slice(start, start + size), more: start + size < items.length });
  });
}

test("a list of five pages that leads to its first page each time fails, and its readers stop there", async () => {
  const [honest, ignoring] = [await run(false), await run(true)];
  expect(failuresOf(honest.results)).toEqual([]);
  expect(ignoring.titles.join("\n")).toMatch(/the next page is the same page again/);
  expect(failuresOf(ignoring.results)).not.toEqual([]);
  expect(skippedOf(ignoring.results).filter((skip) => isSkippedFor(skip, "budget"))).toEqual([]);
  expect(ignoring.requests.length).toBeLessThan(1.5 * honest.requests.length);
});
