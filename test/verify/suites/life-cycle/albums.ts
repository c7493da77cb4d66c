import { asObject, isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";

const FIELDS: JsonObject = {
  title: { type: "string", minLength: 3, maxLength: 60 },
  label: { type: "string", minLength: 3, maxLength: 60 },
  genres: { type: "array", items: { type: "string", minLength: 2 }, minItems: 1, maxItems: 3 },
  format: { type: "string", enum: ["vinyl", "cd", "stream"] },
  story: { type: ["string", "null"], maxLength: 400 },
  credits: { type: "object", additionalProperties: { type: "string", minLength: 2, maxLength: 30 }, maxProperties: 20 },
};

const STATE: JsonObject = { type: "string", enum: ["listed", "archived"] };

const ALBUM: JsonObject = {
  type: "object",
  required: ["id", "title", "label", "genres", "starred", "stars_count", "state", "sales", "created_at"],
  properties: {
    id: { type: "integer" },
    ...FIELDS,
    starred: { type: "boolean" },
    stars_count: { type: "integer", minimum: 0 },
    state: STATE,
    sales: { type: "string", enum: ["new", "open", "closed"] },
    created_at: { type: "string", format: "date-time" },
  },
};

const TEXT: JsonObject = { type: "string", minLength: 3, maxLength: 60 };
const NOTE: JsonObject = {
  type: "object",
  required: ["id", "text"],
  properties: { id: { type: "integer" }, text: { type: "string" } },
};

const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });
const REJECTED: JsonObject = { "4XX": { description: "Rejected." } };
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };

/** An envelope of an album in responses; `null` is the place of the album. */
type Envelope = Readonly<Record<string, Json>>;

/** The operations on albums. @param envelope of an album (default: none) */
const pathsOf = (envelope: Envelope | undefined): JsonObject => {
  const shown = envelope ? schemaOf(envelope) : ALBUM;
  const album: JsonObject = { "200": done(shown), ...REJECTED };
  return {
    "/albums": {
      get: {
        parameters: [
          { name: "label", in: "query", schema: { type: "string" } },
          { name: "state", in: "query", schema: STATE },
        ],
        responses: { "200": done({ type: "array", items: ALBUM }), ...REJECTED },
      },
      post: {
        requestBody: {
          required: true,
          ...content({ type: "object", required: ["title", "label", "genres"], properties: FIELDS }),
        },
        responses: { "201": done(shown), ...REJECTED },
      },
    },
    "/albums/{id}": {
      parameters: [ID],
      get: { responses: album },
      patch: {
        description: "Changes the fields that are sent. `credits` is merged by name.",
        requestBody: { required: true, ...content({ type: "object", minProperties: 1, properties: FIELDS }) },
        responses: album,
      },
      delete: { responses: { "204": { description: "Done." }, ...REJECTED } },
    },
    "/albums/{id}/notes": {
      parameters: [ID],
      get: { responses: { "200": done({ type: "array", items: NOTE }), ...REJECTED } },
      post: {
        requestBody: { required: true, ...content({ type: "object", required: ["text"], properties: { text: TEXT } }) },
        responses: { "201": done(NOTE), ...REJECTED },
      },
    },
    "/albums/{id}/star": { parameters: [ID], post: { responses: album }, delete: { responses: album } },
    "/albums/{id}/archive": { parameters: [ID], post: { responses: album }, delete: { responses: album } },
    "/albums/{id}/stop-sales": { parameters: [ID], post: { responses: album } },
    "/albums/{id}/start-sales": { parameters: [ID], post: { responses: album } },
  };
};

function schemaOf(envelope: Envelope): JsonObject {
  const properties = Object.entries(envelope).map(([name, value]) => [
    name,
    value === null ? ALBUM : { type: typeof value },
  ]);
  return { type: "object", required: Object.keys(envelope), properties: Object.fromEntries(properties) };
}

/** The steps of a server at which a variation differs from the honest one. */
export interface Steps {
  /** Changes what is stored. @param write the name of the operation: `create`, `patch`, `delete`, or of an action */
  store?(albums: Map<number, JsonObject>, id: number, write: string, before: JsonObject | undefined): void;
  /** Changes the response to a write. */
  respond?(stored: JsonObject, write: string, albums: Map<number, JsonObject>): JsonObject;
  /** Changes the items of the list. @param label that was requested */
  list?(items: JsonObject[], label: string | null): JsonObject[];
  /** Changes the stored notes of an album. */
  notes?(notes: JsonObject[]): JsonObject[];
  /** The envelope of an album in responses, with `null` in its place. */
  envelope?: Envelope;
  /** Whether every change is accepted, whatever its values are. */
  isLenient?: boolean;
  /** Stores a part of a body that is rejected. */
  rejected?(albums: Map<number, JsonObject>, id: number | undefined, body: JsonObject): void;
}

const isStory = (value: unknown) =>
  value === undefined || value === null || (typeof value === "string" && value.length <= 400);

function areCredits(value: unknown): boolean {
  if (value === undefined) return true;
  const credits = isObject(value) ? Object.values(value) : undefined;
  const isCredit = (credit: unknown) => typeof credit === "string" && credit.length > 1 && credit.length <= 30;
  return credits !== undefined && credits.length <= 20 && credits.every(isCredit);
}

