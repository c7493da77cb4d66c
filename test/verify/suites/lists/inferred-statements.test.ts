import { expect, test } from "vitest";
import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, type Respond, verifyServer } from "../../small-document.js";

const TEXT: JsonObject = { type: "string" };
const ITEM: JsonObject = {
  type: "object",
  properties: {
    id: TEXT,
    tags: { type: "array", items: TEXT },
    author: { type: "object", properties: { username: TEXT } },
    createdAt: TEXT,
  },
};
const query = (name: string, schema: JsonObject = TEXT): JsonObject => ({ name, in: "query", schema });
const whole: JsonObject = { type: "integer", minimum: 1, maximum: 50 };
const PAGE: JsonObject = {
  type: "object",
  properties: { posts: { type: "array", items: ITEM }, postsCount: { type: "integer" } },
};
const PATHS: JsonObject = {
  "/posts": {
    get: {
      operationId: "listPosts",
      description: "Lists posts, the most recent first.",
      parameters: [query("tag"), query("author"), query("limit", whole), query("offset", { type: "integer" })],
      responses: {
        "200": { description: "Posts.", content: { "application/json": { schema: PAGE } } },
        "400": REJECTED,
      },
    },
  },
};
const POSTS = Array.from(
  { length: 9 },
  (_, index): JsonObject => ({
    id: `p${9 - index}`,
    tags: index % 2 ? ["red", "blue"] : ["green"],
    author: { username: index % 3 ? "ada" : "grace" },
    createdAt: new Date(Date.UTC(2026, 0, 20 - index)).toISOString(),
  }),
);

interface Faults {
  ignores?: string;
  count?: (all: number, page: number) => number;
  reverses?: boolean;
}

function serving({ ignores, count = (all) => all, reverses = false }: Faults): Respond {
  return ({ url }, response) => {
    const asked = new URL(url, "http://localhost").searchParams;
    if (ignores) asked.delete(ignores);
    const [tag, author] = [asked.get("tag"), asked.get("author")];
    const found = POSTS.filter(
      (post) => (!tag || asList(post.tags).includes(tag)) && (!author || asObject(post.author).username === author),
    );
    const ordered = reverses ? found.toReversed() : found;
    const offset = Number(asked.get("offset") ?? 0);
    const posts = ordered.slice(offset, offset + Number(asked.get("limit") ?? 20));
    json(response, 200, { posts, postsCount: count(found.length, posts.length) });
  };
}

test.each<[what: string, faults: Faults, warning: RegExp | undefined]>([
  ["filters by a list and by a nested field, counts, and sorts", {}, undefined],
  ["counts the items of the page", { count: (_, page) => page }, undefined],
  ["ignores a filter by a list", { ignores: "tag" }, /tag "\w+" lists an item with another value/],
  ["ignores a filter by a nested field", { ignores: "author" }, /author "\w+" lists an item with another value/],
  ["counts one item too few", { count: (all) => all - 1 }, /postsCount is 8, and the list has 9 items/],
  ["counts all items, whatever the filter", { count: () => 9 }, /postsCount is 9, and the list has [0-8] items/],
  ["has the oldest items first", { reverses: true }, /the items are not in the stated order, newest first/],
])("a server that %s", async (_, faults, warning) => {
  const { results } = await verifyServer(PATHS, serving(faults), { hasExampleData: false }, { only: ["lists"] });
  const warnings = results.flatMap(({ warnings: found }) => found.map(({ message }) => message));
  expect(results.filter(({ outcome }) => outcome.verdict === "failed")).toEqual([]);
  if (warning) expect(warnings.filter((message) => warning.test(message))).not.toEqual([]);
  else expect(warnings).toEqual([]);
});
