import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";

const TEXT: JsonObject = { type: "string", minLength: 8 };
const NEW: JsonObject = { type: "object", required: ["text"], properties: { text: TEXT } };
const SHELF: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "integer" }, text: TEXT } };
const NOTE: JsonObject = {
  type: "object",
  required: ["id", "shelfId"],
  properties: { id: { type: "integer" }, shelfId: { type: "integer" }, text: TEXT },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const found = (schema: JsonObject): JsonObject => ({
  responses: { "200": { description: "Done.", ...content(schema) }, "404": { description: "Unknown." } },
});
const created = (schema: JsonObject): JsonObject => ({
  requestBody: { required: true, ...content(NEW) },
  responses: { "201": { description: "Done.", ...content(schema) }, "404": { description: "Unknown." } },
});
const removed: JsonObject = { responses: { "204": { description: "Done." }, "404": { description: "Unknown." } } };
const id = (name: string): JsonObject => ({ name, in: "path", required: true, schema: { type: "integer" } });

const PATHS: JsonObject = {
  "/shelves": { post: { operationId: "addShelf", ...created(SHELF) } },
  "/shelves/{shelfId}": {
    parameters: [id("shelfId")],
    get: { operationId: "readShelf", ...found(SHELF) },
    delete: { operationId: "removeShelf", summary: "Removes a shelf with all notes on it.", ...removed },
  },
  "/shelves/{shelfId}/notes": { parameters: [id("shelfId")], post: { operationId: "addNote", ...created(NOTE) } },
  "/notes/{noteId}": {
    parameters: [id("noteId")],
    get: { operationId: "readNote", ...found(NOTE) },
    delete: { operationId: "removeNote", ...removed },
  },
};

/** The parts of a server that a row may change. */
interface Behavior {
  location?: (note: number) => string;
  /** The id of the next note. */
  next?: (last: number) => number;
  findsShelves?: boolean;
  keepsNotes?: boolean;
  shelfOf?: (shelf: number) => number;
}

async function run(behavior: Behavior) {
  const { location = (note) => `/notes/${note}`, next = (last) => last + 1, shelfOf = (shelf) => shelf } = behavior;
  const { findsShelves = true, keepsNotes = false } = behavior;
  const shelves = new Map<number, JsonObject>();
  const notes = new Map<number, JsonObject>();
  let [lastShelf, lastNote] = [10, 500];
  const { results } = await verifyServer(
    PATHS,
    ({ method, url, body }, response) => {
      const [, kind, number, part] = url.split("/");
      const key = Number(number);
      const kept = kind === "shelves" ? shelves : notes;
      if (method === "POST" && !/"text":"[^"]{8,}"/.test(body)) return json(response, 400, {});
      if (method === "POST" && number === undefined) {
        lastShelf += 1;
        shelves.set(lastShelf, { ...JSON.parse(body), id: lastShelf });
        return json(response, 201, shelves.get(lastShelf));
      }
      const value = kept.get(key);
      if (!value || (part !== undefined && !findsShelves)) return json(response, 404, {});
      if (part !== undefined) {
        lastNote = next(lastNote);
        const note = { ...JSON.parse(body), id: lastNote, shelfId: key };
        notes.set(lastNote, note);
        return json(response, 201, note, { location: location(lastNote) });
      }
      const shown = kind === "notes" ? { ...value, shelfId: shelfOf(Number(value.shelfId)) } : value;
      if (method === "GET") return json(response, 200, shown);
      kept.delete(key);
      if (kind === "shelves" && !keepsNotes) {
        for (const [note, { shelfId }] of notes) if (shelfId === key) notes.delete(note);
      }
      response.writeHead(204).end();
    },
    { hasExampleData: false },
    { only: ["life-cycle"] },
  );
  const warnings = warningsOf(results).map(({ message }) => message);
  return { failures: failuresOf(results), warnings, verdicts: results.map(({ outcome }) => outcome.verdict) };
}

test("notes that are created below a shelf, and found elsewhere, live as their paths suggest", async () => {
  const { failures, warnings, verdicts } = await run({});
  expect([...failures, ...warnings]).toEqual([]);
  expect(verdicts).toEqual(["passed", "passed", "passed", "passed"]);
});

test.each<[title: string, behavior: Behavior, message: string]>([
  [
    "sends an address that leads nowhere",
    { location: (note) => `/shelves/1/notes/${note}` },
    "sends an address in Location",
  ],
  [
    "sends the address of another note",
    { location: (note) => `/notes/${note - 1}` },
    "the response has another resource than the one that addNote created",
  ],
  ["gives each note the same id", { next: () => 7 }, "gives a new resource the identifier of another one"],
  ["does not find new shelves", { findsShelves: false }, "addNote does not find the resource that addShelf created"],
  [
    "keeps the notes of a removed shelf",
    { keepsNotes: true },
    "what addNote created below the resource is still found",
  ],
  ["shows notes as those of another shelf", { shelfOf: () => 1 }, "has another /shelfId than its path"],
])("a server has a warning if it %s", async (_, behavior, message) => {
  const { failures, warnings } = await run(behavior);
  expect([...failures, ...warnings].join("\n")).toContain(message);
});
