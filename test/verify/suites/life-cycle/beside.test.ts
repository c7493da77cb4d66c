import { expect, test } from "vitest";
import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, objectIn } from "#test/verify/small-store.js";

/** The faults of a server of boards, and of the labels and notes on each board. */
type Fault =
  | "drops label"
  | "drops parent"
  | "ignores label"
  | "ignores search"
  | "ignores since"
  | "keeps notes of a removed board"
  | "keeps a deleted note"
  | "does not close"
  | "does not pin"
  | "accepts a code twice"
  | "keeps a text that is set to null"
  | "ignores state";

const CODE: JsonObject = { name: "code", in: "path", required: true, schema: { type: "string", maxLength: 10 } };
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const boardParameters = [{ $ref: "#/components/parameters/Code" }];
const itemParameters = [...boardParameters, ID];

const BOARD: JsonObject = { type: "object", properties: { name: { type: "string" }, code: { type: "string" } } };
const LABEL: JsonObject = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
const NOTE: JsonObject = {
  type: "object",
  properties: {
    id: { type: "integer" },
    title: { type: "string" },
    text: { type: "string", nullable: true },
    label: { type: "object", nullable: true, properties: { name: { type: "string" } } },
    parent_id: { type: "integer", nullable: true },
    status: { type: "integer" },
    status_text: { type: "string" },
    pinned: { type: "boolean" },
    noted_at: { type: "string", format: "date-time" },
  },
};

const answer = (result: JsonObject): JsonObject => ({
  description: "Done.",
  content: {
    "application/json": {
      schema: { type: "object", properties: { status: { type: "boolean" }, result } },
    },
  },
});
const REJECTED: JsonObject = Object.fromEntries(
  ["400", "404", "422"].map((status) => [status, { description: "Rejected." }]),
);
const responses = (result: JsonObject): JsonObject => ({ responses: { "200": answer(result), ...REJECTED } });
const list = (items: JsonObject): JsonObject =>
  responses({ type: "object", properties: { total: { type: "integer" }, items: { type: "array", items } } });
const identified = responses({ type: "object", properties: { id: { type: "integer" } } });
const body = (properties: JsonObject, required: string[] = []): JsonObject => ({
  requestBody: {
    required: true,
    content: { "application/json": { schema: { type: "object", properties, required } } },
  },
});
const query = (name: string, type: string): JsonObject => ({ name, in: "query", schema: { type } });
const NULLABLE: JsonObject = { type: "string", nullable: true };

const PATHS: JsonObject = {
  "/board": {
    get: { operationId: "boards", ...list(BOARD) },
    post: {
      operationId: "add-board",
      ...body(
        {
          name: { type: "string" },
          code: { type: "string", pattern: "^[a-zA-Z]{2,10}$", description: "Code of the board. Unique in a team." },
        },
        ["name", "code"],
      ),
      ...responses({ type: "object", properties: { code: { type: "string" } } }),
    },
  },
  "/board/{code}": {
    parameters: boardParameters,
    get: { operationId: "board", ...responses(BOARD) },
    delete: { operationId: "remove-board", ...responses({ type: "object" }) },
  },
  "/label/{code}": {
    parameters: boardParameters,
    get: { operationId: "labels", ...list(LABEL) },
    post: { operationId: "add-label", ...body({ name: { type: "string" } }, ["name"]), ...identified },
  },
  "/label/{code}/{id}": {
    parameters: itemParameters,
    get: { operationId: "label", ...responses(LABEL) },
    delete: { operationId: "remove-label", ...identified },
  },
  "/note/{code}": {
    parameters: boardParameters,
    get: {
      operationId: "notes",
      parameters: [
        query("search", "string"),
        query("status", "string"),
        query("label", "integer"),
        query("noted_since", "integer"),
      ],
      ...list(NOTE),
    },
    post: {
      operationId: "add-note",
      ...body(
        {
          title: { type: "string" },
          text: NULLABLE,
          label_id: { type: "integer" },
          parent_id: { type: "integer", nullable: true },
        },
        ["title"],
      ),
      ...identified,
    },
  },
  "/note/{code}/{id}": {
    parameters: itemParameters,
    get: { operationId: "note", ...responses(NOTE) },
    patch: { operationId: "change-note", ...body({ title: { type: "string" }, text: NULLABLE }), ...identified },
    delete: { operationId: "remove-note", description: "Completely deletes a note.", ...identified },
  },
  "/note/{code}/{id}/close": {
    parameters: itemParameters,
    post: { operationId: "close-note", ...identified },
  },
  "/note/{code}/{id}/pinned": {
    parameters: itemParameters,
    patch: { operationId: "pin-note", ...body({ value: { type: "boolean" } }, ["value"]), ...identified },
  },
};

