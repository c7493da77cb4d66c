import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { directConnection } from "#verify/transport/connection.js";
import { sendByHttp } from "#verify/transport/http-client.js";

let close = async () => {};
afterEach(() => close());

/** A server that may close a connection after a response, or in place of one. Requests of a connection have a number. */
async function start(respond: (request: IncomingMessage, response: ServerResponse, number: number) => void) {
  const counts = new Map<Socket, number>();
  const methods: string[] = [];
  const server = createServer((request, response) => {
    const number = (counts.get(request.socket) ?? 0) + 1;
    counts.set(request.socket, number);
    methods.push(request.method ?? "");
    request.resume().on("end", () => respond(request, response, number));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const connection = directConnection();
  close = async () => {
    connection.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const send = async (method: string) => {
    const request = { url: `http://127.0.0.1:${port}/`, method, headers: new Headers(), body: undefined };
    return (await sendByHttp(connection, request, { timeout: 5000, maxBody: 1000 })).status;
  };
  return { send, connection, methods, connections: () => counts.size };
}

test("a connection is kept, and is not used again after a server error", async () => {
  const { send, connections } = await start((_, response, number) =>
    response.writeHead(number === 3 ? 500 : 200).end(),
  );
  const statuses = [];
  for (const method of ["GET", "POST", "GET", "POST", "GET"]) statuses.push(await send(method));
  expect(statuses).toEqual([200, 200, 500, 200, 200]);
  expect(connections()).toBe(2);
});

test.each(["GET", "PUT", "DELETE"])(
  "a %s on a kept connection that the server closed is sent once more, on a new one",
  async (method) => {
    const { send, methods } = await start((request, response, number) => {
      if (number === 2) request.socket.destroy();
      else response.writeHead(200).end();
    });
    expect([await send("GET"), await send(method)]).toEqual([200, 200]);
    expect(methods).toEqual(["GET", method, method]);
  },
);

test("a POST is never sent twice", async () => {
  const { send, methods } = await start((request, response, number) => {
    if (number === 2) request.socket.destroy();
    else response.writeHead(201).end();
  });
  expect(await send("POST")).toBe(201);
  await expect(send("POST")).rejects.toThrow("the connection was closed before a response");
  expect(methods).toEqual(["POST", "POST"]);
});

test("a connection that was not used for a while gets no POST", async () => {
  const { send, connection, connections } = await start((_, response) => response.writeHead(200).end());
  await send("GET");
  connection.closeIdle(0);
  expect(await send("POST")).toBe(200);
  expect(connections()).toBe(2);
});
