import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { sample } from "../../../sample.js";
import { json } from "../../../server.js";
import { failuresOf } from "../../failures.js";
import { type Respond, verifyServer } from "../../small-document.js";
import { data, ERRORS, get, messages, object, objectIn, text } from "../../small-store.js";

const named = (...names: string[]): JsonObject => ({
  parameters: names.map((name) => ({ name, in: "path", required: true, schema: text })),
});
const done = (schema?: JsonObject): JsonObject => ({
  description: "Done.",
  ...(schema ? { content: { "application/json": { schema } } } : {}),
});
const sent = (schema: JsonObject): JsonObject => ({
  requestBody: { required: true, content: { "application/json": { schema } } },
});
const NAMED = object({ name: { ...text, minLength: 1 } }, ["name"]);

/** The value that a body has as JSON; undefined for any other body. */
function jsonIn(body: string): Json | undefined {
  try {
    const value: Json = JSON.parse(body);
    return value;
  } catch {
    return undefined;
  }
}

/** Links between what a server keeps: the first one belongs to the second one. */
type Links = Map<string, string[]>;

/** The steps of a server at which a row differs from the honest one. */
interface Steps {
  /** Stores a link (default: after those that are there). @param owners all that may have links */
  add?(links: Links, owner: string, end: string, owners: readonly string[]): void;
  /** Removes a link (default: it alone). */
  remove?(links: Links, owner: string, end: string): void;
}

const adding = (links: Links, owner: string, end: string) =>
  void links.set(owner, [...new Set([...(links.get(owner) ?? []), end])]);
const removing = (links: Links, owner: string, end: string) =>
  void links.set(
    owner,
    (links.get(owner) ?? []).filter((other) => other !== end),
  );

/** A style of writing links in documents, and its server. */
interface Style {
  paths: JsonObject;
  server(steps: Steps): Respond;
  /** Whether the document has an operation that removes a link. */
  removes: boolean;
}

/** Two kinds with lists, one of which has links with the other one. */
function keeping(
  kinds: { owners: string; ends: string },
  steps: Steps,
  style: {
    isLink: RegExp;
    make(kind: string, id: string | undefined, body: JsonObject): JsonObject;
    idOf(record: JsonObject): string;
    show(record: JsonObject, ends: readonly JsonObject[]): JsonObject;
    linked?(ends: readonly JsonObject[]): Json;
    /** The identifiers in a body that links; undefined for any other body. */
    sentIn?(body: Json | undefined): string[] | undefined;
  },
): Respond {
  const tables = new Map([kinds.owners, kinds.ends].map((kind) => [kind, new Map<string, JsonObject>()]));
  const links: Links = new Map();
  const { add = adding, remove = removing } = steps;
  return ({ method, url, body }, response) => {
    const [, kind = "", id = "", below, end = ""] = (url.split("?")[0] ?? "").split("/");
    const table = tables.get(kind);
    const ends = tables.get(kinds.ends) ?? new Map<string, JsonObject>();
    const record = table?.get(id);
    if (!table) return json(response, 404, {});
    const endsOf = (owner: string) =>
      (links.get(owner) ?? []).map((other) => ends.get(other)).filter((linked) => linked !== undefined);
    const shown = (own: JsonObject) => (kind === kinds.owners ? style.show(own, endsOf(style.idOf(own))) : own);
    if (below !== undefined) {
      if (!record || (end !== "" && !ends.has(end))) return json(response, 404, {});
      const named = method === "GET" ? undefined : style.sentIn?.(jsonIn(body));
      if (named) {
        if (!named.every((other) => ends.has(other))) return json(response, 404, {});
        for (const other of named) {
          if (method === "DELETE") remove(links, id, other);
          else add(links, id, other, [...table.keys()]);
        }
        return void response.writeHead(204).end();
      }
      if (end === "") return json(response, method === "GET" ? 200 : 405, style.linked?.(endsOf(id)) ?? []);
      if (method === "DELETE") remove(links, id, end);
      else if (style.isLink.test(method)) add(links, id, end, [...table.keys()]);
      else return json(response, 405, {});
      return json(response, 200, shown(record));
    }
    if (method === "GET" && id === "") return json(response, 200, [...table.values()].map(shown));
    if (method === "GET") return json(response, record ? 200 : 404, record ? shown(record) : {});
    if (method === "DELETE" && record) {
      table.delete(id);
      return void response.writeHead(204).end();
    }
    const sentBody = objectIn(body);
    const isCreation = method === "POST" ? id === "" : method === "PUT" && id !== "";
    if (!isCreation) return json(response, record || id === "" ? 405 : 404, {});
    if (typeof sentBody?.name !== "string" || sentBody.name === "") return json(response, 400, { message: "invalid" });
    const made = style.make(kind, id === "" ? undefined : id, sentBody);
    table.set(style.idOf(made), made);
    json(response, id === "" ? 201 : 200, shown(made));
  };
}

