import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { OperationId } from "#team-api/sandbox/handlers/handler.js";
import { html, insteadOf, succeeded } from "../answers.js";
import type { Answer, Change } from "../change.js";

type Socket = NonNullable<Change["socket"]>;

/** A fault on the connection, in one operation. */
function on(operation: OperationId, act: (...given: Parameters<Socket>) => unknown): Socket {
  return async (request, response, tools) => {
    if (tools.operation !== operation) return false;
    await act(request, response, tools);
    return true;
  };
}

/** Sends a success to the socket as bytes of one's own; what is refused goes through as it is. */
function framing(operation: OperationId, act: (answer: Answer, response: Parameters<Socket>[1]) => unknown): Socket {
  return on(operation, async (request, response, tools) => {
    const answer = await tools.forward(request);
    if (succeeded(answer)) await act(answer, response);
    else response.writeHead(answer.status, answer.headers).end(answer.body);
  });
}

const MEGABYTE = 1024 * 1024;

/** 300 MB, a megabyte at a time. */
function* manySpaces(last: string): Generator<Buffer> {
  const megabyte = Buffer.alloc(MEGABYTE, " ");
  for (let sent = 0; sent < 300; sent += 1) yield megabyte;
  yield Buffer.from(last);
}

export const WIRE: Change[] = [
  {
    id: "wire-hangs",
    title: "Never answers a list.",
    breaks: ["wire"],
    socket: on("listSuppressions", () => {}),
  },
  {
    id: "wire-resets",
    title: "Ends the connection in place of an answer to an addition.",
    breaks: ["wire"],
    socket: on("addSuppression", (_, response) => response.destroy()),
  },
  {
    id: "wire-stalls-in-body",
    title: "Stops in the middle of a suppression, and keeps the connection open.",
    breaks: ["wire"],
    socket: framing("retrieveSuppression", ({ status, headers, body }, response) => {
      response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2));
    }),
  },
  {
    id: "wire-cut-in-body",
    title: "Ends the connection in the middle of an import.",
    breaks: ["wire"],
    socket: framing("retrieveContactImport", ({ status, headers, body }, response) => {
      response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
      response.write(body.slice(0, body.length / 2), () => response.destroy());
    }),
  },
  {
    id: "wire-cut-in-chunks",
    title: "Ends the connection in the middle of a chunked list.",
    breaks: ["wire"],
    socket: framing("listSuppressions", ({ status, headers, body }, response) => {
      response.writeHead(status, headers);
      response.write(body.slice(0, body.length / 2), () => response.destroy());
    }),
  },
  {
    id: "wire-length-too-great",
    title: "States a greater Content-Length than a list has, and keeps the connection open.",
    breaks: ["wire"],
    socket: framing("listSuppressions", ({ status, headers, body }, response) => {
      response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) + 100 }).end(body);
    }),
  },
  {
    id: "wire-length-too-small",
    title: "States a smaller Content-Length than a suppression has.",
    breaks: ["wire", "G1"],
    socket: framing("retrieveSuppression", ({ status, headers, body }, response) => {
      response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) - 20 }).end(body);
    }),
  },
  {
    id: "wire-no-http",
    title: "Answers a revocation with something that is no HTTP.",
    breaks: ["wire"],
    socket: on("revokeOauthGrant", (_, response) => response.socket?.end("220 mail.example.com ESMTP ready\r\n")),
  },
  {
    id: "wire-false-gzip",
    title: "Says that an import is gzip, and sends it plain.",
    breaks: ["wire"],
    answer: insteadOf("retrieveContactImport", (answer) => ({
      ...answer,
      headers: { ...answer.headers, "content-encoding": "gzip" },
    })),
  },
  {
    id: "wire-300-megabytes",
    title: "Sends a list with 300 MB of spaces in it.",
    breaks: ["wire"],
    socket: framing("listSuppressions", async ({ status, headers, body }, response) => {
      response.writeHead(status, headers);
      response.write(body.slice(0, -1));
      // The client may have had enough; that is its right.
      await pipeline(Readable.from(manySpaces("}")), response).catch(() => {});
    }),
  },
  {
    id: "wire-redirects-to-login",
    title: "Redirects the retrieval of an import to a login page.",
    breaks: ["wire", "I1"],
    request: ({ path }) => (path === "/login" ? html(200) : undefined),
    answer: insteadOf("retrieveContactImport", () => ({ status: 302, headers: { location: "/login" }, body: "" })),
  },
  {
    id: "wire-redirects-in-a-circle",
    title: "Redirects the retrieval of a suppression to itself.",
    breaks: ["wire", "R1", "R2"],
    answer: insteadOf("retrieveSuppression", (_, { path }) => ({ status: 307, headers: { location: path }, body: "" })),
  },
];
