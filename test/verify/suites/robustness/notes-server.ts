import type { ServerResponse } from "node:http";
import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { jsonResponse, pathParameter, REJECTED, verifyServer } from "#test/verify/small-document.js";
import type { Target } from "#verify/model/target/target.js";
import { type CaseResult, findingsOf } from "#verify/model/test-case/outcome.js";

const EXAMPLE: JsonObject = { title: "A note", count: 1, place: { city: "Bern" }, color: "red" };

const NOTE: JsonObject = {
  type: "object",
  required: ["title"],
  properties: {
    title: { type: "string" },
    count: { type: "integer" },
    place: { type: "object", properties: { city: { type: "string", maxLength: 30 } } },
    color: { type: "string", enum: ["red", "blue"] },
    tags: { type: "array", items: { type: "string" } },
  },
};

const SHOWN: JsonObject = {
  ...NOTE,
  required: ["id"],
  properties: { id: { type: "string" }, ...(NOTE.properties as object) },
};

const query = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", schema });

const ID = pathParameter("id", { type: "string", maxLength: 40 }, "note-1");

const PATHS: JsonObject = {
  "/notes": {
    get: {
      operationId: "listNotes",
      parameters: [
        query("q", { type: "string" }),
        { name: "X-Trace", in: "header", schema: { type: "string" } },
        query("offset", { type: "integer", minimum: 0 }),
        query("color", { type: "string", enum: ["red", "blue"] }),
      ],
      responses: {
        "200": jsonResponse({ type: "object", properties: { notes: { type: "array", items: SHOWN } } }, { notes: [] }),
        "400": REJECTED,
        "503": REJECTED,
      },
    },
    post: {
      operationId: "createNote",
      requestBody: { required: true, content: { "application/json": { schema: NOTE, example: EXAMPLE } } },
      responses: { "201": jsonResponse(SHOWN, { id: "note-1", ...EXAMPLE }), "400": REJECTED, "503": REJECTED },
    },
  },
  "/notes/{id}": {
    get: {
      operationId: "getNote",
      parameters: [ID, query("depth", { type: "integer" }), query("since", { type: "string", format: "date" })],
      responses: { "200": jsonResponse(SHOWN, { id: "note-1", ...EXAMPLE }), "400": REJECTED, "404": REJECTED },
    },
    delete: {
      operationId: "deleteNote",
      parameters: [ID],
      responses: { "204": { description: "Deleted." }, "404": REJECTED },
    },
  },
};

/** A request as a program sees it. */
export interface Seen extends ReceivedRequest {
  query: URLSearchParams;
  /** The body of a creation; undefined if it is not an object. */
  note: JsonObject | undefined;
}

/** How a server responds in place of the usual one: with a status, or not at all. Undefined for the usual response. */
export type Instead = (seen: Seen) => number | "closed" | "silent" | undefined;

/** The notes that the server has at first. */
const FIRST = ["note-1", "note-2"];

/**
 * The results of a run of the suite against a server of notes.
 *
 * @param extensions parts of the document beside its paths
 */
export async function runNotes(instead: Instead, settings: Partial<Target> = {}, extensions: JsonObject = {}) {
  const notes = new Map<string, JsonObject>(FIRST.map((id) => [id, { id, ...EXAMPLE }]));
  const respond = (request: ReceivedRequest, response: ServerResponse) => {
    const [path = "", text = ""] = request.url.split("?");
    const seen = { ...request, query: new URLSearchParams(text), note: noteIn(request) };
    const other = instead(seen);
    if (other === "silent") return;
    if (other === "closed") return void response.destroy();
    if (other !== undefined) return json(response, other, {});
    if (path !== "/notes") return void respondWithNote(notes, request.method, path, response);
    if (request.method === "GET") return json(response, 200, { notes: [...notes.values()] });
    if (!seen.note || typeof seen.note.title !== "string") return json(response, 400, {});
    const note = { ...seen.note, id: `note-${Math.random().toString(36).slice(2)}` };
    notes.set(note.id, note);
    json(response, 201, note);
  };
  const { results, requests } = await verifyServer(
    PATHS,
    respond,
    { hasExampleData: false, ...settings },
    { only: ["robustness"], extensions },
  );
  return { results, requests, failures: failuresIn(results), remaining: [...notes.keys()] };
}

function respondWithNote(notes: Map<string, JsonObject>, method: string, path: string, response: ServerResponse): void {
  const id = decoded(path.split("/")[2] ?? "");
  const note = id === undefined ? undefined : notes.get(id);
  if (id === undefined || !note) {
    json(response, id === undefined ? 400 : 404, {});
    return;
  }
  if (method === "GET") {
    json(response, 200, note);
    return;
  }
  notes.delete(id);
  response.writeHead(204).end();
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function noteIn({ method, body }: ReceivedRequest): JsonObject | undefined {
  if (method !== "POST") return undefined;
  const value: Json = JSON.parse(body);
  return isObject(value) ? value : undefined;
}

/** The failures: the operation, the message, and the reason of the expectation. */
function failuresIn(results: readonly CaseResult[]): string[] {
  return results.flatMap(({ operation, outcome }) =>
    findingsOf(outcome).map(({ message, expected }) => `${operation}: ${message}, ${expected}`),
  );
}
