import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { listOf } from "#statements/paging/paging.js";
import { exchangeOf } from "#test/verify/exchange.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import { readPages } from "#verify/resources/lists/read-pages.js";

const ITEMS: JsonObject = { type: "array", items: { type: "object", properties: { id: { type: "string" } } } };
const PAGE: JsonObject = {
  type: "object",
  properties: { data: ITEMS, more: { type: "boolean" }, next: { type: ["string", "null"] } },
};
const parameter = (name: string, type: string): JsonObject => ({ name, in: "query", schema: { type } });

/** A page, or the status of a rejection. */
type Reply = { data: string[]; more?: boolean; next?: string } | number;

/** The ids that are read of a list whose pages are these, whether that is the whole list, and the values that were sent. */
async function read(operation: JsonObject, replies: readonly Reply[], first: readonly [string, Json][] = []) {
  const done = { description: "Done.", content: { "application/json": { schema: PAGE } } };
  const contract = new Contract(documentOf({ "/things": { get: { ...operation, responses: { "200": done } } } }));
  const [list] = contract.operations.flatMap((each) => listOf(contract.document, each) ?? []);
  if (!list) throw new Error("The document has no list.");
  const sent: (Json | undefined)[] = [];
  const send = async ({ parameters }: RequestSpec) => {
    const reply = replies[sent.length] ?? 500;
    sent.push(parameters.at(-1)?.value);
    if (typeof reply === "number") return exchangeOf({ status: reply, body: "{}" });
    const body = { ...reply, data: reply.data.map((id) => ({ id })) };
    return exchangeOf({ headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  };
  const parameters = first.flatMap(([name, value]) => {
    const found = list.operation.parameters.find((each) => each.name === name);
    return found ? [{ parameter: found, value, source: { kind: "generated" as const } }] : [];
  });
  const pages = await readPages({ contract, send, check: async () => {} }, list, {
    operation: list.operation,
    parameters,
  });
  return { ids: pages.ids.join(""), isComplete: pages.isComplete, sent };
}

const CURSOR = { parameters: [parameter("after", "string")] };
const STATED = {
  ...CURSOR,
  "x-pagination": { items: "/data", hasMore: "/more", forward: { parameter: "after", item: "/id" } },
};
const TOKEN = { ...CURSOR, "x-pagination": { items: "/data", forward: { parameter: "after", body: "/next" } } };
const NUMBERS = { parameters: [parameter("page", "integer")] };
const OFFSETS = {
  parameters: [parameter("from", "integer")],
  "x-numbered-pages": { items: "/data", parameter: "from", counts: "items" },
};
const AB = { data: ["a", "b"] };
const C = { data: ["c"] };
const EMPTY = { data: [] };

test.each<[title: string, operation: JsonObject, replies: Reply[], ids: string, isComplete: boolean, sent: unknown[]]>([
  [
    "a cursor until no more",
    STATED,
    [
      { ...AB, more: true },
      { ...C, more: false },
    ],
    "abc",
    true,
    [undefined, "b"],
  ],
  ["a cursor until a rejection", STATED, [{ ...AB, more: true }, 400], "ab", false, [undefined, "b"]],
  ["a cursor that announces more after nothing", STATED, [{ data: [], more: true }], "", false, [undefined]],
  ["a token until none", TOKEN, [{ ...AB, next: "x" }, { ...EMPTY, next: "y" }, C], "abc", true, [undefined, "x", "y"]],
  ["numbers until an empty page", NUMBERS, [AB, C, EMPTY], "abc", true, [undefined, 2, 3]],
  ["numbers until a rejection", NUMBERS, [AB, C, 404], "abc", true, [undefined, 2, 3]],
  ["numbers until the last page is repeated", NUMBERS, [AB, C, C], "abc", true, [undefined, 2, 3]],
  ["numbers until the server fails", NUMBERS, [AB, 500], "ab", false, [undefined, 2]],
  ["offsets until an empty page", OFFSETS, [AB, C, EMPTY], "abc", true, [undefined, 2, 3]],
  ["nothing, if the first page is rejected", NUMBERS, [400], "", false, [undefined]],
])("a list is read by %s", async (_, operation, replies, ids, isComplete, sent) => {
  expect(await read(operation, replies)).toEqual({ ids, isComplete, sent });
});

test("a list is read from the page of the first request", async () => {
  const { sent } = await read(NUMBERS, [AB, C, EMPTY], [["page", 5]]);
  expect(sent).toEqual([5, 6, 7]);
});

test("a list that does not end is read up to a maximum of pages", async () => {
  const pages = Array.from({ length: 20 }, (_, index) => ({ data: [String.fromCharCode(97 + index)], more: true }));
  const { ids, isComplete } = await read(STATED, pages);
  expect([ids, isComplete]).toEqual(["abcdefghijkl", false]);
});