interface Board {
  name: Json;
  labels: Map<string, JsonObject>;
  notes: Map<string, JsonObject>;
  isRemoved?: true;
}

const STATES = ["open", "closed"];

/** A server of boards. It has one with two notes, of which one is closed. */
function boards(fault?: Fault): Respond {
  const all = new Map<string, Board>([["DEMO", { name: "Demo", labels: new Map(), notes: new Map() }]]);
  let last = 10;
  const note = (fields: JsonObject): JsonObject => ({
    ...{ text: null, label_id: null, parent_id: null, status: 0, pinned: false },
    ...{ noted_at: new Date(Date.UTC(2026, 0, last)).toISOString() },
    ...fields,
  });
  const add = (rows: Map<string, JsonObject>, row: JsonObject): JsonObject => {
    last += 1;
    rows.set(String(last), { id: last, ...row });
    return { id: last };
  };
  for (const status of [0, 1]) add(all.get("DEMO")?.notes ?? new Map(), note({ title: `Note ${status}`, status }));

  const shown = (board: Board, { label_id, ...fields }: JsonObject): JsonObject => ({
    ...fields,
    label: typeof label_id === "number" ? { name: board.labels.get(String(label_id))?.name ?? "" } : null,
    status_text: STATES[Number(fields.status)] ?? "",
  });
  const selected = (board: Board, query: URLSearchParams): JsonObject[] => {
    const [search, label, since, status] = ["search", "label", "noted_since", "status"].map((name) => query.get(name));
    return [...board.notes.values()].filter(
      ({ title, label_id, noted_at, status: own, isDeleted }) =>
        isDeleted !== true &&
        (search == null || fault === "ignores search" || String(title).includes(search)) &&
        (label == null || fault === "ignores label" || String(label_id) === label) &&
        (status == null || fault === "ignores state" || STATES[Number(own)] === status) &&
        (since == null || fault === "ignores since" || Date.parse(String(noted_at)) >= Number(since) * 1000),
    );
  };
  const made = (board: Board, sent: JsonObject): JsonObject | string => {
    const { title, text = null, label_id, parent_id = null } = sent;
    if (typeof title !== "string") return "title is required";
    if (label_id === null) return "label_id must not be null";
    if (label_id !== undefined && !board.labels.has(String(label_id))) return "label_id is unknown";
    if (parent_id !== null && !board.notes.has(String(parent_id))) return "parent_id is unknown";
    const label = fault === "drops label" ? null : (label_id ?? null);
    return note({ title, text, label_id: label, parent_id: fault === "drops parent" ? null : parent_id });
  };

  return ({ method, url, body: sent }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const [, kind = "", code = "", id = "", action = ""] = pathname.split("/");
    const reject = (status: number, message = "") => json(response, status, { status: false, message });
    const done = (result: JsonObject) => json(response, 200, { status: true, result });
    const items = (rows: JsonObject[]) => done({ total: rows.length, items: rows });
    const given = objectIn(sent);
    if ((method === "POST" || method === "PATCH") && action !== "close" && !given) return reject(400, "no JSON");
    const board = all.get(code);
    const isGone = !board || (board.isRemoved && !(fault === "keeps notes of a removed board" && kind === "note"));
    if (code !== "" && isGone) return reject(404);
    const live = () => [...all].filter(([, { isRemoved }]) => !isRemoved);
    if (!board) {
      if (kind !== "board") return reject(404);
      if (method === "GET") return items(live().map(([key, { name }]) => ({ code: key, name })));
      if (method !== "POST") return reject(405);
      const { name = null, code: own = null } = asObject(given);
      if (typeof name !== "string" || !/^[a-zA-Z]{2,10}$/.test(String(own))) return reject(422, "code is invalid");
      if (live().some(([key]) => key === own) && fault !== "accepts a code twice") return reject(422, "code is taken");
      all.set(String(own), { name, labels: new Map(), notes: new Map() });
      return done({ code: own });
    }
    if (kind === "board") {
      if (method === "DELETE") board.isRemoved = true;
      else if (method !== "GET") return reject(405);
      return done(method === "GET" ? { code, name: board.name } : {});
    }
    const rows = kind === "label" ? board.labels : board.notes;
    if (id === "") {
      if (method === "GET") {
        return items(
          kind === "label" ? [...rows.values()] : selected(board, searchParams).map((row) => shown(board, row)),
        );
      }
      if (method !== "POST") return reject(405);
      const row = kind === "note" ? made(board, asObject(given)) : { name: given?.name ?? null };
      const isNamed = kind === "note" || typeof given?.name === "string";
      if (typeof row === "string" || row.name === null || !isNamed) return reject(422, String(row));
      return done(add(rows, row));
    }
    const row = rows.get(id);
    const isHidden = row?.isDeleted === true && fault !== "keeps a deleted note";
    if (!row || isHidden) return reject(404);
    if (action === "close") {
      if (method !== "POST") return reject(405);
      if (row.status === 1) return reject(422, "it is closed");
      if (fault !== "does not close") row.status = 1;
    } else if (action === "pinned") {
      if (method !== "PATCH") return reject(405);
      if (typeof given?.value !== "boolean") return reject(422, "value is invalid");
      if (fault !== "does not pin") row.pinned = given.value;
    } else if (method === "GET") {
      const { isDeleted: _, ...fields } = row;
      return done(kind === "label" ? fields : shown(board, fields));
    } else if (method === "DELETE") {
      row.isDeleted = true;
      if (kind === "label") rows.delete(id);
    } else if (method === "PATCH" && kind === "note") {
      const { title = row.title ?? "", text = row.text ?? null } = asObject(given);
      if (typeof title !== "string" || (text !== null && typeof text !== "string")) return reject(422, "invalid");
      const isKept = text === null && fault === "keeps a text that is set to null";
      Object.assign(row, { title, ...(!isKept && { text }) });
    } else return reject(405);
    done({ id: row.id ?? null });
  };
}

