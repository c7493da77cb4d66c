import { describe, expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { asObject, isObject, type JsonObject } from "#openapi/document/document.js";
import { sample } from "#test/sample.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { verifyServer } from "#test/verify/small-document.js";

const contentOf = (schema: JsonObject) => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject) => ({ description: "Done.", ...contentOf(schema) });
const REJECTED = { "4XX": { description: "Rejected." } };
const WISH: JsonObject = {
  label: { type: "string", minLength: 1, maxLength: 60 },
  amount: { type: "integer", minimum: 1 },
};
const ROW: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "integer" }, ...WISH } };
const BASKET: JsonObject = {
  type: "object",
  required: ["id", "owner", "rows"],
  properties: { id: { type: "integer" }, owner: { type: "string" }, rows: { type: "array", items: ROW } },
};
const bodyOf = (properties: JsonObject, required: string[]) => ({
  required: true,
  ...contentOf({ type: "object", required, properties, minProperties: 1 }),
});
const id = (name: string) => ({ name, in: "path", required: true, schema: { type: "integer" } });

/** Baskets show their rows, which have no `GET` and no list of their own. */
const pathsWith = (added: JsonObject): JsonObject => ({
  "/baskets": {
    post: {
      requestBody: bodyOf({ owner: WISH.label ?? {} }, ["owner"]),
      responses: { 201: done(BASKET), ...REJECTED },
    },
  },
  "/baskets/{basketId}": {
    parameters: [id("basketId")],
    get: { operationId: "getBasket", responses: { 200: done(BASKET), ...REJECTED } },
  },
  "/baskets/{basketId}/rows": {
    parameters: [id("basketId")],
    post: {
      operationId: "addRow",
      requestBody: bodyOf(WISH, ["label", "amount"]),
      responses: { 201: done(added), ...REJECTED },
    },
  },
  "/baskets/{basketId}/rows/{rowId}": {
    parameters: [id("basketId"), id("rowId")],
    patch: { operationId: "changeRow", requestBody: bodyOf(WISH, []), responses: { 200: done(added), ...REJECTED } },
    delete: { operationId: "removeRow", responses: { 204: { description: "Gone." }, ...REJECTED } },
  },
});

interface Basket extends JsonObject {
  id: number;
  rows: JsonObject[];
}

/** The steps of the server at which a variation differs from the honest one. */
interface Steps {
  /** The rows of a basket after a write. */
  store?(after: JsonObject[], write: string, before: JsonObject[]): JsonObject[];
  /** Whether a write is answered with the whole basket. */
  answersBasket?: boolean;
  /** The rows that a basket shows. */
  shown?(rows: JsonObject[]): JsonObject[];
}

const isWish = ({ label = "x", amount = 1, ...rest }: JsonObject, isNew: boolean, body: JsonObject) =>
  typeof label === "string" &&
  label.length > 0 &&
  label.length <= 60 &&
  typeof amount === "number" &&
  Number.isInteger(amount) &&
  amount > 0 &&
  (isNew ? "label" in body && "amount" in body : Object.keys(body).length > 0) &&
  Object.keys(rest).length >= 0;

