import type { ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { sample } from "#test/sample.js";
import { json, type ReceivedRequest, serve, type TestServer } from "#test/server.js";
import type { Report } from "#verify/report/report.js";
import { terminalReport } from "#verify/reporters/terminal.js";
import { verify } from "#verify/verify.js";
import { documentOf, jsonResponse } from "./small-document.js";
import { testTarget } from "./target.js";

const REJECTED = { description: "Rejected." };
const NOTE = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "string" }, text: { type: "string", minLength: 1, maxLength: 50 } },
};
const NOTES = {
  description: "The notes.",
  content: { "application/json": { schema: { type: "array", items: NOTE }, example: [{ id: "n0", text: "first" }] } },
};
const ID = { name: "id", in: "path", required: true, schema: { type: "string" } };
const KEY = { components: { securitySchemes: { Key: { type: "http", scheme: "bearer" } } }, security: [{ Key: [] }] };
const CONTRACT = {
  ...KEY,
  ...documentOf({
    "/notes": {
      get: {
        operationId: "listNotes",
        parameters: [{ name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } }],
        responses: { "200": NOTES, "4XX": REJECTED },
      },
      post: {
        operationId: "createNote",
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { type: "object", required: ["text"], properties: { text: NOTE.properties.text } },
              example: { text: "hello" },
            },
          },
        },
        responses: { "201": jsonResponse(NOTE, { id: "n0", text: "first" }), "4XX": REJECTED },
      },
    },
    "/notes/{id}": {
      get: {
        operationId: "readNote",
        parameters: [ID],
        responses: { "200": jsonResponse(NOTE, { id: "n0", text: "first" }), "4XX": REJECTED },
      },
      delete: {
        operationId: "deleteNote",
        parameters: [ID],
        responses: { "204": { description: "Deleted." }, "4XX": REJECTED },
      },
    },
  }),
};

/** What disturbs a response of a right server: true if it has responded. */
type Disturbance = (request: ReceivedRequest, response: ServerResponse, count: number) => boolean;

let server: TestServer;
afterEach(() => server.close());

/** A right server of notes, before which something disturbs requests. */
async function notesServer(disturb: Disturbance): Promise<TestServer> {
  const notes = new Map([["n0", { id: "n0", text: "first" }]]);
  let last = 0;
  const respond = ({ method, url, headers, body }: ReceivedRequest, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(url, "http://a");
    if (headers.authorization !== "Bearer key-of-notes") return json(response, 401, {});
    const id = pathname.split("/")[2] ?? "";
    if (pathname === "/notes" && method === "GET") {
      const limit = searchParams.get("limit") ?? "100";
      if (!/^\d+$/.test(limit) || Number(limit) < 1 || Number(limit) > 100) return json(response, 400, {});
      return json(response, 200, [...notes.values()].slice(0, Number(limit)));
    }
    if (pathname === "/notes" && method === "POST") return create(body, headers["content-type"], response);
    const note = notes.get(id);
    if (!pathname.startsWith("/notes/") || !["GET", "DELETE"].includes(method)) return json(response, 405, {});
    if (note === undefined) return json(response, 404, {});
    if (method === "GET") return json(response, 200, note);
    notes.delete(id);
    response.writeHead(204).end();
  };
  const create = (body: string, type: string | undefined, response: ServerResponse) => {
    let text: unknown;
    try {
      ({ text } = Object(JSON.parse(body)));
    } catch {}
    const isText = typeof text === "string" && text.length >= 1 && [...text].length <= 50;
    if (!isText || type !== "application/json") return json(response, 400, {});
    last += 1;
    const note = { id: `n${last}`, text: String(text) };
    notes.set(note.id, note);
    json(response, 201, note);
  };
  let count = 0;
  return serve((request, response) => {
    count += 1;
    if (!disturb(request, response, count)) respond(request, response);
  });
}

async function run(disturb: Disturbance): Promise<Report> {
  server = await notesServer(disturb);
  const secret = { value: "key-of-notes", variable: "KEY" };
  const target = testTarget(server.url, { credentials: { own: { Key: secret } }, writes: "creations", settle: 0 });
  return verify({ contract: CONTRACT, target });
}

/** The failures of a run, and its warnings about anything but the disturbance. */
function findingsOf({ cases }: Report): string[] {
  return cases.flatMap(({ outcome, warnings }) => [
    ...("findings" in outcome ? outcome.findings : []).map(({ message }) => message),
    ...(outcome.verdict === "error" ? [outcome.reason] : []),
    ...warnings.filter(({ check }) => check !== "availability").map(({ message }) => message),
  ]);
}

const availability = ({ cases }: Report) =>
  cases.flatMap(({ warnings }) => warnings.filter(({ check }) => check === "availability"));

const status =
  (code: number, headers: Record<string, string> = {}) =>
  (response: ServerResponse): true => {
    response.writeHead(code, headers).end("<h1>Bad gateway</h1>");
    return true;
  };
const reset = (response: ServerResponse): true => {
  response.destroy();
  return true;
};
const cut = (response: ServerResponse): true => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "500" });
  response.write('[{"id":');
  void setTimeout(5).then(() => response.destroy());
  return true;
};

test("the undisturbed server passes, and nothing is said of its availability", async () => {
  const report = await run(() => false);
  expect(findingsOf(report)).toEqual([]);
  expect(availability(report)).toEqual([]);
  expect(report.verdict).toBe("passed");
});

