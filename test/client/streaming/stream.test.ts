import type { ServerResponse } from "node:http";
import { afterEach, expect, test } from "vitest";
import { connect } from "#client/connect.js";
import type { CallOptions } from "#client/options.js";
import { byEvent, byLine, reconnection, type StreamDescriptor, stream } from "#client/streaming/stream.js";
import { type ReceivedRequest, serve, type TestServer } from "#test/server.js";
import { extras } from "../all-extras.js";

let server: TestServer | undefined;
afterEach(() => server?.close());

const EVENTS: StreamDescriptor = { type: "text/event-stream", by: byEvent, again: reconnection };
/** Events of a request that is not safe. */
const EVENTS_ONCE: StreamDescriptor = { type: "text/event-stream", by: byEvent };
const LINES: StreamDescriptor = { type: "application/x-ndjson", by: byLine };

/** The items of a server, of which each response is a list of parts that are sent one by one. */
async function itemsFrom(
  respond: (seen: ReceivedRequest, response: ServerResponse, count: number) => void,
  sequence: StreamDescriptor,
  options: CallOptions = {},
) {
  let count = 0;
  server = await serve((seen, response) => {
    response.setHeader("content-type", sequence.type);
    count += 1;
    respond(seen, response, count);
  });
  const { send } = connect({ baseUrl: server.url, retry: false }, {}, () => Promise.reject(new Error("unused")));
  return stream(
    send,
    { method: "GET", path: "/a", responses: { "200": [sequence.type] }, extras },
    sequence,
    {},
    options,
  );
}

async function listOf(items: AsyncGenerator<unknown, void>): Promise<unknown[]> {
  const list: unknown[] = [];
  try {
    for await (const item of items) list.push(item);
  } catch (error) {
    list.push(error instanceof Error ? error.name : error);
  }
  return list;
}

/** Sends texts in packets of their own. */
async function inParts(response: ServerResponse, parts: readonly (string | Uint8Array)[]): Promise<void> {
  for (const part of parts) {
    response.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const E_ACUTE = new TextEncoder().encode("é");

test.each<[title: string, sequence: StreamDescriptor, parts: (string | Uint8Array)[], want: unknown[]]>([
  ["data as JSON", EVENTS, ['data: {"a":1}\n\ndata: 2\n', "\n"], [{ a: 1 }, 2]],
  ["data as a text", { ...EVENTS, item: "text" }, ["data: a\ndata: b\n\n: ping\n\ndata: c\n\n"], ["a\nb", "c"]],
  [
    "whole events",
    { ...EVENTS, item: "event" },
    ["event: e\r\nid: 7\r\ndata: x\r\n\r\n"],
    [{ event: "e", id: "7", data: "x" }],
  ],
  [
    "a letter in two parts",
    { ...EVENTS, item: "text" },
    ["data: ", E_ACUTE.slice(0, 1), E_ACUTE.slice(1), "\n\n"],
    ["é"],
  ],
  ["data that is not JSON", EVENTS, ["data: 1\n\ndata: [DONE]\n\n"], [1, "UnreadableResponse"]],
  ["lines, the last without an end", LINES, ['{"a":1}\n{"a"', ":2}\n3"], [{ a: 1 }, { a: 2 }, 3]],
  ["records", { type: "application/json-seq", by: byLine }, ["\u001e1\n\u001e", "2\n"], [1, 2]],
])("a sequence is read as it arrives: %s", async (_, sequence, parts, want) => {
  const items = await itemsFrom(
    (_seen, response) => void inParts(response, parts).then(() => response.end()),
    sequence,
  );
  expect(await listOf(items)).toEqual(want);
});

test("a broken connection of events is opened again after the last one", async () => {
  const items = await itemsFrom((_, response, count) => {
    void inParts(response, [`retry: 1\nid: ${count}\ndata: ${count}\n\n`]).then(() =>
      count < 3 ? response.destroy() : response.end(),
    );
  }, EVENTS);
  expect(await listOf(items)).toEqual([1, 2, 3]);
  expect(server?.seen.map(({ headers }) => headers["last-event-id"])).toEqual([undefined, "1", "2"]);
});

test.each<[title: string, sequence: StreamDescriptor, options: CallOptions]>([
  ["lines", LINES, {}],
  ["events of a request that is not safe", EVENTS_ONCE, {}],
  ["no retries", EVENTS, { retry: false }],
])("a broken connection is a failure with %s", async (_, sequence, options) => {
  const text = sequence === LINES ? "1\n" : "id: 1\ndata: 1\n\n";
  const items = await itemsFrom(
    (_seen, response) => void inParts(response, [text]).then(() => response.destroy()),
    sequence,
    options,
  );
  expect(await listOf(items)).toEqual([1, "NetworkFailure"]);
  expect(server?.seen).toHaveLength(1);
});

test("the signal ends a sequence without an end, and so does leaving the loop", async () => {
  const controller = new AbortController();
  const endless = (_: ReceivedRequest, response: ServerResponse) => void response.write("data: 1\n\n");
  const items = await itemsFrom(endless, EVENTS, { signal: controller.signal });
  expect(await items.next()).toEqual({ done: false, value: 1 });
  setImmediate(() => controller.abort());
  expect(await listOf(items)).toEqual(["AbortFailure"]);
  await server?.close();
  for await (const item of await itemsFrom(endless, EVENTS)) {
    expect(item).toBe(1);
    break;
  }
});

test("a documented error is thrown as a CallFailure", async () => {
  const items = await itemsFrom((_, response) => response.writeHead(404).end(), EVENTS);
  await expect(items.next()).rejects.toMatchObject({ status: 404 });
});
