import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const FIELD: JsonObject = { type: ["string", "null"] };
const LINK: JsonObject = { Link: { schema: { type: "string" } } };

/** A list whose pages lead to both sides. */
interface Way {
  fields: JsonObject;
  headers?: JsonObject;
  parameters?: string[];
  /** The body without items, and the headers. */
  show(before: number | undefined, after: number | undefined): [body: JsonObject, headers?: Record<string, string>];
  /** Where a page begins. */
  begin(query: URLSearchParams): number;
}

const cursorOf = (query: URLSearchParams, name = "cursor") => Number((query.get(name) ?? "c0").slice(1));
const orNull = (value: number | undefined) => (value === undefined ? null : `c${value}`);
const address = (value: number | undefined) => (value === undefined ? null : `/notes?limit=2&cursor=c${value}`);

const WAYS: Record<string, Way> = {
  "a cursor in the body, for the same parameter": {
    fields: { next_cursor: FIELD, prev_cursor: FIELD },
    show: (before, after) => [{ next_cursor: orNull(after), prev_cursor: orNull(before) }],
    begin: (query) => cursorOf(query),
  },
  "a cursor in an object, for a parameter of its own": {
    fields: { paging: { type: "object", properties: { next: FIELD, previous: FIELD } } },
    parameters: ["before"],
    show: (before, after) => [{ paging: { next: orNull(after), previous: orNull(before) } }],
    begin: (query) => cursorOf(query, query.has("before") ? "before" : "cursor"),
  },
  "an address in the body": {
    fields: { next: FIELD, previous: FIELD },
    show: (before, after) => [{ next: address(after), previous: address(before) }],
    begin: (query) => cursorOf(query),
  },
  "an address in Link": {
    fields: {},
    headers: LINK,
    show(before, after) {
      const links = [
        ...(after === undefined ? [] : [`<${address(after)}>; rel="next"`]),
        ...(before === undefined ? [] : [`<${address(before)}>; rel="prev"`]),
      ];
      return [{}, links.length > 0 ? { link: links.join(", ") } : {}];
    },
    begin: (query) => cursorOf(query),
  },
};

const NOTES = Array.from({ length: 7 }, (_, index) => ({ id: `n${index}` }));

async function run(
  { fields, headers = {}, parameters = [], show, begin }: Way,
  back: (from: number, size: number) => number | undefined,
) {
  const items = { type: "array", items: { type: "object", properties: { id: { type: "string" } } } };
  const text = (name: string) => ({ name, in: "query", schema: { type: "string" } });
  const paths: JsonObject = {
    "/notes": {
      get: {
        parameters: [
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 50 } },
          ...["cursor", ...parameters].map(text),
        ],
        responses: {
          200: {
            description: "Notes.",
            headers,
            content: {
              "application/json": { schema: { type: "object", properties: { notes: items, ...fields } } },
            },
          },
          400: REJECTED,
        },
      },
    },
  };
  const { results } = await verifyServer(
    paths,
    ({ url }, response) => {
      const { searchParams } = new URL(url, "http://localhost");
      const from = begin(searchParams);
      const size = Number(searchParams.get("limit") ?? 20);
      if (!Number.isInteger(from) || from < 0 || !(size > 0 && size <= 50)) return json(response, 400, {});
      const end = from + size;
      const [body, shown = {}] = show(from === 0 ? undefined : back(from, size), end < NOTES.length ? end : undefined);
      for (const [name, value] of Object.entries(shown)) response.setHeader(name, value);
      json(response, 200, { notes: NOTES.slice(from, end), ...body });
    },
    { hasExampleData: false },
    { only: ["lists"] },
  );
  const cases = results.filter(({ name }) => name.includes("preceding"));
  return {
    failures: failuresOf(results),
    warnings: warningsOf(results).map(({ message }) => message),
    verdicts: cases.map(({ outcome }) => outcome.verdict),
  };
}

describe.each(Object.entries(WAYS))("a list whose pages lead back by %s", (_, way) => {
  test("passes if the second page leads to the first one", async () => {
    const found = await run(way, (from, size) => Math.max(0, from - size));
    expect(found).toEqual({ failures: [], warnings: [], verdicts: ["passed"] });
  });

  test("is skipped if its second page shows no way back", async () => {
    expect(await run(way, () => undefined)).toEqual({ failures: [], warnings: [], verdicts: ["skipped"] });
  });

  test.each<[string, (from: number) => number]>([
    ["to itself", (from) => from],
    ["beyond the first page", (from) => from + 100],
  ])("has a warning if its second page leads back %s", async (_, back) => {
    const { warnings } = await run(way, back);
    expect(warnings).toContainEqual("the page before the second one is not the first one");
  });
});