async function run({ store = (after) => after, answersBasket = false, shown = (rows) => rows }: Steps) {
  const baskets = new Map<number, Basket>();
  let last = 0;
  const { results } = await verifyServer(
    pathsWith(answersBasket ? BASKET : ROW),
    ({ method, url, headers, body: text }, response) => {
      if (text !== "" && headers["content-type"] !== "application/json") return json(response, 415, {});
      const [, , key, , row] = url.split("/");
      const body = parseJson(text)?.value;
      const isFull = isObject(body);
      const see = (basket: Basket) => ({ ...basket, rows: shown(basket.rows) });
      if (key === undefined) {
        const owner = asObject(body).owner;
        if (typeof owner !== "string" || owner === "" || owner.length > 60) return json(response, 422, {});
        last += 1;
        baskets.set(last, { id: last, owner, rows: [] });
        return json(response, 201, baskets.get(last));
      }
      const basket = baskets.get(Number(key));
      if (!basket) return json(response, 404, {});
      const write = (rows: JsonObject[], name: string, status: number, own?: JsonObject) => {
        basket.rows = store(rows, name, basket.rows);
        if (!own) return response.writeHead(status).end();
        json(response, status, answersBasket ? see(basket) : own);
      };
      if (method === "GET" && !url.includes("rows")) return json(response, 200, see(basket));
      if (method === "POST") {
        if (!isFull || !isWish(body, true, body)) return json(response, 422, {});
        last += 1;
        const added = { id: last, ...body };
        return write([...basket.rows, added], "add", 201, added);
      }
      const found = basket.rows.find((each) => String(each.id) === row);
      if (!found) return json(response, 404, {});
      if (method === "DELETE")
        return write(
          basket.rows.filter((each) => each !== found),
          "remove",
          204,
        );
      if (!isFull || !isWish(body, false, body)) return json(response, 422, {});
      const changed = { ...found, ...body, id: found.id ?? null };
      write(
        basket.rows.map((each) => (each === found ? changed : each)),
        "change",
        200,
        changed,
      );
    },
    { hasExampleData: false, settle: 20 },
    { only: ["POST /baskets/{basketId}/rows", "DELETE", "PATCH", "addRow", "removeRow", "changeRow"] },
  );
  const warnings = results.flatMap((result) => result.warnings.map(({ message }) => message));
  const lived = results.filter(({ suite }) => suite === "life-cycle").map(({ outcome: { verdict } }) => verdict);
  return { failures: failuresOf(results), warnings, lived };
}

describe("a resource that only the one around it shows", () => {
  test("is found, changed and deleted there, by honest servers without a finding", async () => {
    expect(await run({})).toEqual({ failures: [], warnings: [], lived: ["passed", "passed"] });
  });

  test.each<[string, Steps]>([
    ["answers with the basket, whose id is not that of the row", { answersBasket: true }],
    ["shows the newest row first", { shown: (rows) => rows.toReversed() }],
    ["shows no amounts", { shown: (rows) => rows.map(({ amount: _, ...row }) => row) }],
  ])("is not missed on a server that %s", async (_, steps) => {
    expect(await run(steps)).toMatchObject({ failures: [], warnings: [] });
  });

  test.each(
    sample<[string, RegExp, Steps]>(
      [
        [
          "does not store it",
          /getBasket does not list the resource that addRow created/,
          { store: (after, write, before) => (write === "add" ? before : after) },
        ],
        [
          "stores another label",
          /addRow confirmed another \/label than the resource has afterwards/,
          { store: (after, write) => (write === "add" ? after.map((row) => ({ ...row, label: "other" })) : after) },
        ],
        [
          "keeps it when it is deleted",
          /removeRow succeeded, but .*still/,
          { store: (after, write, before) => (write === "remove" ? before : after) },
        ],
        [
          "deletes its neighbors too",
          /removeRow for \d+ removed another resource/,
          { store: (after, write) => (write === "remove" ? [] : after) },
        ],
        [
          "forgets a change",
          /changeRow (succeeded, but the resource does not have the sent value|confirmed another)/,
          { store: (after, write, before) => (write === "change" ? before : after) },
        ],
        [
          "changes its neighbors too",
          /changeRow for \d+ changed \/\w+ of another resource/,
          {
            store(after, write, before) {
              const changed = after.find((row, index) => row !== before[index]);
              return write === "change" ? after.map((row) => ({ ...row, ...changed, id: row.id ?? null })) : after;
            },
          },
        ],
      ],
      8,
    ),
  )("shows a server that %s", async (_, finding, steps) => {
    const { failures, warnings } = await run(steps);
    expect([...failures, ...warnings]).toContainEqual(expect.stringMatching(finding));
  });
});
