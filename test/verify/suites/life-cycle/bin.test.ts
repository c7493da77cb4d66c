import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { sample } from "#test/sample.js";
import { json } from "#test/server.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "#test/verify/small-store.js";

/** How a document says where deleted notes are, and how they come back. */
interface Style {
  /** The path of the list of deleted notes. */
  list: string;
  /** Whether a deleted note has a path of its own. */
  hasItems: boolean;
  restore: { method: string; path: string };
  /** Whether a deleted note can be deleted for good. */
  isPurged: boolean;
  isNumbered: boolean;
}

const STYLES: Record<string, Style> = {
  "a folder around the collection": {
    list: "/bin/notes",
    hasItems: true,
    restore: { method: "post", path: "/bin/notes/{id}/recover" },
    isPurged: true,
    isNumbered: true,
  },
  "a list below the collection": {
    list: "/notes/trash",
    hasItems: false,
    restore: { method: "post", path: "/notes/{id}/restore" },
    isPurged: true,
    isNumbered: false,
  },
  "a collection of another name": {
    list: "/deleted-notes",
    hasItems: true,
    restore: { method: "put", path: "/deleted-notes/{id}/put-back" },
    isPurged: false,
    isNumbered: true,
  },
};

const fields = { title: { ...text, minLength: 1 }, lines: { type: "array", items: text } };
const parameters = (isNumbered: boolean) => [
  { name: "id", in: "path", required: true, schema: isNumbered ? { type: "integer" } : text },
];

function pathsOf({ list, hasItems, restore, isPurged, isNumbered }: Style): JsonObject {
  const note = object({ id: isNumbered ? { type: "integer" } : text, ...fields }, ["id", "title"]);
  const content = { "application/json": { schema: note } };
  const body = { required: true, content: { "application/json": { schema: object(fields, ["title", "lines"]) } } };
  const done = { "204": { description: "Done." }, ...ERRORS };
  return {
    "/notes": {
      post: {
        operationId: "addNote",
        requestBody: body,
        responses: { "201": { description: "Added.", content }, ...ERRORS },
      },
      ...get("listNotes", { type: "array", items: note }),
    },
    "/notes/{id}": {
      parameters: parameters(isNumbered),
      ...get("getNote", note),
      delete: { operationId: "deleteNote", responses: done },
    },
    [list]: get("listDeleted", { type: "array", items: note }),
    ...(hasItems || isPurged
      ? {
          [`${list}/{id}`]: {
            parameters: parameters(isNumbered),
            ...(hasItems ? get("getDeleted", note) : {}),
            ...(isPurged ? { delete: { operationId: "purgeNote", responses: done } } : {}),
          },
        }
      : {}),
    [restore.path]: {
      parameters: parameters(isNumbered),
      [restore.method]: { operationId: "restoreNote", responses: done },
    },
  };
}

type Notes = Map<string, JsonObject>;

/** What a server does otherwise with notes and deleted notes. */
interface Behavior {
  remove?(id: string, notes: Notes, bin: Notes): void;
  restore?(id: string, notes: Notes, bin: Notes): void;
  purge?(id: string, bin: Notes): void;
  restoreStatus?: number;
  /** The status after it was done. */
  failsAfter?: number;
}

const moved = (id: string, from: Notes, to: Notes, change: JsonObject = {}) => {
  to.set(id, { ...from.get(id), ...change });
  from.delete(id);
};

function notesOf(
  { list, hasItems, isNumbered, restore: { method, path } }: Style,
  notes: Notes,
  behavior: Behavior,
): Respond {
  const bin: Notes = new Map();
  const idOf = (number: number) => (isNumbered ? number : `n${number}-7f3a`);
  const add = (to: Notes, number: number, note: JsonObject) => {
    const made = { ...note, id: idOf(number) };
    to.set(String(made.id), made);
    return made;
  };
  for (const number of [1, 2]) add(bin, number, { title: "A note of somebody", lines: [] });
  let last = 2;
  const {
    remove = moved,
    restore = (id, own, deleted) => moved(id, deleted, own),
    purge = (id, deleted) => void deleted.delete(id),
  } = behavior;
  const [before = "", after = ""] = path.split("{id}");
  const restoredIn = (url: string) =>
    url.startsWith(before) && url.endsWith(after) ? url.slice(before.length, -after.length) : undefined;
  return (request, response) => {
    const url = request.url.split("?")[0] ?? "";
    const done = (status = 204) => void response.writeHead(status).end();
    const restored = restoredIn(url);
    if (restored !== undefined) {
      if (request.method !== method.toUpperCase()) return json(response, 405, {});
      if (!bin.has(restored)) return json(response, 404, {});
      if (behavior.restoreStatus !== undefined) return done(behavior.restoreStatus);
      restore(restored, notes, bin);
      return done(behavior.failsAfter);
    }
    const isOfBin = url === list || url.startsWith(`${list}/`);
    const own = isOfBin ? bin : notes;
    const id = url.slice(isOfBin ? list.length + 1 : "/notes/".length);
    if (id === "" && request.method === "GET") return json(response, 200, [...own.values()]);
    if (id === "") {
      const sent = !isOfBin && request.method === "POST" ? objectIn(request.body) : undefined;
      const { title, lines } = sent ?? {};
      const isText = typeof title === "string" && title !== "";
      const isList = Array.isArray(lines) && lines.every((line) => typeof line === "string");
      if (!isText || !isList) return json(response, 400, {});
      last += 1;
      return json(response, 201, add(notes, last, { title, lines }));
    }
    const note = own.get(id);
    if (!note) return json(response, 404, {});
    if (request.method === "GET" && (hasItems || !isOfBin)) return json(response, 200, note);
    if (request.method !== "DELETE") return json(response, 405, {});
    if (isOfBin) purge(id, bin);
    else remove(id, notes, bin);
    done();
  };
}

