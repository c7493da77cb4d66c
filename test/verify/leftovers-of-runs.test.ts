import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import type { KnownCause } from "#verify/model/known.js";
import { verifyTarget } from "#verify/verify-target.js";
import { json, type ReceivedRequest, serve } from "../server.js";
import { temporaryFolder } from "../temporary.js";
import { documentOf, type Respond, verifyServer } from "./small-document.js";
import { data, ERRORS, get, object, text } from "./small-store.js";

const ticket = object(
  { id: { type: "integer" }, subject: text, status: { type: "string", enum: ["open", "deleted"] } },
  ["id", "subject", "status"],
);
const content = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
const whole = (minimum: number, maximum: number, usual: number) => ({
  schema: { type: "integer", minimum, maximum, default: usual },
});
const paths: JsonObject = {
  "/tickets": {
    ...get(
      "listTickets",
      { type: "array", items: ticket },
      {
        parameters: [
          { name: "limit", in: "query", ...whole(1, 50, 20) },
          { name: "offset", in: "query", ...whole(0, 10_000, 0) },
        ],
      },
    ),
    post: {
      operationId: "openTicket",
      requestBody: {
        required: true,
        ...content(object({ subject: { ...text, minLength: 1, maxLength: 80 } }, ["subject"])),
      },
      responses: { "201": { description: "Opened.", ...content(ticket) }, ...ERRORS, "415": ERRORS["400"] ?? {} },
    },
  },
  "/tickets/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
    ...get("getTicket", ticket),
    delete: { operationId: "deleteTicket", responses: { "204": { description: "Marked." }, ...ERRORS } },
  },
};

/** A desk that marks what is deleted, and goes on to list it. Its data stays from run to run. */
function desk(show: (found: JsonObject) => JsonObject = (found) => found) {
  const tickets: JsonObject[] = [];
  const open = (subject: string) => {
    const opened = { id: tickets.length + 1, subject, status: "open" };
    tickets.push(opened);
    return opened;
  };
  for (const subject of ["Lamp", "Door", "Roof"]) open(subject);
  const respond: Respond = ({ method, url, body, headers }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const [, kind, id] = pathname.split("/");
    if (kind !== "tickets") return json(response, 404, {});
    if (id === undefined && method === "GET") {
      const [limit, offset] = [
        ["limit", "20"],
        ["offset", "0"],
      ].map(([name = "", usual = ""]) => searchParams.get(name) ?? usual);
      const isRight = /^\d+$/.test(limit ?? "") && /^\d+$/.test(offset ?? "") && Number(offset) <= 10_000;
      if (!isRight || Number(limit) < 1 || Number(limit) > 50) return json(response, 400, {});
      return json(response, 200, tickets.slice(Number(offset), Number(offset) + Number(limit)).map(show));
    }
    if (id === undefined) {
      if (method !== "POST") return json(response, 405, {});
      if (!headers["content-type"]?.includes("json")) return json(response, 415, {});
      const subject = subjectIn(body);
      return subject === undefined ? json(response, 400, {}) : json(response, 201, show(open(subject)));
    }
    const found = /^\d+$/.test(id) ? tickets[Number(id) - 1] : undefined;
    if (!found) return json(response, 404, {});
    if (method === "GET") return json(response, 200, show(found));
    if (method !== "DELETE") return json(response, 405, {});
    found.status = "deleted";
    response.writeHead(204).end();
  };
  const leave = (count: number) => {
    for (let left = 0; left < count; left += 1) open(`Left ${left}`).status = "deleted";
  };
  return { respond, leave };
}

function subjectIn(body: string): string | undefined {
  try {
    const value: Json = JSON.parse(body);
    const subject = isObject(value) ? value.subject : undefined;
    return typeof subject === "string" && subject !== "" && subject.length <= 80 ? subject : undefined;
  } catch {
    return undefined;
  }
}

test.each<[string, Parameters<typeof desk>[0]]>([
  ["a desk that marks what is deleted", undefined],
  ["one that also shows a number as a text", (found) => ({ ...found, id: String(found.id) })],
  ["one that also forgets a subject", ({ subject: _, ...found }) => found],
])("what earlier runs left changes no verdict: %s", async (_, show) => {
  const { respond, leave } = desk(show);
  const first = await verifyServer(paths, respond, { ...data, settle: 50 }, { known: [], updateKnown: true });
  const known: readonly KnownCause[] = first.report.known ?? [];
  const verdicts: string[] = [];
  for (const left of [0, 130, 400]) {
    leave(left);
    const { report } = await verifyServer(paths, respond, { ...data, settle: 50 }, { known });
    verdicts.push(report.verdict);
    expect(report.causes.map(({ id }) => id)).toEqual(first.report.causes.map(({ id }) => id));
  }
  expect(verdicts).toEqual(["passed", "passed", "passed"]);
});

test("the same document gives the same requests, without a seed", async () => {
  const folder = await temporaryFolder("same-requests");
  const spec = join(folder, "openapi.json");
  await writeFile(spec, JSON.stringify(documentOf(paths)));
  const requestsOf = async (seed?: "random") => {
    const server = await serve(desk().respond);
    const more = seed === undefined ? {} : { seed };
    await verifyTarget({ spec, baseUrl: server.url, parallel: 1, ...more }, {});
    await server.close();
    return server.seen.map(({ method, url, headers, body }: ReceivedRequest) => [method, url, headers.accept, body]);
  };
  const first = await requestsOf();
  expect(first.length).toBeGreaterThan(10);
  expect(await requestsOf()).toEqual(first);
  expect(await requestsOf("random")).not.toEqual(first);
});
