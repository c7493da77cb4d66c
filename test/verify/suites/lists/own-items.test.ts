import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, ERRORS, get, isText, messages, object, objectIn, text } from "#test/verify/small-store.js";

const name: JsonObject = { ...text, minLength: 1, maxLength: 40 };
const CARD = object({ id: { type: "integer" }, name, at: { type: "integer" } }, ["id", "name", "at"]);
const shown = { description: "Done.", content: { "application/json": { schema: CARD } } };
const create = (operationId: string): JsonObject => ({
  post: {
    operationId,
    requestBody: { required: true, content: { "application/json": { schema: object({ name }, ["name"]) } } },
    responses: { "201": shown, ...ERRORS },
  },
});
const path = (parameter: string) => ({ name: parameter, in: "path", required: true, schema: { type: "integer" } });
const query = (parameter: string, schema: JsonObject): JsonObject => ({ name: parameter, in: "query", schema });
const deletion = (operationId: string): JsonObject => ({
  delete: { operationId, responses: { "204": { description: "Deleted." }, ...ERRORS } },
});

/** The operations of cards in a list with these parameters, below what others name. */
const cards = (at: string, parameters: JsonObject[], around: JsonObject[] = []): JsonObject => ({
  [at]: {
    parameters: around,
    ...get("listCards", object({ data: { type: "array", items: CARD } }, ["data"]), { parameters }),
    ...create("addCard"),
  },
  [`${at}/{cardId}`]: { parameters: [...around, path("cardId")], ...get("getCard", CARD), ...deletion("deleteCard") },
});

/** A server of boards with cards; the cards of a page are chosen by a row. */
function serverOf(pageOf: (cards: readonly JsonObject[], query: URLSearchParams) => readonly JsonObject[]): Respond {
  const stored = new Map<string, Map<string, JsonObject>>();
  const collection = (key: string) => {
    const known = stored.get(key) ?? new Map<string, JsonObject>();
    stored.set(key, known);
    return known;
  };
  let last = 0;
  return ({ method, url, body, headers }, response) => {
    const { pathname, searchParams } = new URL(url, "http://localhost");
    const segments = pathname.slice(1).split("/");
    const isBelow = segments.length > 2;
    if (isBelow && !collection("boards").has(segments[1] ?? "")) return json(response, 404, {});
    const id = segments.length % 2 === 0 ? segments.at(-1) : undefined;
    const items = collection(segments.slice(0, id === undefined ? undefined : -1).join("/"));
    const found = id === undefined ? undefined : items.get(id);
    if (id !== undefined && !found) return json(response, 404, {});
    if (method === "GET") {
      const numbers = [...searchParams.values()].map(Number);
      if (numbers.some((value) => !Number.isInteger(value) || value < 1 || value > 100)) return json(response, 400, {});
      return json(response, 200, found ?? { data: [...pageOf([...items.values()].toReversed(), searchParams)] });
    }
    if (method === "DELETE" && id !== undefined) {
      items.delete(id);
      return void response.writeHead(204).end();
    }
    if (method !== "POST" || id !== undefined) return json(response, 405, {});
    const sent = headers["content-type"]?.includes("json") ? objectIn(body) : undefined;
    if (!sent || !isText(sent.name) || String(sent.name).length > 40) return json(response, 400, {});
    last += 1;
    const card = { id: last, name: sent.name ?? "", at: Math.floor(last / 50) };
    items.set(String(last), card);
    json(response, 201, card);
  };
}

async function findingsOf(paths: JsonObject, respond: Respond): Promise<string[]> {
  const { results } = await verifyServer(paths, respond, { ...data, settle: 0 });
  return [...failuresOf(results), ...messages(results)];
}

describe("a list below a resource has no items until the run creates some", () => {
  const size = { type: "integer", minimum: 1, maximum: 100, default: 20 };
  const paths: JsonObject = {
    "/boards": { ...get("listBoards", object({ data: { type: "array", items: CARD } })), ...create("addBoard") },
    "/boards/{boardId}": { parameters: [path("boardId")], ...get("getBoard", CARD), ...deletion("deleteBoard") },
    ...cards(
      "/boards/{boardId}/cards",
      [query("page", { ...size, default: 1 }), query("per_page", size)],
      [path("boardId")],
    ),
  };
  const page = (skipped: number) => (all: readonly JsonObject[], asked: URLSearchParams) => {
    const count = Number(asked.get("per_page") ?? 20);
    const start = (Number(asked.get("page") ?? 1) - 1) * (count + skipped);
    return all.slice(start, start + count);
  };
  test("faulty: it omits an item between two pages", async () => {
    expect((await findingsOf(paths, serverOf(page(1)))).join("\n")).toMatch(/pages of \d do not have the same items/);
  });
  test("legal: its pages have all", async () => {
    expect(await findingsOf(paths, serverOf(page(0)))).toEqual([]);
  });
});

describe("two resources of one moment are on two pages of a cursor", () => {
  const paths = cards("/cards", [
    query("limit", { type: "integer", minimum: 1, maximum: 100, default: 20 }),
    query("starting_after", { type: "integer" }),
  ]);
  const pageAfter =
    (isNext: (card: JsonObject, cursor: JsonObject) => boolean) =>
    (all: readonly JsonObject[], asked: URLSearchParams) => {
      const cursor = all.find(({ id }) => String(id) === asked.get("starting_after"));
      const rest = cursor ? all.filter((card) => Number(card.id) < Number(cursor.id) && isNext(card, cursor)) : all;
      return rest.slice(0, Number(asked.get("limit") ?? 20));
    };
  test("faulty: it omits the second one", async () => {
    const findings = await findingsOf(paths, serverOf(pageAfter((card, cursor) => card.at !== cursor.at)));
    expect(findings.join("\n")).toMatch(/does not follow its cursor/);
  });
  test("legal: the second one follows", async () => {
    expect(await findingsOf(paths, serverOf(pageAfter(() => true)))).toEqual([]);
  });
});