function isValid(body: unknown, isNew: boolean): body is JsonObject {
  if (!isObject(body) || (isNew && !["title", "label", "genres"].every((name) => Object.hasOwn(body, name))))
    return false;
  const isText = (value: unknown) => typeof value === "string" && value.length >= 3 && value.length <= 60;
  const { title = "abc", label = "abc", genres = ["ab"], format = "cd", ...rest } = body;
  const isList = Array.isArray(genres) && genres.length > 0 && genres.length < 4;
  return (
    Object.keys(body).length > 0 &&
    Object.keys(rest).length >= 0 &&
    [title, label].every(isText) &&
    isList &&
    genres.every((genre) => typeof genre === "string" && genre.length > 1) &&
    isStory(body.story) &&
    areCredits(body.credits) &&
    ["vinyl", "cd", "stream"].includes(String(format))
  );
}

/** Runs against a server with albums. Returns the failures and the warnings of the life cycle. */
export async function runOnAlbums({
  store,
  respond,
  list = (items) => items,
  notes = (all) => all,
  isLenient = false,
  rejected,
  envelope,
}: Steps) {
  const wrapped = (album: JsonObject): JsonObject =>
    envelope ? Object.fromEntries(Object.entries(envelope).map(([name, value]) => [name, value ?? album])) : album;
  const notesOf = new Map<number, JsonObject[]>();
  const albums = new Map<number, JsonObject>();
  let last = 0;
  const { results } = await verifyServer(
    pathsOf(envelope),
    ({ method, url, body }: ReceivedRequest, sent) => {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      const [, , key, action] = pathname.split("/");
      const id = key === undefined ? undefined : Number(key);
      const before = id === undefined ? undefined : structuredClone(albums.get(id));
      const read = (): unknown => {
        try {
          return JSON.parse(body);
        } catch {
          return undefined;
        }
      };
      const write = (target: number, name: string, changed: JsonObject, status = 200) => {
        albums.set(target, changed);
        store?.(albums, target, name, before);
        const stored = albums.get(target) ?? changed;
        json(sent, status, wrapped(respond?.(structuredClone(stored), name, albums) ?? stored));
      };
      if (id === undefined) {
        const label = searchParams.get("label");
        const state = searchParams.get("state");
        const found = [...albums.values()].filter(
          (album) => (label === null || album.label === label) && (state === null || album.state === state),
        );
        if (state !== null && state !== "listed" && state !== "archived") return json(sent, 422, {});
        if (method === "GET") return json(sent, 200, list(found, label));
        const sentBody = read();
        if (method !== "POST") return json(sent, 405, {});
        if (!isValid(sentBody, true)) {
          if (isObject(sentBody)) rejected?.(albums, undefined, sentBody);
          return json(sent, 422, {});
        }
        last += 1;
        const fresh = {
          starred: false,
          stars_count: 0,
          state: "listed",
          sales: "new",
          created_at: new Date(last * 1e9).toISOString(),
        };
        return write(last, "create", { id: last, ...sentBody, ...fresh }, 201);
      }
      if (!before) return json(sent, 404, {});
      if (action === "star" && ["POST", "DELETE"].includes(method ?? "")) {
        const starred = method === "POST";
        return write(id, starred ? "star" : "unstar", { ...before, starred, stars_count: Number(starred) });
      }
      if (action === "archive" && ["POST", "DELETE"].includes(method ?? "")) {
        const state = method === "POST" ? "archived" : "listed";
        return write(id, method === "POST" ? "archive" : "unarchive", { ...before, state });
      }
      if (method === "POST" && (action === "start-sales" || action === "stop-sales")) {
        return write(id, action, { ...before, sales: action === "start-sales" ? "open" : "closed" });
      }
      if (action === "notes") {
        const own = notesOf.get(id) ?? [];
        if (method === "GET") return json(sent, 200, own);
        const added = read();
        const text = isObject(added) ? added.text : undefined;
        if (typeof text !== "string" || text.length < 3 || text.length > 60) return json(sent, 422, {});
        const note = { id: own.length + 1, text };
        notesOf.set(id, notes([...own, note]));
        return json(sent, 201, note);
      }
      if (action !== undefined) return json(sent, 405, {});
      if (method === "GET") return json(sent, 200, wrapped(before));
      if (method === "DELETE") {
        albums.delete(id);
        store?.(albums, id, "delete", before);
        return sent.writeHead(204).end();
      }
      const change = read();
      if (method !== "PATCH") return json(sent, 405, {});
      if (!isObject(change) || !(isLenient || isValid(change, false))) {
        if (isObject(change)) rejected?.(albums, id, change);
        return json(sent, 422, {});
      }
      const credits = { ...asObject(before.credits), ...asObject(change.credits) };
      write(id, "patch", { ...before, ...change, ...(before.credits || change.credits ? { credits } : {}) });
    },
    { hasExampleData: false, settle: 20 },
    { only: ["POST /albums › the created resource lives", "DELETE /albums/{id} › the resource"] },
  );
  const own = results.filter(({ suite }) => suite === "life-cycle");
  return { failures: failuresOf(own), warnings: own.flatMap(({ warnings }) => warnings.map(({ message }) => message)) };
}