const PARTS = object({ partIds: { type: "array", items: text } }, ["partIds"]);
const PERSON = object({ id: text, name: text }, ["id", "name"]);

/** The operations of kits and parts, without those that link them. */
function kitsAndParts(): JsonObject {
  return {
    "/kits": {
      ...get("listKits", { type: "array", items: PERSON }),
      post: { operationId: "addKit", ...sent(NAMED), responses: { "201": done(PERSON), ...ERRORS } },
    },
    "/kits/{kitId}": {
      ...named("kitId"),
      ...get("readKit", PERSON),
      delete: { operationId: "removeKit", responses: { "204": done(), ...ERRORS } },
    },
    "/parts": {
      ...get("listParts", { type: "array", items: PERSON }),
      post: { operationId: "addPart", ...sent(NAMED), responses: { "201": done(PERSON), ...ERRORS } },
    },
    "/parts/{partId}": {
      ...named("partId"),
      ...get("readPart", PERSON),
      delete: { operationId: "removePart", responses: { "204": done(), ...ERRORS } },
    },
  };
}

const KITS = {
  isLink: /^$/,
  make: (_: string, __: string | undefined, { name = "" }: JsonObject): JsonObject => ({ id: randomUUID(), name }),
  idOf: ({ id }: JsonObject) => String(id),
  show: (record: JsonObject) => record,
};

