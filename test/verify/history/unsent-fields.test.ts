import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, type Respond, verifyServer } from "#test/verify/small-document.js";
import { data, ERRORS, get, object, objectIn, text } from "#test/verify/small-store.js";

const name: JsonObject = { ...text, minLength: 1, maxLength: 40 };
const fields = { name, isPinned: { type: "boolean" }, note: name };
const content = (schema: JsonObject) => ({ "application/json": { schema } });
const card = object({ id: text, ...fields }, ["id"]);
const shown = { description: "Done.", content: content(card) };
const body = (required: string[] = []) => ({ required: true, content: content(object(fields, required)) });

/** Cards, which change by this method. */
const cards = (method: string, done: JsonObject = { "200": shown }): JsonObject => ({
  "/cards": {
    post: {
      operationId: "addCard",
      requestBody: body(["name", "isPinned", "note"]),
      responses: { "201": shown, ...ERRORS, "415": REJECTED },
    },
  },
  "/cards/{id}": {
    parameters: [{ name: "id", in: "path", required: true, schema: text }],
    ...get("getCard", card),
    [method]: {
      operationId: "changeCard",
      requestBody: body(),
      responses: { ...done, ...ERRORS, "415": REJECTED },
    },
  },
});
/** A card that the run does not create: that of the key. */
const ownCard = (method: string): JsonObject => ({
  "/own-card": {
    ...get("getOwnCard", card),
    [method]: {
      operationId: "changeOwnCard",
      requestBody: body(),
      responses: { "200": shown, ...ERRORS, "415": REJECTED },
    },
  },
});

/** How a server confirms a change: by the card, by 204, or by 204 while its next read still shows the card before. */
type Confirming = "by the card" | "without a body" | "without a body, and late";

/** A server of cards, which may also change what a change did not send. */
function cardsOf(
  method: string,
  alsoChanged: (sent: JsonObject, card: JsonObject) => JsonObject,
  confirming: Confirming = "by the card",
): Respond {
  const late = new Map<string, JsonObject>();
  const stored = new Map<string, JsonObject>([["own-card", { id: "own", name: "Ada", isPinned: true, note: "hers" }]]);
  let last = 0;
  return (request, response) => {
    const [, collection = "", id] = request.url.split("/");
    const key = collection === "cards" ? (id ?? "") : collection;
    const found = stored.get(key);
    const isCreation = collection === "cards" && id === undefined;
    if (!found && !isCreation) return json(response, 404, {});
    if (request.method === "GET") {
      const before = late.get(key);
      late.delete(key);
      return json(response, isCreation ? 404 : 200, before ?? found ?? {});
    }
    if (request.method !== (isCreation ? "POST" : method.toUpperCase())) return json(response, 405, {});
    if (!request.headers["content-type"]?.includes("json")) return json(response, 415, {});
    const sent = objectIn(request.body);
    if (!sent || !isValid(sent, isCreation)) return json(response, 400, {});
    last += 1;
    const made = isCreation ? { ...sent, id: `card_${last}f3c9a` } : { ...found, ...sent };
    const changed = isCreation ? made : { ...made, ...alsoChanged(sent, made) };
    stored.set(isCreation ? String(made.id) : key, changed);
    if (found && confirming === "without a body, and late") late.set(key, found);
    if (found && confirming !== "by the card") return void response.writeHead(204).end();
    json(response, isCreation ? 201 : 200, changed);
  };
}

function isValid(sent: JsonObject, isWhole: boolean): boolean {
  const has = (field: string, fits: (value: Json) => boolean) =>
    sent[field] === undefined ? !isWhole : fits(sent[field]);
  const isName = (value: Json) => typeof value === "string" && value !== "" && [...value].length <= 40;
  return has("name", isName) && has("note", isName) && has("isPinned", (value) => typeof value === "boolean");
}

const unpins = ({ isPinned }: JsonObject): JsonObject => (isPinned === undefined ? { isPinned: false } : {});

test.each([
  ["a resource of the run, changed by PATCH", cards("patch"), "patch"],
  ["a resource of the run, changed by POST at its path", cards("post"), "post"],
  ["a resource that the run may change, but did not create", ownCard("patch"), "patch"],
])("what an update does not send stays as it is: %s", async (_, paths, method) => {
  const target = { ...data, settle: 0, allowed: new Set(["changeCard", "changeOwnCard"]) };
  const warningsOf = async (respond: Respond) =>
    (await verifyServer(paths, respond, target, { only: ["life-cycle"] })).titles;
  expect(await warningsOf(cardsOf(method, () => ({})))).toEqual([]);
  expect((await warningsOf(cardsOf(method, unpins))).join("\n")).toContain("isPinned");
});

test.each(["patch", "post"])("a read shows that a change without a body is done: %s", async (method) => {
  const target = { ...data, settle: 2000, allowed: new Set(["changeCard"]) };
  const paths = cards(method, { "204": { description: "Done." } });
  const titlesOf = async (alsoChanged: typeof unpins, confirming: Confirming) => {
    const { titles } = await verifyServer(paths, cardsOf(method, alsoChanged, confirming), target);
    return titles.join("\n");
  };
  expect(await titlesOf(() => ({}), "without a body")).toBe("");
  expect(await titlesOf(() => ({}), "without a body, and late")).toBe("");
  expect(await titlesOf(unpins, "without a body")).toContain("isPinned");
});
