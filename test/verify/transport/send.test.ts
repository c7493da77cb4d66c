import type { ServerResponse } from "node:http";
import { afterEach, beforeAll, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { serve, type TestServer } from "#test/server.js";
import { Contract } from "#verify/model/contract.js";
import { NoResponse } from "#verify/model/test-case/skipped.js";
import { directConnection } from "#verify/transport/connection.js";
import { type PreparedRequest, prepareRequest } from "#verify/transport/prepare-request.js";
import { send } from "#verify/transport/send.js";
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
    /no response \((ECONNRESET|UND_ERR_SOCKET|other side closed)/,
  ],
])("a server that %s ends in NoResponse with the reason, within the time limit", async (_, respond, message) => {
  server = await serve((_request, response) => respond(response));
  const sending = send(await prepared("listSuppressions"), { connection, timeout: 300 });
  await expect(sending).rejects.toThrow(message);
  await expect(sending).rejects.toBeInstanceOf(NoResponse);
});

test.each([
  ["listSuppressions", "once more", 2],
  ["addSuppression", "only once", 1],
])("a request of %s whose connection is closed before the response is sent %s", async (operationId, _, count) => {
  server = await serve((_request, response) => response.destroy());
  await expect(send(await prepared(operationId), { connection, timeout: 5000 })).rejects.toThrow(NoResponse);
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
  const onRateLimited = () => {
    limited += 1;
  };
  const exchange = await send(await prepared("listSuppressions"), {
    connection,
    timeout: 5000,
    onRateLimited,
  });
  expect({ status: exchange.status, limited, sent: server.seen.length }).toEqual({ status: 200, limited: 3, sent: 4 });
});

test.each([
  ["is longer than a minute", "61"],
  ["cannot be read", "soon"],
])("a 429 is the response if its Retry-After %s", async (_, retryAfter) => {
  server = await serve(limiting(retryAfter, 9));
  const { status } = await send(await prepared("listSuppressions"), { connection, timeout: 5000 });
  expect({ status, sent: server.seen.length }).toEqual({ status: 429, sent: 1 });
});

test("a signal ends the waiting for a Retry-After, and the 429 is the response", async () => {
  server = await serve(limiting("60", 9));
  const controller = new AbortController();
  const sending = send(await prepared("listSuppressions"), {
    connection,
    timeout: 5000,
    onRateLimited: () => controller.abort(),
    signal: controller.signal,
  });
  expect(await sending).toMatchObject({ status: 429 });
});