const STYLES: Record<string, Style> = {
  "people of teams, by UUIDs, in a list below the team": {
    removes: true,
    paths: {
      "/teams": {
        ...get("listTeams", { type: "array", items: PERSON }),
        post: { operationId: "addTeam", ...sent(NAMED), responses: { "201": done(PERSON), ...ERRORS } },
      },
      "/teams/{teamId}": {
        ...named("teamId"),
        ...get("readTeam", PERSON),
        delete: { operationId: "removeTeam", responses: { "204": done(), ...ERRORS } },
      },
      "/people": {
        ...get("listPeople", { type: "array", items: PERSON }),
        post: { operationId: "addPerson", ...sent(NAMED), responses: { "201": done(PERSON), ...ERRORS } },
      },
      "/people/{personId}": {
        ...named("personId"),
        ...get("readPerson", PERSON),
        delete: { operationId: "removePerson", responses: { "204": done(), ...ERRORS } },
      },
      "/teams/{teamId}/people": {
        ...named("teamId"),
        ...get("listTeamPeople", { type: "array", items: PERSON }),
      },
      "/teams/{teamId}/people/{personId}": {
        ...named("teamId", "personId"),
        put: { operationId: "join", responses: { "200": done(), ...ERRORS } },
        delete: { operationId: "leave", responses: { "200": done(), ...ERRORS } },
      },
    },
    server: (steps) =>
      keeping({ owners: "teams", ends: "people" }, steps, {
        isLink: /^PUT$/,
        make: (_, __, { name = "" }) => ({ id: randomUUID(), name }),
        idOf: ({ id }) => String(id),
        show: (record) => record,
        linked: (ends) => [...ends],
      }),
  },
  "labels of notes, by names of the client, as texts in the note": {
    removes: false,
    paths: {
      "/notes": {
        ...get("listNotes", {
          type: "array",
          items: object({ id: text, name: text, labels: { type: "array", items: text } }),
        }),
        post: {
          operationId: "addNote",
          ...sent(NAMED),
          responses: {
            "201": done(object({ id: text, name: text, labels: { type: "array", items: text } })),
            ...ERRORS,
          },
        },
      },
      "/notes/{id}": {
        ...named("id"),
        ...get("readNote", object({ id: text, name: text, labels: { type: "array", items: text } })),
      },
      "/labels": get("listLabels", { type: "array", items: object({ name: text }) }),
      "/labels/{label}": {
        ...named("label"),
        ...get("readLabel", object({ name: text })),
        put: {
          operationId: "createLabel",
          ...sent(object({ name: { ...text, minLength: 1 } }, ["name"])),
          responses: { "200": done(object({ name: text })), ...ERRORS },
        },
        delete: { operationId: "removeLabel", responses: { "204": done(), ...ERRORS } },
      },
      "/notes/{id}/labels/{label}": {
        ...named("id", "label"),
        post: { operationId: "addLabel", responses: { "200": done(), ...ERRORS } },
      },
    },
    server: (steps) =>
      keeping({ owners: "notes", ends: "labels" }, steps, {
        isLink: /^POST$/,
        make: (kind, id, { name = "" }) => (kind === "labels" ? { name: id ?? name } : { id: randomUUID(), name }),
        idOf: ({ id, name }) => String(id ?? name),
        show: (record, ends) => ({ ...record, labels: ends.map(({ name = "" }) => name) }),
      }),
  },
  "parts of kits, by a list in the body": {
    removes: true,
    paths: {
      ...kitsAndParts(),
      "/kits/{kitId}/contents": {
        ...named("kitId"),
        ...get("listContents", { type: "array", items: PERSON }),
        post: { operationId: "putIn", ...sent(PARTS), responses: { "204": done(), ...ERRORS } },
        delete: { operationId: "takeOut", ...sent(PARTS), responses: { "204": done(), ...ERRORS } },
      },
    },
    server: (steps) =>
      keeping({ owners: "kits", ends: "parts" }, steps, {
        ...KITS,
        linked: (ends) => [...ends],
        sentIn: (body) => [asObject(body ?? {}).partIds ?? []].flat().map(String),
      }),
  },
  "parts of kits, by a list that is the whole body, and listed by their ids": {
    removes: true,
    paths: {
      ...kitsAndParts(),
      "/kits/{kitId}/ids": {
        ...named("kitId"),
        ...get("listIds", { type: "array", items: text }),
        post: {
          operationId: "addIds",
          ...sent({ type: "array", items: text }),
          responses: { "204": done(), ...ERRORS },
        },
      },
      "/kits/{kitId}/ids/{partId}": {
        ...named("kitId", "partId"),
        delete: { operationId: "removeId", responses: { "200": done(), ...ERRORS } },
      },
    },
    server: (steps) =>
      keeping({ owners: "kits", ends: "parts" }, steps, {
        ...KITS,
        linked: (ends) => ends.map(({ id = "" }) => id),
        sentIn: (body) => (Array.isArray(body) ? body.map(String) : undefined),
      }),
  },
  "parts of kits, by a field of the body, where the path of each has its id": {
    removes: true,
    paths: {
      ...kitsAndParts(),
      "/kits/{kitId}/contents": {
        ...named("kitId"),
        ...get("listContents", { type: "array", items: PERSON }),
        post: { operationId: "putIn", ...sent(PARTS), responses: { "204": done(), ...ERRORS } },
      },
      "/kits/{kitId}/contents/{partId}": {
        ...named("kitId", "partId"),
        delete: { operationId: "takeOut", responses: { "200": done(), ...ERRORS } },
      },
    },
    server: (steps) =>
      keeping({ owners: "kits", ends: "parts" }, steps, {
        ...KITS,
        linked: (ends) => [...ends],
        sentIn: (body) => {
          const { partIds } = isObject(body) ? body : {};
          return Array.isArray(partIds) ? partIds.map(String) : undefined;
        },
      }),
  },
  "songs of playlists, as objects with the song in it": {
    removes: true,
    paths: {
      "/playlists": {
        ...get("playlists", { type: "array", items: PERSON }),
        post: { operationId: "newPlaylist", ...sent(NAMED), responses: { "201": done(PERSON), ...ERRORS } },
      },
      "/playlists/{playlist_id}": {
        ...named("playlist_id"),
        ...get("playlist", object({ id: text, name: text, songs: { type: "array", items: object({ song: PERSON }) } })),
        delete: { operationId: "dropPlaylist", responses: { "204": done(), ...ERRORS } },
      },
      "/songs": {
        ...get("songs", { type: "array", items: PERSON }),
        post: { operationId: "newSong", ...sent(NAMED), responses: { "201": done(PERSON), ...ERRORS } },
      },
      "/songs/{song_id}": {
        ...named("song_id"),
        ...get("song", PERSON),
        delete: { operationId: "dropSong", responses: { "204": done(), ...ERRORS } },
      },
      "/playlists/{playlist_id}/songs/{song_id}": {
        ...named("playlist_id", "song_id"),
        post: { operationId: "addSong", responses: { "200": done(), ...ERRORS } },
        delete: { operationId: "takeSong", responses: { "200": done(), ...ERRORS } },
      },
    },
    server: (steps) =>
      keeping({ owners: "playlists", ends: "songs" }, steps, {
        isLink: /^POST$/,
        make: (_, __, { name = "" }) => ({ id: randomUUID(), name }),
        idOf: ({ id }) => String(id),
        show: (record, ends) => ({ ...record, songs: ends.map((song) => ({ song })) }),
      }),
  },
};