describe("a right server of which a few requests are disturbed", () => {
  test.each(
    sample<[string, (response: ServerResponse) => true, RegExp]>(
      [
        ["502", status(502), /^\d+ % of the responses were 502 \(\d+ of \d+\)$/],
        ["503", status(503), /^\d+ % of the responses were 503 \(\d+ of \d+\)$/],
        ["504", status(504), /^\d+ % of the responses were 504 /],
        ["429", status(429), /^\d+ % of the responses were 429 /],
        ["503 and a Retry-After that cannot be read", status(503, { "retry-after": "soon" }), /503/],
        ["a closed connection", reset, /^\d+ % of the requests got no complete response: the connection was closed /],
        [
          "a response that is cut off",
          cut,
          /^\d+ % of the requests got no complete response: the connection was closed /,
        ],
      ],
      6,
    ),
  )("by %s has no other finding than a warning about it", async (_, disturb, warning) => {
    // Each request of a method is disturbed at some time, because 23 has no common divisor with a period of the run.
    const report = await run((__, response, count) => count % 23 === 7 && disturb(response));
    expect(findingsOf(report)).toEqual([]);
    expect(availability(report).map(({ message }) => message)).toEqual([expect.stringMatching(warning)]);
    expect(report.verdict).toBe("passed");
    expect(terminalReport(report)).not.toMatch(/responds with 0|Waited/);
  });

  test.each([
    ["503", "Fri, 31 Dec 1999 23:59:59 GMT"],
    ["429", "0"],
  ])("by %s is right if it says when to come back: Retry-After: %s", async (code, retryAfter) => {
    const disturb = status(Number(code), { "retry-after": retryAfter });
    const report = await run((_, response, count) => count % 5 === 0 && disturb(response));
    expect([findingsOf(report), availability(report), report.verdict]).toEqual([[], [], "passed"]);
  });

  test("in bursts has no other finding: the run waits until the server responds again, or skips", async () => {
    let since = 0;
    const report = await run((_, response, count) => {
      if (count === 40) since = performance.now();
      return count >= 40 && performance.now() - since < 2500 && status(503)(response);
    });
    expect(findingsOf(report)).toEqual([]);
    expect(availability(report)).toHaveLength(1);
  });
});

describe("a fault that only looks like a disturbance is a finding", () => {
  test.each(
    sample<[string, Disturbance, RegExp]>(
      [
        [
          "an operation that always responds with 503",
          ({ url, method }, response) => method === "GET" && /^\/notes\/n/.test(url) && status(503)(response),
          /^503, a server error/,
        ],
        [
          "creations that always respond with 502, while others are rejected",
          ({ method, body }, response) => method === "POST" && body.startsWith('{"text":"') && status(502)(response),
          /^502, a server error/,
        ],
        [
          "a missing key that gets 503",
          ({ headers }, response) => headers.authorization === undefined && status(503)(response),
          /^503, a server error/,
        ],
        [
          "an invalid value of a creation that closes the connection each time, while others are rejected",
          ({ method, body }, response) => method === "POST" && body === '{"text":null}' && reset(response),
          /no response/,
        ],
        [
          "an operation that always closes the connection",
          ({ method }, response) => method === "DELETE" && reset(response),
          /no response/,
        ],
      ],
      4,
    ),
  )("%s", async (_, disturb, message) => {
    const report = await run(disturb);
    expect(findingsOf(report).join("\n")).toMatch(new RegExp(message.source, "m"));
    expect(report.verdict).toBe("failed");
    expect(terminalReport(report)).not.toContain("responds with 0");
  });

  test("a server that fails at a third of the requests", async () => {
    const report = await run((_, response, count) => count % 3 === 0 && status(502)(response));
    expect(report.verdict).toBe("failed");
    expect(report.causes.map(({ title }) => title).join("\n")).toMatch(/% of the responses were 502/);
  });
});

/** Ends a server, as a crash of its process does: each connection is closed, and no other is accepted. */
function crash(): true {
  void server.close();
  return true;
}

describe("a server that ends in the middle of a run", () => {
  const isCreation = ({ method, body }: ReceivedRequest) => method === "POST" && body.length > 40;
  const isRead = ({ method, url }: ReceivedRequest) => method === "GET" && url.startsWith("/notes/n");

  test.each(
    sample<[string, string, (request: ReceivedRequest) => boolean]>(
      [
        ["a creation", "POST /notes", isCreation],
        ["a read, which is sent again", "GET /notes/{id}", isRead],
        ["a request beside others", "GET /notes", ({ method, url }) => method === "GET" && url.startsWith("/notes?")],
      ],
      4,
    ),
  )("is one cause, which names the request after which nothing responds any more: %s", async (_, name, ends) => {
    let last: ReceivedRequest | undefined;
    const report = await run((request) => {
      if (last !== undefined || !ends(request)) return false;
      last = request;
      return crash();
    });
    expect(report.causes.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Nothing responds any more after /),
    ]);
    expect(report.causes[0]?.title).toMatch(new RegExp(`${name.replace(/[{}]/g, "\\$&")}(?=[ ,])`));
    expect(report.causes[0]?.example.reproduce).toContain(last?.url);
    expect(report.verdict).toBe("failed");
    expect(terminalReport(report)).not.toMatch(/^ *[!✗].*ECONNREFUSED/m);
  });

  test("and that starts again within seconds has no other finding than a warning", async () => {
    let isDown = false;
    const report = await run((request) => {
      if (isDown || !isCreation(request)) return false;
      isDown = true;
      const ended = server.close();
      void ended.then(() => setTimeout(300)).then(() => server.open());
      return true;
    });
    expect(findingsOf(report)).toEqual([]);
    expect(report.verdict).toBe("passed");
  });
});
