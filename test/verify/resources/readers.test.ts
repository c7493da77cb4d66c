import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { resourcesOf } from "#statements/resources/find-resources.js";
import { exchangeOf } from "#test/verify/exchange.js";
import { documentOf } from "#test/verify/small-document.js";
import { Contract } from "#verify/model/contract.js";
import { FROM_RESPONSE, type RequestSpec } from "#verify/model/request/request-spec.js";
import type { TargetFacts } from "#verify/model/test-case/request-context.js";
import { GeneratedValues } from "#verify/requests/generated-values.js";
import type { Created } from "#verify/resources/created/created.js";
import { readCreated } from "#verify/resources/created/read-created.js";
import type { ResourceReader } from "#verify/resources/lists/read-list.js";

const THING: JsonObject = { type: "object", properties: { id: { type: "string" }, name: { type: "string" } } };
const done = (schema: JsonObject): JsonObject => ({
  responses: { "200": { description: "Done.", content: { "application/json": { schema } } } },
});
const PAGE: JsonObject = {
  type: "object",
  properties: { data: { type: "array", items: THING }, next: { type: "string" } },
};
const AFTER = { name: "after", in: "query", schema: { type: "string" } };
const LIST = {
  get: {
    ...done(PAGE),
    parameters: [AFTER],
    "x-pagination": { items: "/data", forward: { parameter: "after", body: "/next" } },
  },
  post: done(THING),
};
const ITEM = {
  parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
  delete: done(THING),
};

const TARGET: TargetFacts = {
  ...{ values: {}, parameters: {}, writes: "none" },
  ...{ hasExampleData: false, strict: false, removesByModule: false, keepsState: true },
  ...{ ownKeys: [], ownSchemes: [], givesAuthorization: false, hasActor: () => false },
};

/** A response: the things that it has, and the cursor of the next page; or a status without content. */
type Reply = { things: JsonObject[]; next?: string } | { thing: JsonObject } | number;

/** A reader of a target that sends these responses in turn, and has time to settle for four attempts. */
function readerOf(hasGet: boolean, replies: readonly Reply[]) {
  const item = hasGet ? { ...ITEM, get: done(THING) } : ITEM;
  const contract = new Contract(documentOf({ "/things": LIST, "/things/{id}": item }));
  const requests: RequestSpec[] = [];
  const checked: number[] = [];
  const reader: ResourceReader = {
    contract,
    target: TARGET,
    generator: new GeneratedValues(1),
    async send(request) {
      const reply = replies[requests.length] ?? 500;
      requests.push(request);
      if (typeof reply === "number") return exchangeOf({ status: reply });
      const body = "thing" in reply ? reply.thing : { data: reply.things, next: reply.next ?? "" };
      return exchangeOf({ headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    },
    check: async (_, __, exchange) => void checked.push(exchange.status),
    async settle(attempt, isSettled) {
      let result = await attempt();
      for (let attempts = 1; attempts < 4 && !isSettled(result); attempts += 1) result = await attempt();
      return result;
    },
  };
  const resource = resourcesOf(contract).get("/things/{}");
  const create = resource?.create;
  if (!resource || !create) throw new Error("The document has no such resource.");
  const created: Created = {
    ...{ resource, create, link: undefined, parent: undefined, outer: [], address: "/things/1", value: "1" },
    identifier: { pointer: "/id", basis: "inferred", places: [] },
    request: { operation: create, parameters: [], body: undefined },
    exchange: exchangeOf({ status: 201 }),
    path: [{ value: "1", source: FROM_RESPONSE }],
  };
  return { reader, created, requests, checked };
}

const OLD = { id: "1", name: "old" };
const NEW = { id: "1", name: "new" };
const OTHER = { id: "2", name: "new" };

test.each<[title: string, hasGet: boolean, replies: Reply[], shown: JsonObject | "absent" | "unknown", sent: number]>([
  ["its GET, until it is as wanted", true, [404, { thing: OLD }, { thing: NEW }], NEW, 3],
  ["its GET, until the time to settle is over", true, [{ thing: OLD }, { thing: OLD }, 404, { thing: OLD }], OLD, 4],
  ["its GET, which does not find it", true, [404, 404, 404, 404], "absent", 4],
  ["its list, by pages", false, [{ things: [OTHER], next: "a" }, { things: [NEW] }], NEW, 2],
  ["its list, again until it is as wanted", false, [{ things: [OLD] }, { things: [] }, { things: [NEW] }], NEW, 3],
  ["its list, which does not have it", false, Array.from({ length: 4 }, () => ({ things: [OTHER] })), "absent", 4],
  ["its list, which is rejected", false, [403], "unknown", 1],
])("a created resource is read by %s", async (_, hasGet, replies, shown, sent) => {
  const { reader, created, requests, checked } = readerOf(hasGet, replies);
  const read = await readCreated(reader, created, ({ resource }) => resource?.name === "new");
  expect(read ? (read.resource ?? "absent") : "unknown").toEqual(shown);
  expect(requests.length).toBe(sent);
  // The last response to GET is checked, and so is each page.
  expect(checked.length).toBe(hasGet ? 1 : sent);
});
