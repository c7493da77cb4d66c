import type { ServerResponse } from "node:http";
import { afterEach, beforeAll, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { serve, type TestServer } from "#test/server.js";
import { Contract } from "#verify/model/contract.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { NoResponse } from "#verify/model/test-case/skipped.js";
import { directConnection } from "#verify/transport/connection.js";
import { type PreparedRequest, prepareRequest } from "#verify/transport/prepare-request.js";
import { send, sendOnce } from "#verify/transport/send.js";
import { testTarget } from "../target.js";

let contract: Contract;
let server: TestServer;
const connection = directConnection();
beforeAll(async () => {
  contract = new Contract(await loadDocument("openapi/openapi.yaml"));
});
afterEach(() => server.close());

/** A prepared request of an operation. */
function prepared(operationId: string): Promise<PreparedRequest> {
  const operation = contract.operationNamed(operationId);
  if (!operation) throw new Error(`There is no operation ${operationId}.`);
  return prepareRequest({ operation, parameters: [] }, testTarget(server.url), contract.schemes);
}

/** Sends a request, for its response. @throws NoResponse also if the connection was closed */
async function sendFor(
  operationId: string,
  { timeout = 5000, ...sending }: Partial<Parameters<typeof send>[1]> & { timeout?: number } = {},
): Promise<Exchange> {
  const { signal } = sending;
  const once = (request: PreparedRequest) => sendOnce(request, { connection, timeout, signal });
  const outcome = await send(await prepared(operationId), { once, ...sending });
  if (outcome instanceof NoResponse) throw outcome;
  return outcome;
}

test.each<[title: string, respond: (response: ServerResponse) => void, message: RegExp]>([
  ["hangs", () => {}, /no response \(nothing complete within 300 ms\)$/],
  [
    "stalls in the middle of the body",
    (response) => void response.writeHead(200).write("{"),
    /no response \(nothing complete within 300 ms\)$/,
  ],
  [
    "resets the connection",
    (response) => response.destroy(),
    /no response \(the connection was closed before a response, ECONNRESET\)$/,
  ],
])("a server that %s ends in NoResponse with the reason, within the time limit", async (_, respond, message) => {
  server = await serve((_request, response) => respond(response));
  const sending = sendFor("listSuppressions", { timeout: 300 });
  await expect(sending).rejects.toThrow(message);
  await expect(sending).rejects.toBeInstanceOf(NoResponse);
});

test.each<[what: string, operationId: string, count: number, respond: (response: ServerResponse) => void]>([
  ["whose connection is closed before the response", "listSuppressions", 4, (response) => response.destroy()],
  ["whose connection is closed before the response", "addSuppression", 1, (response) => response.destroy()],
  ["whose connection is closed before the response", "revokeOauthGrant", 1, (response) => response.destroy()],
  ["that gets 502", "listSuppressions", 4, (response) => response.writeHead(502).end()],
  ["that gets 504", "revokeOauthGrant", 1, (response) => response.writeHead(504).end()],
  ["that gets 503 without Retry-After", "revokeOauthGrant", 4, (response) => response.writeHead(503).end()],
  ["that gets 503 without Retry-After", "addSuppression", 1, (response) => response.writeHead(503).end()],
  ["that gets 429 without Retry-After", "addSuppression", 4, (response) => response.writeHead(429).end()],
  ["that gets 500", "listSuppressions", 1, (response) => response.writeHead(500).end()],
  [
    "of our mock that gets 503",
    "listSuppressions",
    1,
    (response) => response.writeHead(503, { "mock-state": "none" }).end(),
  ],
])("a request %s, of %s, is sent %i times", async (_, operationId, count, respond) => {
  server = await serve((_request, response) => respond(response));
  await sendFor(operationId).catch((error: unknown) => expect(error).toBeInstanceOf(NoResponse));
  expect(server.seen).toHaveLength(count);
});

/** Responds with 429 and a Retry-After to the first requests, and with 200 to the others. */
const limiting = (retryAfter: string, limited: number) => (_: unknown, response: ServerResponse) => {
  const isLimited = server.seen.length <= limited;
  response.writeHead(isLimited ? 429 : 200, isLimited ? { "retry-after": retryAfter } : {}).end();
};

test("a request is sent again after each 429, up to three times", async () => {
  server = await serve(limiting("0", 3));
  let limited = 0;
  const onDisturbed = () => {
    limited += 1;
  };
  const exchange = await sendFor("listSuppressions", { onDisturbed });
  expect({ status: exchange.status, limited, sent: server.seen.length }).toEqual({ status: 200, limited: 3, sent: 4 });
});

test.each([
  ["is longer than a minute", "61", 1],
  // As one without it.
  ["cannot be read", "soon", 4],
])("a 429 is the response if its Retry-After %s", async (_, retryAfter, sent) => {
  server = await serve(limiting(retryAfter, 9));
  const { status } = await sendFor("listSuppressions");
  expect({ status, sent: server.seen.length }).toEqual({ status: 429, sent });
});

test("a signal ends the waiting for a Retry-After, and the 429 is the response", async () => {
  server = await serve(limiting("60", 9));
  const controller = new AbortController();
  const sending = sendFor("listSuppressions", {
    onDisturbed: () => controller.abort(),
    signal: controller.signal,
  });
  expect(await sending).toMatchObject({ status: 429 });
});
