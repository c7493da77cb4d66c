import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";

const TEXT: JsonObject = { type: "string", minLength: 3, maxLength: 60 };
const BOARD: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer" }, name: { type: "string" } },
};
const CARD: JsonObject = {
  type: "object",
  required: ["id", "title"],
  properties: { id: { type: "string" }, title: { type: "string" } },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });
const REJECTED: JsonObject = { "4XX": { description: "Rejected." } };
const bodyOf = (name: string): JsonObject => ({
  required: true,
  ...content({ type: "object", required: [name], properties: { [name]: TEXT }, additionalProperties: false }),
});
const pathId = (name: string, type: string): JsonObject => ({ name, in: "path", required: true, schema: { type } });

const PATHS: JsonObject = {
  "/boards": {
    get: { operationId: "listBoards", responses: { "200": done({ type: "array", items: BOARD }) } },
    post: { operationId: "addBoard", requestBody: bodyOf("name"), responses: { "201": done(BOARD), ...REJECTED } },
  },
  "/boards/{boardId}": {
    parameters: [pathId("boardId", "integer")],
    get: { operationId: "readBoard", responses: { "200": done(BOARD), ...REJECTED } },
    put: { operationId: "renameBoard", requestBody: bodyOf("name"), responses: { "200": done(BOARD), ...REJECTED } },
    delete: { operationId: "removeBoard", responses: { "204": { description: "Gone." }, ...REJECTED } },
  },
  "/boards/{boardId}/cards": {
    parameters: [pathId("boardId", "integer")],
    get: { operationId: "listCards", responses: { "200": done({ type: "array", items: CARD }), ...REJECTED } },
    post: { operationId: "addCard", requestBody: bodyOf("title"), responses: { "201": done(CARD), ...REJECTED } },
  },
  "/boards/{boardId}/cards/{cardId}": {
    parameters: [pathId("boardId", "integer"), pathId("cardId", "string")],
    get: { operationId: "readCard", responses: { "200": done(CARD), ...REJECTED } },
    delete: { operationId: "removeCard", responses: { "204": { description: "Gone." }, ...REJECTED } },
  },
};

interface Board {
  id: number;
  name: string;
  cards: Map<string, { id: string; title: string }>;
}

/** The steps of a server at which a row differs from the honest one. All of them are seen by reads that follow other requests. */
interface Behavior {
  /** The identifier of the next board. */
  id?(boards: ReadonlyMap<number, Board>, next: number): number;
  read?(board: Board, boards: ReadonlyMap<number, Board>): Board | undefined;
  /** The cards that the list of a board has. */
  cards?(board: Board, boards: ReadonlyMap<number, Board>): Json[];
  renamed?(board: Board, boards: ReadonlyMap<number, Board>): void;
  removed?(board: Board, boards: Map<number, Board>): void;
}

async function titlesOf(behavior: Behavior): Promise<string[]> {
  const {
    id: idOf = (_, next) => next,
    read = (board) => board,
    cards = ({ cards: own }) => [...own.values()],
  } = behavior;
  const boards = new Map<number, Board>();
  let last = 0;
  const shown = ({ id, name }: Board) => ({ id, name });
  const { titles } = await verifyServer(
    PATHS,
    ({ method, url, body, headers }, response) => {
      if (body !== "" && !headers["content-type"]?.includes("json")) return json(response, 415, {});
      const [, , boardId, isCards, cardId] = new URL(url, "http://localhost").pathname.split("/");
      if (boardId === undefined) {
        if (method === "GET") return json(response, 200, [...boards.values()].map(shown));
        const name = method === "POST" ? textIn(body, "name") : undefined;
        if (name === undefined) return json(response, method === "POST" ? 400 : 405, {});
        last += 1;
        const board = { id: idOf(boards, last), name, cards: new Map() };
        boards.set(board.id, board);
        return json(response, 201, shown(board));
      }
      const board = boards.get(Number(boardId));
      if (!board) return json(response, 404, {});
      if (isCards === undefined) {
        const found = method === "GET" ? read(board, boards) : board;
        if (method === "GET") return found ? json(response, 200, shown(found)) : json(response, 404, {});
        if (method === "DELETE") {
          boards.delete(board.id);
          behavior.removed?.(board, boards);
          return response.writeHead(204).end();
        }
        const name = method === "PUT" ? textIn(body, "name") : undefined;
        if (name === undefined) return json(response, method === "PUT" ? 400 : 405, {});
        board.name = name;
        behavior.renamed?.(board, boards);
        return json(response, 200, shown(board));
      }
      if (cardId === undefined) {
        if (method === "GET") return json(response, 200, cards(board, boards));
        const title = method === "POST" ? textIn(body, "title") : undefined;
        if (title === undefined) return json(response, method === "POST" ? 400 : 405, {});
        const card = { id: crypto.randomUUID(), title };
        board.cards.set(card.id, card);
        return json(response, 201, card);
      }
      const card = board.cards.get(cardId);
      if (!card) return json(response, 404, {});
      if (method === "GET") return json(response, 200, card);
      if (method !== "DELETE") return json(response, 405, {});
      board.cards.delete(cardId);
      return response.writeHead(204).end();
    },
    { hasExampleData: false, settle: 0 },
  );
  return titles;
}

function textIn(body: string, name: string): string | undefined {
  try {
    const object: JsonObject = JSON.parse(body);
    const text = object[name];
    const isAlone = Object.keys(object).length === 1;
    return isAlone && typeof text === "string" && text.length >= 3 && text.length <= 60 ? text : undefined;
  } catch {
    return undefined;
  }
}

test("a server without a fault has no finding", async () => {
  expect(await titlesOf({})).toEqual([]);
});

/** Another board than the given one. */
const otherThan = (board: Board, boards: ReadonlyMap<number, Board>) =>
  [...boards.values()].find((one) => one !== board);

test.each<[string, Behavior, RegExp]>([
  [
    "each fifth board gets the identifier of an existing one",
    { id: (boards, next) => (next % 5 === 0 ? ([...boards.keys()].at(-1) ?? next) : next) },
    /gives a new resource the identifier of another one/,
  ],
  [
    "each fourth board is shown as another one",
    { read: (board, boards) => (board.id % 4 === 0 ? otherThan(board, boards) : board) ?? board },
    /has another resource than the one that addBoard created/,
  ],
  [
    "each third board lists the cards of others too",
    {
      cards: ({ id, cards }, boards) =>
        [...(id % 3 === 0 ? boards.values() : [{ cards }])].flatMap((one) => [...one.cards.values()]),
    },
    /listed below another resource too/,
  ],
  [
    "a change of each second board changes another one",
    {
      renamed: (board, boards) => {
        const other = board.id % 2 === 0 ? otherThan(board, boards) : undefined;
        if (other) other.name = board.name;
      },
    },
    /changed \/name of another resource/,
  ],
  [
    "a change of each second board removes another one",
    {
      renamed: (board, boards) => {
        const other = board.id % 2 === 0 ? otherThan(board, boards) : undefined;
        if (other) (boards as Map<number, Board>).delete(other.id);
      },
    },
    /removed another resource/,
  ],
])("found by the history: %s", async (_, behavior, title) => {
  const titles = await titlesOf(behavior);
  expect(
    titles.filter((each) => title.test(each)),
    titles.join("\n"),
  ).not.toEqual([]);
});
