import type { Json, JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { Report } from "#verify/report/report.js";

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

/** A board with its cards. */
export interface Board {
  id: number;
  name: string;
  cards: Map<string, { id: string; title: string }>;
}

/** The steps of a server at which a row differs from the honest one. All of them are seen by reads that follow other requests. */
export interface Behavior {
  /** The identifier of the next board. */
  id?(boards: ReadonlyMap<number, Board>, next: number): number;
  read?(board: Board, boards: ReadonlyMap<number, Board>): Board | undefined;
  /** The boards that the list has. */
  listed?(boards: ReadonlyMap<number, Board>): Board[];
  /** A request with an invalid body, or without one. */
  rejected?(text: Json | undefined, board: Board | undefined, boards: Map<number, Board>): void;
  created?(board: Board, boards: Map<number, Board>): void;
  cardAdded?(card: { id: string; title: string }, board: Board, boards: Map<number, Board>): void;
  cardRemoved?(card: { id: string; title: string }, board: Board, boards: Map<number, Board>): void;
  readCard?(card: { id: string; title: string }, board: Board): { id: string; title: string } | undefined;
  /** The entity tag of a board (default: none). */
  tag?(board: Board): string;
  /** The cards that the list of a board has. */
  cards?(board: Board, boards: ReadonlyMap<number, Board>): Json[];
  renamed?(board: Board, boards: Map<number, Board>): void;
  removed?(board: Board, boards: Map<number, Board>): void;
  /** Changes the status and the body of a response. */
  respond?(status: number, body: Json): [status: number, body: Json];
}

/** How a run verifies a server of boards. */
interface BoardsRun {
  onExchange?: (exchange: Exchange) => void;
  /** The most requests at once (default: 2). */
  parallel?: number;
  /** The most milliseconds by which a read may be behind the last change (default: 0). */
  lag?: number;
  /** Whether the server closes a connection after a rejection, without saying so (default: false). */
  closes?: boolean;
}

/** Verifies a server of boards. */
export async function runBoards(
  behavior: Behavior,
  { onExchange, parallel = 2, lag = 0, closes = false }: BoardsRun = {},
): Promise<Report> {
  const {
    id: idOf = (_, next) => next,
    read = (board) => board,
    cards = ({ cards: own }) => [...own.values()],
    listed = (all) => [...all.values()],
    readCard = (card) => card,
  } = behavior;
  const stored = new Map<number, Board>();
  /** What the replicas have, from the latest change to the earliest one. */
  const versions: { at: number; boards: Map<number, Board> }[] = [];
  const boardsFor = (method: string): Map<number, Board> => {
    if (lag === 0 || method !== "GET") return stored;
    const at = performance.now() - Math.random() * lag;
    return versions.find((version) => version.at <= at)?.boards ?? new Map();
  };
  let last = 0;
  const shown = ({ id, name }: Board) => ({ id, name });
  const { report } = await verifyServer(
    PATHS,
    ({ method, url, body, headers }, response) => {
      const boards = boardsFor(method);
      response.once("finish", () => {
        if (lag > 0 && method !== "GET") versions.unshift({ at: performance.now(), boards: structuredClone(stored) });
        if (closes && response.statusCode >= 400) response.socket?.end();
      });
      const send = (status: number, content: Json) =>
        json(response, ...(behavior.respond?.(status, content) ?? ([status, content] as const)));
      if (body !== "" && !headers["content-type"]?.includes("json")) return send(415, {});
      const [, , boardId, isCards, cardId] = new URL(url, "http://localhost").pathname.split("/");
      if (boardId === undefined) {
        if (method === "GET") return send(200, listed(boards).map(shown));
        const name = method === "POST" ? textIn(body, "name") : undefined;
        if (name === undefined) {
          if (method === "POST") behavior.rejected?.(memberOf(body, "name"), undefined, boards);
          return send(method === "POST" ? 400 : 405, {});
        }
        last += 1;
        const board = { id: idOf(boards, last), name, cards: new Map() };
        boards.set(board.id, board);
        behavior.created?.(board, boards);
        return send(201, shown(board));
      }
      const board = boards.get(Number(boardId));
      if (!board) return send(404, {});
      if (isCards === undefined) {
        const found = method === "GET" ? read(board, boards) : board;
        if (method === "GET" && found && behavior.tag) response.setHeader("ETag", behavior.tag(found));
        if (method === "GET") return found ? send(200, shown(found)) : send(404, {});
        if (method === "DELETE") {
          boards.delete(board.id);
          behavior.removed?.(board, boards);
          return response.writeHead(204).end();
        }
        const name = method === "PUT" ? textIn(body, "name") : undefined;
        if (name === undefined) {
          if (method === "PUT") behavior.rejected?.(memberOf(body, "name"), board, boards);
          return send(method === "PUT" ? 400 : 405, {});
        }
        board.name = name;
        behavior.renamed?.(board, boards);
        return send(200, shown(board));
      }
      if (cardId === undefined) {
        if (method === "GET") return send(200, cards(board, boards));
        const title = method === "POST" ? textIn(body, "title") : undefined;
        if (title === undefined) return send(method === "POST" ? 400 : 405, {});
        const card = { id: crypto.randomUUID(), title };
        board.cards.set(card.id, card);
        behavior.cardAdded?.(card, board, boards);
        return send(201, card);
      }
      const card = board.cards.get(cardId);
      if (!card) return send(404, {});
      const seen = readCard(card, board);
      if (method === "GET") return seen ? send(200, seen) : send(404, {});
      if (method !== "DELETE") return send(405, {});
      board.cards.delete(cardId);
      behavior.cardRemoved?.(card, board, boards);
      return response.writeHead(204).end();
    },
    { hasExampleData: false, settle: 2.5 * lag },
    { onExchange, parallel },
  );
  return report;
}

/** A member of a body that the server does not accept. */
function memberOf(body: string, name: string): Json | undefined {
  try {
    const object: JsonObject = JSON.parse(body);
    return object[name];
  } catch {
    return undefined;
  }
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