const ONLY = { only: ["the created resource lives"] };

async function findingsOf({ paths, server }: Style, steps: Steps): Promise<string[]> {
  const { results } = await verifyServer(paths, server(steps), { ...data, settle: 20 }, ONLY);
  return [...failuresOf(results), ...messages(results)];
}

describe.each(sample(Object.entries(STYLES), 2))("%s", (_, style) => {
  test("an honest server has no finding, and links are made", async () => {
    const made = new Set<string>();
    const add: Steps["add"] = (links, owner, end) => {
      made.add(end);
      adding(links, owner, end);
    };
    expect(await findingsOf(style, { add })).toEqual([]);
    expect(made.size).toBeGreaterThan(1);
  });

  test.each<[what: string, message: RegExp, steps: Steps]>([
    ["stores no link", /does not list what \S+ added/, { add: () => {} }],
    [
      "keeps the last link alone",
      /for "[^"]+" removed "/,
      { add: (links, owner, end) => void links.set(owner, [end]) },
    ],
    [
      "links all others of the kind as well",
      /changed \/\w+ of another resource/,
      {
        add(links, _owner, end, owners) {
          for (const other of owners) adding(links, other, end);
        },
      },
    ],
  ])("a server that %s is told apart", async (_what, message, steps) => {
    expect(await findingsOf(style, steps)).toContainEqual(expect.stringMatching(message));
  });

  test.runIf(style.removes)("a server that keeps removed links, or removes all, is told apart", async () => {
    const keeps = await findingsOf(style, { remove: () => {} });
    expect(keeps).toContainEqual(expect.stringMatching(/succeeded, but \/\w+ is not as it was before/));
    const removesAll = await findingsOf(style, { remove: (links, owner) => void links.set(owner, []) });
    expect(removesAll).toContainEqual(expect.stringMatching(/for "[^"]+" removed "/));
  });
});
