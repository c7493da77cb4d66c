import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { fc } from "#test/property.js";
import { Contract } from "#verify/model/contract.js";
import { singleCredential } from "#verify/model/target/target.js";
import { verify } from "#verify/verify.js";
import { awakeClock } from "../awake.js";
import { testTarget } from "../verify/target.js";
import { expectOrderlyEnd, expectSafeOutputs, oddJsonWith, oddText, SECRET, trying } from "./properties.js";
import { EXAMPLE, THINGS } from "./things.js";

/** Bytes on the connection, or a response of HTTP. */
type Reply =
  | { kind: "bytes"; bytes: string }
  | { kind: "silence" }
  | { kind: "response"; status: number; headers: Record<string, string>; body: string };

const MEDIA_TYPES = [
  "application/json",
  "application/problem+json; charset=utf-8",
  "text/html",
  "application/json;;",
  "x",
  "",
];

const oddJson = oddJsonWith(fc.oneof(fc.constantFrom("data", "id", "name", "size", "has_more", "status"), oddText));

const headers = fc.dictionary(
  fc.constantFrom("location", "link", "retry-after", "set-cookie", "x-request-id", "etag", "www-authenticate", "allow"),
  fc.oneof(oddText, fc.constantFrom("0", "-1", "soon", "99999999999", "Thu, 01 Jan 1970 00:00:00 GMT")).map(headerText),
  { maxKeys: 3 },
);

/** Only the characters that Node sends in a header. */
function headerText(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "");
}

const things = fc.array(
  fc.record(
    { id: fc.oneof(fc.constantFrom("a1", "b2"), oddJson), name: oddJson, size: oddJson, [SECRET]: oddJson },
    { requiredKeys: [] },
  ),
  { maxLength: 5 },
);

const body = fc.oneof(
  oddJson.map((value) => JSON.stringify(value) ?? ""),
  things.map((data) => JSON.stringify({ data })),
  fc.constant(JSON.stringify(EXAMPLE)),
  oddText,
  fc.constantFrom(
    "",
    "{",
    '{"data":[',
    "[".repeat(3000),
    `{"data":${"[".repeat(600)}${"]".repeat(600)}}`,
    '{"data":1e999}',
  ),
);

const reply: fc.Arbitrary<Reply> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("response" as const),
      status: fc.oneof(
        fc.constantFrom(200, 201, 204, 301, 304, 401, 404, 429, 500),
        fc.integer({ min: 200, max: 999 }),
      ),
      headers: fc
        .tuple(headers, fc.constantFrom(...MEDIA_TYPES))
        .map(([others, type]): Record<string, string> => ({ ...others, "content-type": type })),
      body,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("bytes" as const),
      bytes: fc.oneof(
        oddText,
        fc.constantFrom(
          "HTTP/1.1 200 OK\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab",
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}",
          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}",
          "HTTP/9.9 abc\r\n\r\n",
          `HTTP/1.1 200 ${SECRET}\r\nX: ${SECRET}\r\n\r\n`,
        ),
      ),
    }),
  },
  { weight: 1, arbitrary: fc.constant<Reply>({ kind: "silence" }) },
);

let replies: readonly Reply[] = [];
let requests = 0;
const server = createServer((request, response) => {
  request.resume();
  const next = replies[requests % replies.length];
  requests += 1;
  if (next) send(next, response, request.socket);
});

function send(next: Reply, response: ServerResponse, socket: Socket): void {
  if (next.kind === "silence") return;
  if (next.kind === "bytes") {
    socket.end(next.bytes);
    return;
  }
  response.writeHead(next.status, next.headers).end(next.status === 204 || next.status === 304 ? undefined : next.body);
}

let url = "";
let published: Contract;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  published = new Contract(await loadDocument("generated/openapi.json"));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const MAX_TIME = 4000;
const THINGS_CONTRACT = new Contract(THINGS);

test.each([
  ["a document with four operations", 20, () => THINGS_CONTRACT],
  ["the published document", 4, () => published],
])(
  "a run of %s against a server with random responses ends in time and in order, and its outputs are safe",
  async (_, runs, contract) => {
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 12 }), fc.boolean(), async (given, strict) => {
        replies = given;
        requests = 0;
        const credentials = { own: singleCredential(SECRET, "KEY") };
        const target = testTarget(url, { credentials, timeout: 150, strict, hasExampleData: false });
        const elapsed = awakeClock();
        const report = await verify({ contract: contract(), target, maxTime: MAX_TIME });
        // Running requests end after the time limit.
        expect(elapsed()).toBeLessThan(MAX_TIME + 10_000);
        expectOrderlyEnd(report);
        expectSafeOutputs(report);
      }),
      trying(runs),
    );
  },
);
