import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, serve } from "#test/server.js";
import { runCases } from "#verify/engine/run/run-cases.js";
import { createRunContext, summaryOf } from "#verify/engine/run/run-context.js";
import { Contract } from "#verify/model/contract.js";
import { GENERATED } from "#verify/model/request/request-spec.js";
import { plannedCase } from "../engine/planned-case.js";
import { documentOf } from "../small-document.js";
import { testTarget } from "../target.js";

const THING: JsonObject = {
  type: "object",
  required: ["id"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};
const CREATED: JsonObject = { description: "It is added.", content: { "application/json": { schema: THING } } };
const BODY: JsonObject = { content: { "application/json": { schema: { type: "object" } } } };
const ID: JsonObject = { name: "id", in: "path", required: true, schema: { type: "string" } };
const DOCUMENT = documentOf({
  "/things": { post: { operationId: "addThing", requestBody: BODY, responses: { "201": CREATED } } },
  "/things/{id}": {
    parameters: [ID],
    get: { operationId: "getThing", responses: { "200": CREATED, "404": { description: "Not found." } } },
    delete: { operationId: "deleteThing", responses: { "204": { description: "It is deleted." } } },
  },
});

/**
 * A test case that creates twelve things, which its end removes. Returns what the server saw.
 *
 * @param isBusy whether the server fails, by the number of deletions that are under way
 * @param together how many deletions the server waits for before it responds to them
 */
async function removal(
  parallel: number,
  isRejected: (id: number, left: ReadonlyMap<number, string>) => boolean = () => false,
  together = 1,
  isBusy: (open: number) => boolean = () => false,
) {
  const things = new Map<number, string>();
  let last = 0;
  let most = 0;
  const open: (() => void)[] = [];
  const server = await serve(({ method, url, body }, response) => {
    const id = Number(url.split("-")[1]);
    if (method === "POST") {
      last += 1;
      const { name } = JSON.parse(body);
      things.set(last, name);
      return json(response, 201, { id: `thing-${last}`, name });
    }
    if (method === "GET")
      return json(response, things.has(id) ? 200 : 404, { id: `thing-${id}`, name: things.get(id) });
    const status = isBusy(open.length) ? 500 : isRejected(id, things) ? 409 : 204;
    open.push(() => {
      if (status === 204) things.delete(id);
      response.writeHead(status).end();
    });
    most = Math.max(most, open.length);
    if (open.length < together) return;
    // Others come before these are removed.
    setTimeout(() => {
      for (const remove of open.splice(0)) remove();
    }, 20);
  });
  const contract = new Contract(DOCUMENT);
  const add = contract.operationNamed("addThing");
  if (!add) throw new Error("The document has no operation addThing.");
  const run = createRunContext(contract, testTarget(server.url, { hasExampleData: false, credentials: {} }));
  const creating = plannedCase({
    ...{ name: "addThing › adds things", operation: add, writes: true },
    run: async (context) => {
      for (let count = 0; count < 12; count += 1) {
        await context.send({
          operation: add,
          parameters: [],
          body: { type: "application/json", value: { name: context.generator.unique() }, source: GENERATED },
        });
      }
    },
  });
  const [result] = await runCases(run, [creating], { parallel });
  await server.close();
  const deleted = server.seen.filter(({ method }) => method === "DELETE").map(({ url }) => Number(url.split("-")[1]));
  return { left: [...things.keys()], most, deleted, result, leftovers: summaryOf(run).leftovers };
}

test("things of one kind are removed at once, as many as requests are sent at once, and at most sixteen", async () => {
  expect(await removal(3, undefined, 3)).toMatchObject({ left: [], most: 3, leftovers: [] });
  expect(await removal(100, undefined, 12)).toMatchObject({ left: [], most: 12, leftovers: [] });
});

test("one at a time, they are removed in reverse order of their creation", async () => {
  const { left, most, deleted } = await removal(1);
  expect({ left, most }).toEqual({ left: [], most: 1 });
  expect(deleted).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
});

test("a server that keeps each thing as long as a later one exists keeps none", async () => {
  const isRejected = (id: number, left: ReadonlyMap<number, string>) => id < Math.max(...left.keys());
  expect(await removal(8, isRejected)).toMatchObject({ left: [], leftovers: [] });
});

test("what a server fails to remove beside other removals is removed one at a time", async () => {
  const { left, deleted, leftovers } = await removal(8, undefined, 1, (open) => open > 0);
  expect({ left, leftovers }).toEqual({ left: [], leftovers: [] });
  expect(deleted.length).toBeGreaterThan(12);
});

test("what the server never removes is named once", async () => {
  const { left, leftovers } = await removal(8, (id) => id === 5);
  expect(left).toEqual([5]);
  expect(leftovers).toEqual([
    { operation: "addThing", resource: "/things/thing-5", reason: "deleteThing was rejected with 409" },
  ]);
});

test("where the server removes nothing, each thing is asked for once", async () => {
  const { left, deleted, leftovers } = await removal(8, () => true);
  expect([left.length, deleted.length, leftovers.length]).toEqual([12, 12, 12]);
});