const titlesOf = async (fault: Fault | undefined, only: string[]) => {
  const extensions = { components: { parameters: { Code: CODE } }, openapi: "3.0.3" };
  const settings = { ...data, settle: 0 };
  const { titles, results, requests } = await verifyServer(PATHS, boards(fault), settings, { extensions, only });
  return { titles, results, requests };
};

const LEGAL = ["life-cycle", "lists"];

test("a server of boards has no finding", async () => {
  const { titles, results } = await titlesOf(undefined, LEGAL);
  expect(titles).toEqual([]);
  const lives = results.filter(({ suite }) => suite === "life-cycle");
  expect(lives.filter(({ outcome }) => outcome.verdict !== "passed").map(({ name }) => name)).toEqual([]);
});

test("the test cases of what is below a board share one, where they do not count what else it has", async () => {
  const { requests } = await titlesOf(undefined, ["change-note", "remove-note", "close-note", "pin-note"]);
  const made = requests.filter(({ method, url }) => method === "POST" && url === "/board").length;
  expect(made).toBeLessThan(7);
});

test.each<[fault: Fault, only: string, title: string]>([
  ["drops label", "life-cycle", "add-note succeeded, but the resource does not have the sent /label_id"],
  ["drops parent", "life-cycle", "add-note succeeded, but the resource does not have the sent /parent_id"],
  ["ignores label", "life-cycle", "notes lists items of others for the label that add-note created"],
  ["keeps notes of a removed board", "life-cycle", "note still finds what add-note created below a deleted resource"],
  ["keeps a deleted note", "life-cycle", "remove-note succeeded, but the resource still exists"],
  ["does not close", "life-cycle", "close-note succeeded, but /status of the resource does not show it"],
  ["does not pin", "life-cycle", "pin-note succeeded, but /pinned of the resource does not show it"],
  ["keeps a text that is set to null", "life-cycle", "change-note kept /text, which was set to null"],
  ["ignores search", "lists", "search with a text that nothing has lists the same items as without it"],
  ["ignores since", "lists", 'noted_since "2026-01-11T00:00:00.000Z" lists an item beyond it'],
  ["ignores state", "lists", 'status "open" lists an item with another value'],
  ["accepts a code twice", "invalid-requests", "POST /board accepts the same code"],
])("a server that %s has a finding", async (fault, only, title) => {
  const { titles } = await titlesOf(fault, [only]);
  expect(titles.join("\n")).toContain(title);
});
