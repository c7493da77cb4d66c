import { expect, test } from "vitest";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { json } from "../../../server.js";
import { failuresOf } from "../../failures.js";
import { type Respond, verifyServer } from "../../small-document.js";
import { data, get, messages, object, objectIn, text } from "../../small-store.js";

const named = (name: string) => ({ parameters: [{ name, in: "path", required: true, schema: text }] });
const ok = (schema: JsonObject) => ({
  "200": { description: "Done.", content: { "application/json": { schema } } },
});
const reference = object({ room: text, shelf: text }, ["room", "shelf"]);
const box = { note: text, roomName: text };
const sentBox = object({ ...box, beside: { type: "array", items: reference } }, ["note", "roomName", "beside"]);
const example = { note: "Of oak", roomName: "attic", beside: [{ room: "attic", shelf: "third" }] };

/** A document whose resources are created by PUT alone. Nothing deletes a room. */
const PATHS: JsonObject = {
  "/rooms": get("listRooms", { type: "array", items: object({ name: text, note: text }) }),
  "/rooms/{room}": {
    ...named("room"),
    ...get("getRoom", object({ name: text, note: text })),
    put: {
      operationId: "putRoom",
      summary: "Create a room",
      requestBody: { content: { "application/json": { schema: object({ note: text }, ["note"]) } } },
      responses: ok(object({ name: text, note: text })),
    },
  },
  "/boxes": get("listBoxes", { type: "array", items: object({ name: text, ...box }) }),
  "/boxes/{box}": {
    ...named("box"),
    ...get("getBox", object({ name: text, ...box })),
    put: {
      operationId: "putBox",
      summary: "Create a box",
      requestBody: { content: { "application/json": { schema: { ...sentBox, example } } } },
      responses: ok(object({ name: text, ...box })),
    },
    delete: { operationId: "deleteBox", responses: ok(object({ name: text })) },
  },
};

interface House {
  /** How a box is stored that was there before (default: as it is sent). */
  again?(sent: JsonObject, before: JsonObject): JsonObject;
  /** Whether a deleted box leaves (default: it does). */
  deletes?: boolean;
  /** Whether a room is stored (default: it is). */
  stores?: boolean;
}

/** A server that rejects a box of an unknown room, or beside something unknown, with 404. */
function house({ again = (sent) => sent, deletes = true, stores = true }: House): Respond {
  const rooms = new Map<string, JsonObject>([["hall", { name: "hall", note: "Of stone" }]]);
  const boxes = new Map<string, JsonObject>();
  return ({ method, url, body }, response) => {
    const [, kind, name = ""] = (url.split("?")[0] ?? "").split("/");
    const table = kind === "rooms" ? rooms : boxes;
    const before = table.get(name);
    if (name === "") return json(response, method === "GET" ? 200 : 405, [...table.values()]);
    if (method === "PUT") {
      const { note, roomName, beside } = objectIn(body) ?? {};
      if (typeof note !== "string") return json(response, 400, { message: "note is required" });
      const sent: JsonObject = { name, note };
      if (kind === "boxes") {
        if (typeof roomName !== "string" || !Array.isArray(beside)) return json(response, 400, { message: "invalid" });
        const isKnown = (place: Json | undefined) => rooms.has(String(place));
        if (!isKnown(roomName)) return json(response, 404, { message: "not found" });
        if (!asList(beside).every((one) => asObject(one).shelf === "top")) return json(response, 404, {});
        sent.roomName = roomName;
      }
      if (kind === "boxes" || stores) table.set(name, before ? again(sent, before) : sent);
      return json(response, 200, sent);
    }
    if (!before) return json(response, 404, {});
    if (method === "DELETE" && kind === "boxes" && deletes) table.delete(name);
    json(response, method === "GET" || (method === "DELETE" && kind === "boxes") ? 200 : 405, before);
  };
}

const verifyHouse = (server: House) =>
  verifyServer(PATHS, house(server), { ...data, settle: 20 }, { only: ["life-cycle"] });

test("what a client names by PUT is followed as what a server names: also what nothing deletes, and what names others", async () => {
  const { results, requests } = await verifyHouse({});
  expect(failuresOf(results)).toEqual([]);
  const lives = results.filter(({ suite, outcome }) => suite === "life-cycle" && outcome.verdict === "passed");
  expect(lives.map(({ name }) => name).toSorted()).toEqual([
    "deleteBox › the resource that putBox created is gone, as getBox shows",
    "putBox › the created resource lives as getBox, listBoxes, putBox suggest",
    "putRoom › the created resource lives as getRoom, listRooms, putRoom suggest",
  ]);
  const changed = requests.filter(({ method, url }) => method === "PUT" && url === "/rooms/hall");
  expect(changed).toEqual([]);
});

test.each<[what: string, server: House, message: RegExp]>([
  ["stores no room", { stores: false }, /putRoom created is not found/],
  [
    "keeps the note of a box that is put again",
    { again: (sent, before) => ({ ...sent, note: before.note ?? "" }) },
    /putBox: .*\/note/,
  ],
  ["deletes no box", { deletes: false }, /deleteBox: /],
])("a server that %s is told apart", async (_, server, message) => {
  const { results } = await verifyHouse(server);
  const found = [...failuresOf(results), ...messages(results)];
  expect(found.filter((line) => message.test(line))).not.toEqual([]);
});
