import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bound, connect } from "#client/connect.js";
import { isBeyondLast } from "#client/paging/pages.js";
import { withParameters } from "#client/paging/steps.js";
import { singlePagedCall } from "#client/single-operation.js";
import { pagedList } from "#generate/client/paging.js";
import { startMock } from "#mock/mock.js";
import type { JsonObject } from "#openapi/document/document.js";
import { operationsOf } from "#openapi/operations/operations.js";
import { byRange } from "#statements/paging/kinds/range.js";
import { extras } from "../client/all-extras.js";
import { json, serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";
import { failuresOf, warningsOf } from "../verify/failures.js";
import { documentOf, REJECTED, type Respond, verifyServer } from "../verify/small-document.js";

const ITEM: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
const CONTENT = { "application/json": { schema: { type: "array", items: ITEM } } };
const PATHS: JsonObject = {
  "/things": {
    get: {
      operationId: "listThings",
      parameters: [{ name: "Range", in: "header", schema: { type: "string", pattern: "^items=\\d+-\\d*$" } }],
      responses: {
        "200": { description: "All things.", content: CONTENT },
        "206": {
          description: "Some things.",
          headers: { "Content-Range": { schema: { type: "string" } } },
          content: CONTENT,
        },
        "4XX": REJECTED,
      },
    },
  },
};
const THINGS = Array.from({ length: 7 }, (_, index): JsonObject => ({ id: `thing-${index}` }));

/** A server that sends parts. */
interface Habits {
  /** The place where the items of a part begin and end, by its positions. */
  slice?: (first: number, last: number) => [start: number, end: number];
  total?: string;
  maximum?: number;
}

const sending =
  ({ slice = (first, last) => [first, last + 1], total = "7", maximum = 99 }: Habits): Respond =>
  ({ headers }, response) => {
    const [, from, to] = /^items=(\d+)-(\d*)$/.exec(String(headers.range)) ?? [];
    if (from === undefined) return json(response, 200, THINGS);
    const first = Number(from);
    const last = Math.min(to ? Number(to) : 6, first + maximum - 1, 6);
    if (first > 6 || last < first) {
      response.setHeader("content-range", "items */7");
      return json(response, 416, {});
    }
    response.setHeader("content-range", `items ${first}-${last}/${total}`);
    json(response, 206, THINGS.slice(...slice(first, last)));
  };

async function findingsWith(respond: Respond) {
  const settings = {
    only: ["lists", "invalid-requests", "robustness", "accepted-values", "examples", "unknown-resources"],
  };
  const { results, requests } = await verifyServer(PATHS, respond, { hasExampleData: false }, settings);
  const messages = [...failuresOf(results), ...warningsOf(results).map(({ message }) => message)];
  return { messages, ranges: requests.flatMap(({ headers }) => headers.range ?? []) };
}

test.each<[title: string, respond: Respond]>([
  ["sends parts", sending({})],
  ["does not know how many items there are", sending({ total: "*" })],
  ["sends fewer items than requested", sending({ maximum: 2 })],
  ["ignores `Range` (RFC 9110, 14.2)", (_, response) => json(response, 200, THINGS)],
])("a server that %s has no finding, and is asked for parts", async (_, respond) => {
  const { messages, ranges } = await findingsWith(respond);
  expect(messages).toEqual([]);
  expect(ranges).toContain("items=0-2");
});

test.each<[title: string, message: string, respond: Respond]>([
  [
    "repeats an item",
    "an item occurs twice",
    sending({ slice: (first, last) => (first === 0 ? [0, last + 1] : [first - 1, last]) }),
  ],
  [
    "sends more items than requested",
    "the page has more items than",
    sending({ slice: (first, last) => [first, last + 2] }),
  ],
  ["ends too early", "do not have the same items as the list", sending({ total: "5" })],
])("a server that %s has the finding %j", async (_, message, respond) => {
  const { messages } = await findingsWith(respond);
  expect(messages).toContainEqual(expect.stringContaining(message));
});

const connection = (url: string) =>
  connect({ baseUrl: url, retry: false }, {}, async () => ({ validated: () => [] }) as never);
const descriptor = {
  extras,
  method: "get",
  path: "/things",
  responses: { "200": ["application/json"], "206": ["application/json"] },
};
const paging = {
  items: [],
  forward: { by: byRange, parameter: "Range", in: ["header"], first: 0, headers: true as const },
  change: withParameters,
  isLast: isBeyondLast,
};

test.each([
  ["without a range", {}, [undefined]],
  ["from a range of three", { header: { Range: "items=0-2" } }, ["items=0-2", "items=3-5", "items=6-8"]],
])("a client reads every item once, %s", async (_, input, ranges) => {
  const server = await serve(sending({}));
  const ids: unknown[] = [];
  const list = bound<{ items(input: object): AsyncGenerator<{ id: string }> }>(
    connection(server.url),
    singlePagedCall(descriptor, paging),
  );
  for await (const { id } of list.items(input)) ids.push(id);
  await server.close();
  expect(ids).toEqual(THINGS.map(({ id }) => id));
  expect(server.seen.map(({ headers }) => headers.range)).toEqual(ranges);
});

test("the generated client has this descriptor, and says on what it relies", () => {
  const document = documentOf(PATHS);
  const [operation] = operationsOf(document);
  const list = operation && pagedList(document, operation);
  expect(list?.source).toBe(
    '{ items: [], forward: { by: byRange, parameter: "Range", in: ["header"], first: 0, headers: true }, change: withParameters, isLast: isBeyondLast }',
  );
  expect(list?.statement).toContain("`Range` has the positions of the first and the last item (RFC 9110, 14)");
});

test.each<[value: string | undefined, status: number, part: string | null, ids: string[]]>([
  [undefined, 200, null, ["a", "b", "c"]],
  ["items=0-1", 206, "items 0-1/3", ["a", "b"]],
  ["items=2-", 206, "items 2-2/3", ["c"]],
  ["items=3-4", 416, "items */3", []],
  ["bytes=0-1", 200, null, ["a", "b", "c"]],
])("the mock responds to the range %j with %i and the part %j of an example", async (value, status, part, ids) => {
  const { found, sent } = await mocked(ITEM, value, [{ id: "a" }, { id: "b" }, { id: "c" }]);
  expect([found.status, found.headers.get("content-range")]).toEqual([status, part]);
  expect(sent).toEqual(ids);
});

test("the mock responds to a range with a part of generated items", async () => {
  const { found, sent } = await mocked(ITEM, "items=1-2", undefined);
  expect([found.status, found.headers.get("content-range")]).toEqual([206, "items 1-2/5"]);
  expect(sent).toHaveLength(2);
});

/** The response of the mock to a range, and the ids of its items. */
async function mocked(items: JsonObject, value: string | undefined, example: JsonObject[] | undefined) {
  const content = { "application/json": { schema: { type: "array", items }, ...(example && { example }) } };
  const parameters = [{ name: "Range", in: "header", schema: { type: "string" } }];
  const responses = { "200": { description: "All.", content }, "206": { description: "Some.", content } };
  const spec = join(await temporaryFolder("range"), "openapi.json");
  await writeFile(spec, JSON.stringify(documentOf({ "/things": { get: { parameters, responses } } })));
  const mock = await startMock({ spec, port: 0 });
  try {
    const found = await fetch(`${mock.url}/things`, { headers: value === undefined ? {} : { range: value } });
    const text = await found.text();
    const list: { id: string }[] = text === "" ? [] : JSON.parse(text);
    return { found, sent: list.map(({ id }) => id) };
  } finally {
    await mock.close();
  }
}
