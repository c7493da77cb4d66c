import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const TEXT: JsonObject = { type: "string" };
const query = (name: string, schema: JsonObject, more: JsonObject = {}) => ({ name, in: "query", schema, ...more });
const STATES = ["new", "open", "closed"];
const TICKET: JsonObject = {
  type: "object",
  properties: {
    // The parameter of this name chooses what is shown.
    fields: { type: "array", items: TEXT },
    ...{ id: TEXT, owner: TEXT, tags: { type: "array", items: TEXT } },
    ...{ state: { type: "string", enum: STATES }, archived: { type: "boolean" } },
  },
};
const PATHS: JsonObject = {
  "/tickets": {
    get: {
      operationId: "listTickets",
      parameters: [
        query("tags", { type: "array", items: TEXT }, { explode: true }),
        query("states", { $ref: "#/components/schemas/States" }, { explode: false }),
        query("filter[owner]", TEXT),
        query("archived", { type: "boolean" }),
        query("fields", { type: "array", items: TEXT }),
      ],
      responses: {
        200: {
          description: "Tickets.",
          content: { "application/json": { schema: { type: "array", items: TICKET } } },
        },
        400: REJECTED,
      },
    },
  },
};
const extensions = { components: { schemas: { States: { type: "array", items: { type: "string", enum: STATES } } } } };

const TICKETS = Array.from({ length: 9 }, (_, index) => ({
  id: `t${index}`,
  owner: ["mina", "jonas", "aylin"][index % 3] ?? "",
  fields: [index % 2 === 0 ? "*" : "id"],
  tags: [["red"], ["blue", "big"], ["red", "big"], [], ["green"]][index % 5] ?? [],
  state: STATES[index % 3] ?? "",
  archived: index % 2 === 0,
}));
type Ticket = (typeof TICKETS)[number];

/** Whether a server lists a ticket, by what was asked for. */
type Listed = (
  ticket: Ticket,
  asked: { tags: string[]; states: string[] | undefined; query: URLSearchParams },
) => boolean;

const isIn = (list: readonly string[] | undefined, value: string) => list === undefined || list.includes(value);
const by = {
  tags: ((ticket, { tags }) => tags.length === 0 || tags.some((tag) => ticket.tags.includes(tag))) satisfies Listed,
  states: ((ticket, { states }) => isIn(states, ticket.state)) satisfies Listed,
  owner: ((ticket, { query }) => (query.get("filter[owner]") ?? ticket.owner) === ticket.owner) satisfies Listed,
  archived: ((ticket, { query }) =>
    (query.get("archived") ?? String(ticket.archived)) === String(ticket.archived)) satisfies Listed,
};

/** The document, whose filter by owner says how it compares. */
const comparing = (description: string): JsonObject =>
  JSON.parse(
    JSON.stringify(PATHS).replace('"name":"filter[owner]"', `"name":"filter[owner]","description":"${description}"`),
  );

async function run(change: Partial<Record<keyof typeof by, Listed>>, paths = PATHS) {
  const filters: Listed[] = Object.values({ ...by, ...change });
  const { results } = await verifyServer(
    paths,
    ({ url }, response) => {
      const { searchParams } = new URL(url, "http://localhost");
      const asked = {
        tags: searchParams.getAll("tags"),
        states: searchParams.get("states")?.split(","),
        query: searchParams,
      };
      const isFlag = ["true", "false", null].includes(searchParams.get("archived"));
      if (!isFlag || asked.states?.some((state) => !STATES.includes(state))) return json(response, 400, {});
      json(
        response,
        200,
        TICKETS.filter((ticket) => filters.every((isListed) => isListed(ticket, asked))),
      );
    },
    { hasExampleData: false },
    { only: ["lists"], extensions },
  );
  return { failures: failuresOf(results), warnings: warningsOf(results).map(({ message }) => message) };
}

describe("filters of a list", () => {
  test("that has lists, flags and members of an object as filters: an honest server has no finding", async () => {
    expect(await run({})).toEqual({ failures: [], warnings: [] });
  });

  test("that selects by all tags at once, has no finding", async () => {
    const tags: Listed = (ticket, asked) => asked.tags.every((tag) => ticket.tags.includes(tag));
    expect(await run({ tags })).toEqual({ failures: [], warnings: [] });
  });

  const byBeginning: Listed = ({ owner }, { query }) => owner.startsWith(query.get("filter[owner]") ?? "");

  test("that compares the beginning of a value, has a warning where the document says that it compares all of it", async () => {
    const { failures, warnings } = await run({ owner: byBeginning }, comparing("Tickets of exactly this owner."));
    expect(failures).toEqual([]);
    expect(warnings).toEqual([expect.stringMatching(/filter\[owner\] "\w+" lists an item with another value/)]);
  });

  test("that compares the beginning of a value, has no finding where the document does not say how it compares", async () => {
    const nothing = { failures: [], warnings: [] };
    expect(await run({ owner: byBeginning }, comparing("Tickets of this owner."))).toEqual(nothing);
  });

  test("that compares all of a value, has no finding where the document says so", async () => {
    expect(await run({}, comparing("Tickets of exactly this owner."))).toEqual({ failures: [], warnings: [] });
  });

  test.each<[string, RegExp, Partial<Record<keyof typeof by, Listed>>]>([
    ["tags", /tags "\w+" lists an item with another value/, { tags: () => true }],
    [
      "the tag that fewest items have",
      /tags "green" lists an item with another value/,
      { tags: (ticket, asked) => asked.tags.includes("green") || by.tags(ticket, asked) },
    ],
    [
      "several tags",
      /tags \["\w+","\w+"\] lists an item with another value/,
      { tags: (ticket, asked) => asked.tags.length > 1 || by.tags(ticket, asked) },
    ],
    ["states", /states "(new|open|closed)" lists an item with another value/, { states: () => true }],
    [
      "all states but the first one",
      /states "\w+", "\w+" does not list an item that has it/,
      { states: (ticket, { states }) => isIn(states?.slice(0, 1), ticket.state) },
    ],
    ["a member of an object", /filter\[owner\] "\w+" lists an item with another value/, { owner: () => true }],
    ["a flag", /archived (true|false) lists an item with another value/, { archived: () => true }],
    [
      "a flag that is false",
      /archived false lists an item with another value/,
      { archived: (ticket, { query }) => query.get("archived") !== "true" || ticket.archived },
    ],
  ])("that ignores %s, has a warning", async (_, warning, change) => {
    const { failures, warnings } = await run(change);
    expect(failures).toEqual([]);
    expect(warnings).toContainEqual(expect.stringMatching(warning));
  });
});