/** The messages of a run about notes that were deleted, and the requests that changed notes of somebody else. */
async function runOn(style: Style, behavior: Behavior) {
  const notes: Notes = new Map();
  const server = notesOf(style, notes, behavior);
  const { results, requests } = await verifyServer(pathsOf(style), server, { ...data, settle: 20 });
  const sent = requests.map(({ method, url }) => `${method} ${url.split("?")[0]}`);
  const changes = sent.filter((request) => !request.startsWith("GET"));
  const harmed = changes.filter((request) => /\/(1|2|n1-7f3a|n2-7f3a)(\/|$)/.test(request));
  const about = /deleteNote succeeded|restoreNote|purgeNote/;
  return { said: messages(results).filter((message) => about.test(message)), harmed, sent, kept: [...notes.keys()] };
}

const LEGAL: [title: string, Behavior][] = [
  ["keeps deleted notes", {}],
  ["rejects to restore", { restoreStatus: 409 }],
  ["restores later", { restoreStatus: 202 }],
  [
    "gives deleted notes other identifiers",
    {
      remove: (id, notes, bin) => {
        bin.set(`9${id}`, { ...notes.get(id), id: /^\d+$/.test(id) ? Number(`9${id}`) : `9${id}` });
        notes.delete(id);
      },
    },
  ],
];

const FAULTS: [title: string, Behavior, said: RegExp][] = [
  [
    "keeps no deleted note",
    { remove: (id, notes) => void notes.delete(id) },
    /deleteNote succeeded, but \w+ does not show/,
  ],
  ["restores nothing", { restore: () => {} }, /restoreNote succeeded, but the resource is not found/],
  [
    "loses a deleted note",
    { restore: (id, _, bin) => void bin.delete(id) },
    /restoreNote succeeded, but the resource is/,
  ],
  [
    "restores a note without its lines",
    { restore: (id, notes, bin) => moved(id, bin, notes, { lines: [] }) },
    /restoreNote succeeded, but \/lines is not as it was/,
  ],
  [
    "keeps a restored note among the deleted ones",
    { restore: (id, notes, bin) => void notes.set(id, { ...bin.get(id) }) },
    /restoreNote succeeded, but \w+ still shows/,
  ],
];

const PURGING: [title: string, Behavior, said: RegExp][] = [
  ["deletes no note for good", { purge: () => {} }, /purgeNote succeeded, but \w+ still shows/],
  ["deletes all deleted notes", { purge: (_, bin) => bin.clear() }, /purgeNote for .+ removed another resource/],
];

describe.each(sample(Object.entries(STYLES), 3))("deleted notes in %s", (_, style) => {
  test.each(sample(LEGAL, 2))("a server that %s is right", async (_, behavior) => {
    const { said, harmed } = await runOn(style, behavior);
    expect(said).toEqual([]);
    expect(harmed).toEqual([]);
  });

  test("are restored, and deleted for good where the document can", async () => {
    const { sent } = await runOn(style, {});
    const { method, path } = style.restore;
    expect(
      sent.some((request) => request.startsWith(method.toUpperCase()) && request.endsWith(path.split("}")[1] ?? "")),
    ).toBe(true);
    expect(sent.some((request) => request.startsWith(`DELETE ${style.list}/`))).toBe(style.isPurged);
  });

  test.runIf(style.isNumbered)("are left alone if somebody else has the number of one", async () => {
    const remove: Behavior["remove"] = (id, notes, bin) => {
      bin.set(id, { ...notes.get(id), title: "A note of somebody", lines: ["theirs"] });
      notes.delete(id);
    };
    const { sent } = await runOn(style, { remove });
    const ofBin = sent.filter((request) => !request.startsWith("GET") && request.includes(` ${style.list}/`));
    expect(ofBin.filter((request) => /\/\d{1,3}(\/|$)/.test(request))).toEqual([]);
  });

  test.each<[title: string, behavior: Behavior]>([
    ["restores them", {}],
    ["restores them, and responds with an error", { failsAfter: 500 }],
  ])("leave nothing of the run behind if the server %s", async (_, behavior) => {
    const { kept } = await runOn(style, behavior);
    expect(kept).toEqual([]);
  });

  test.each(sample(style.isPurged ? [...FAULTS, ...PURGING] : FAULTS, 3))(
    "a server that %s is seen",
    async (_, behavior, said) => {
      expect((await runOn(style, behavior)).said.join("\n")).toMatch(said);
    },
  );
});
