import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { verifyServer } from "#test/verify/small-document.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";

const LAMP: JsonObject = {
  type: "object",
  required: ["id", "label"],
  properties: { id: { type: "string" }, label: { type: "string", minLength: 8 } },
};
const PAGE: JsonObject = {
  type: "object",
  properties: {
    items: { type: "array", items: LAMP },
    page: { type: "integer" },
    totalItems: { type: "integer" },
  },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const found = (schema: JsonObject, status = "200"): JsonObject => ({
  [status]: { description: "Done.", ...content(schema) },
  "4XX": { description: "Rejected." },
});
const query = (name: string, schema: JsonObject): JsonObject => ({ name, in: "query", schema });

const PATHS: JsonObject = {
  "/lamps": {
    get: {
      operationId: "listLamps",
      parameters: [
        query("page", { type: "integer", minimum: 1, maximum: 1000, default: 1 }),
        query("perPage", { type: "integer", minimum: 1, maximum: 50, default: 3 }),
      ],
      responses: found(PAGE),
    },
    post: {
      operationId: "createLamp",
      requestBody: {
        required: true,
        ...content({ type: "object", required: ["label"], properties: { label: { type: "string", minLength: 8 } } }),
      },
      responses: found(LAMP, "201"),
    },
  },
  "/lamps/{lampId}": {
    parameters: [{ name: "lampId", in: "path", required: true, schema: { type: "string" } }],
    get: { operationId: "getLamp", responses: found(LAMP) },
    delete: {
      operationId: "deleteLamp",
      responses: { "204": { description: "Gone." }, "4XX": { description: "No." } },
    },
  },
};

/** A list as a server sends it. */
interface Sent {
  items: JsonObject[];
  page: number;
  /** Undefined where another field or a header counts. */
  totalItems?: number | undefined;
  count?: number;
  /** The header `X-Total-Count`. */
  header?: number;
}

/** @param change of each page. @param added how many lamps somebody else has at each request for the list */
async function warningsAt(
  change: (page: Sent, requested: number, deleted: number) => Sent,
  added: (requests: number) => number = () => 0,
) {
  const lamps = new Map<string, JsonObject>(
    Array.from({ length: 5 }, (_, index) => [`old${index}`, { id: `old${index}`, label: `Old lamp ${index}` }]),
  );
  let [last, deleted, requests] = [0, 0, 0];
  const { results } = await verifyServer(
    PATHS,
    ({ method, url, body }, response) => {
      const { pathname, searchParams } = new URL(url, "http://localhost");
      const [, , id] = pathname.split("/");
      if (id === undefined && method === "POST") {
        if (!/^\{"label":"[^"]{8,}"\}$/.test(body)) return json(response, 422, {});
        last += 1;
        const lamp = { ...JSON.parse(body), id: `lamp${last}x` };
        lamps.set(lamp.id, lamp);
        return json(response, 201, lamp);
      }
      if (id === undefined) {
        const [page, size] = ["page", "perPage"].map((name) =>
          Number(searchParams.get(name) ?? (name === "page" ? 1 : 3)),
        );
        if (!page || !size || page < 1 || size < 1 || size > 50 || page > 1000) return json(response, 400, {});
        requests += 1;
        const items = [...lamps.values()].slice((page - 1) * size, page * size);
        const totalItems = lamps.size + added(requests);
        const { header, ...sent } = change({ items, page, totalItems }, page, deleted);
        if (header !== undefined) response.setHeader("X-Total-Count", String(header));
        return json(response, 200, JSON.parse(JSON.stringify(sent)));
      }
      const lamp = lamps.get(id);
      if (!lamp) return json(response, 404, {});
      if (method === "GET") return json(response, 200, lamp);
      lamps.delete(id);
      deleted += 1;
      response.writeHead(204).end();
    },
    { settle: 20 },
  );
  return results.flatMap(({ outcome, warnings }) => [...findingsOf(outcome), ...warnings].map(({ rule }) => rule));
}

test.each<[string, string, Parameters<typeof warningsAt>[0]]>([
  [
    "counts what was deleted",
    "deleted-item-counted",
    (page, _, deleted) => ({ ...page, totalItems: Number(page.totalItems) + deleted }),
  ],
  [
    "counts what was deleted in a header",
    "deleted-item-counted",
    ({ totalItems, ...page }, _, deleted) => ({ ...page, header: Number(totalItems) + deleted }),
  ],
  [
    "counts what was deleted in a field that does not say what it counts",
    "deleted-item-counted",
    ({ totalItems, ...page }, _, deleted) => ({ ...page, count: Number(totalItems) + deleted }),
  ],
  ["never changes its count", "deleted-item-counted", (page) => ({ ...page, totalItems: 40 })],
  ["says that every page is the first one", "page-number-stays", (page) => ({ ...page, page: 1 })],
  ["says that every page has the number of its size", "page-number-stays", (page) => ({ ...page, page: 3 })],
])("a list that %s has the warning %s", async (_, rule, change) => {
  expect(await warningsAt(change)).toContain(rule);
});

test.each<[string, Parameters<typeof warningsAt>[0], ((requests: number) => number)?]>([
  ["counts its items", (page) => page],
  ["counts its items in a header", ({ totalItems, ...page }) => ({ ...page, header: Number(totalItems) })],
  ["counts the items of each page", ({ totalItems: _, ...page }) => ({ ...page, count: page.items.length })],
  ["counts from 0", (page) => ({ ...page, page: page.page - 1 })],
  [
    "has no number where it has one page",
    ({ items, totalItems }) => ({ items, totalItems, page: 1 * Number(items.length > 0) && 7 }),
  ],
  ["gets another item between two of its readings", (page) => page, (requests) => Math.floor(requests / 4)],
])("a list that %s has neither warning", async (title, change, added) => {
  const rules = await warningsAt(change, added);
  expect(rules, title).not.toContain("deleted-item-counted");
  if (!title.startsWith("has no number")) expect(rules).not.toContain("page-number-stays");
});
