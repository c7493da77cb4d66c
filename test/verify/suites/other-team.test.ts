import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, type Respond, verifyServer } from "#test/verify/small-document.js";
import { singleCredential, type Target } from "#verify/model/target/target.js";
import { terminalReport } from "#verify/reporters/terminal.js";

const KEYS = { own: "tk_own7Qw4abc9", other: "tk_other3Zx8def2" };
const TARGET: Partial<Target> = {
  hasExampleData: false,
  credentials: { own: singleCredential(KEYS.own, "KEY"), otherTeam: singleCredential(KEYS.other, "OTHER_KEY") },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });

/** Whose orders a server shows, changes and removes by each method; `owner` is the right one. */
type Access = Partial<Record<"get" | "list" | "patch" | "delete" | "notes", "owner" | "everybody">>;

interface Setting {
  /** Whether identifiers are numbers, which each team has of its own (default: UUIDs). */
  hasNumbers?: boolean;
  /** How many orders the other team has before the run (default: 1). */
  others?: number;
  /** The words of the operations on one order. */
  words?: string;
  /** The description of their 404. */
  missing?: string;
}

function pathsOf({ hasNumbers = false, words = "", missing = "There is no such order." }: Setting): JsonObject {
  const id: JsonObject = hasNumbers ? { type: "integer" } : { type: "string", format: "uuid" };
  const name: JsonObject = { type: "string", minLength: 8 };
  const order: JsonObject = { type: "object", required: ["id", "name"], properties: { id, name } };
  const sent = { required: true, ...content({ type: "object", required: ["name"], properties: { name } }) };
  const unknown = { 401: REJECTED, 404: { description: missing } };
  const done = { 200: { description: "Done.", ...content(order) }, ...unknown };
  const of = (operationId: string): JsonObject => ({ operationId, description: words });
  return {
    "/orders": {
      get: {
        operationId: "listOrders",
        responses: { 200: { description: "Done.", ...content({ type: "array", items: order }) }, 401: REJECTED },
      },
      post: {
        operationId: "createOrder",
        requestBody: sent,
        responses: { 201: { description: "Done.", ...content(order) }, 400: REJECTED, 401: REJECTED },
      },
    },
    "/orders/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: id }],
      get: { ...of("getOrder"), responses: done },
      patch: { ...of("changeOrder"), requestBody: sent, responses: { ...done, 400: REJECTED } },
      delete: { ...of("deleteOrder"), responses: { 204: { description: "Done." }, ...unknown } },
    },
    "/orders/{id}/notes": {
      parameters: [{ name: "id", in: "path", required: true, schema: id }],
      get: { ...of("getNotes"), responses: done },
    },
  };
}

/** A server with orders of two teams. */
function ordersWith(access: Access, { hasNumbers = false, others = 1 }: Setting): Respond {
  const orders: { id: string | number; name: string; team: string }[] = [];
  let last = 1;
  const nameIn = (body: string) => {
    const { name } = asObject(JSON.parse(body));
    return typeof name === "string" && name.length >= 8 ? name : undefined;
  };
  const add = (team: string, number: number) =>
    orders.push({ id: hasNumbers ? number : randomUUID(), name: `first of ${team}`, team });
  add("own", 1);
  for (let number = 1; number <= others; number += 1) add("other", number);
  return ({ method, url, headers, body }, response) => {
    const [team] = Object.entries(KEYS).find(([, key]) => headers.authorization === `Bearer ${key}`) ?? [];
    if (team === undefined) return json(response, 401, {});
    const [, , id, part] = new URL(url, "http://x").pathname.split("/");
    const kind = (id === undefined ? "list" : (part ?? method.toLowerCase())) as keyof Access;
    const reach = orders.filter((order) => access[kind] === "everybody" || order.team === team);
    const shown = ({ id: own, name }: { id: string | number; name: string }) => ({ id: own, name });
    if (id === undefined && method === "GET") return json(response, 200, reach.map(shown));
    const name = body === "" ? undefined : nameIn(body);
    if (id === undefined) {
      if (method !== "POST") return json(response, 405, {});
      if (name === undefined) return json(response, 400, {});
      last += 1;
      const order = { id: hasNumbers ? last : randomUUID(), name, team };
      orders.push(order);
      return json(response, 201, shown(order));
    }
    // One's own first: each team may have the same number.
    const order =
      reach.find((each) => String(each.id) === id && each.team === team) ??
      reach.find((each) => String(each.id) === id);
    if (!order) return json(response, 404, {});
    if (method === "DELETE") {
      orders.splice(orders.indexOf(order), 1);
      return response.writeHead(204).end();
    }
    if (method === "PATCH" && name === undefined) return json(response, 400, {});
    if (method === "PATCH" && name !== undefined) order.name = name;
    json(response, 200, shown(order));
  };
}

/** The findings of a run about the other team: a severity and a rule each. */
async function findingsOf(access: Access, setting: Setting = {}, target: Partial<Target> = TARGET) {
  const respond = ordersWith(access, setting);
  const extensions: JsonObject = {
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    security: [{ key: [] }],
  };
  const run = await verifyServer(pathsOf(setting), respond, target, { extensions, only: ["authentication"] });
  const of = run.report.causes.filter(({ rules }) => rules.some((rule) => rule.endsWith("-other-team")));
  return {
    ...run,
    found: of.map(({ severity, rules, operations }) => `${severity} ${rules} ${operations}`).toSorted(),
  };
}

describe("with the key of another team", () => {
  test.each<[string, Access, Setting, string[]]>([
    ["a server that hides everything is right", {}, {}, []],
    ["a server whose teams have the same numbers is right", {}, { hasNumbers: true }, []],
    ["what it reads is a warning", { get: "everybody" }, {}, ["warning created-shown-to-other-team getOrder"]],
    [
      "what it reads below it is a warning",
      { notes: "everybody" },
      {},
      ["warning created-shown-to-other-team getNotes"],
    ],
    ["what it lists is a warning", { list: "everybody" }, {}, ["warning created-listed-for-other-team listOrders"]],
    [
      "what everybody lists and reads is one warning",
      { list: "everybody", get: "everybody" },
      {},
      ["warning created-listed-for-other-team listOrders"],
    ],
    ["what it changes is a warning", { patch: "everybody" }, {}, ["warning created-changed-by-other-team changeOrder"]],
    [
      "what it removes is a warning",
      { delete: "everybody" },
      {},
      ["warning created-removed-by-other-team deleteOrder"],
    ],
    [
      "what it reads is a failure, where the words say whose it is",
      { get: "everybody" },
      { words: "One of your own orders." },
      ["failure created-shown-to-other-team getOrder"],
    ],
    [
      "what it removes is a failure, where the 404 says whose it is",
      { delete: "everybody" },
      { missing: "There is no such order, or it belongs to another customer." },
      ["failure created-removed-by-other-team deleteOrder"],
    ],
    [
      "what the words call public may be read",
      { list: "everybody", get: "everybody" },
      { words: "One of your own orders, or a public one." },
      ["warning created-listed-for-other-team listOrders"],
    ],
    [
      "a number that it reads, or that it does not find, is that of the run",
      { get: "everybody", patch: "everybody" },
      { hasNumbers: true },
      ["warning created-changed-by-other-team changeOrder", "warning created-shown-to-other-team getOrder"],
    ],
  ])("%s", async (_, access, setting, want) => {
    const { found, report } = await findingsOf(access, setting);
    expect(found).toEqual(want);
    expect(report.leftovers).toEqual([]);
  });

  test("a run that only reads asks for what the list hides from the other team", async () => {
    const reading = { ...TARGET, writes: "none" as const };
    expect((await findingsOf({ get: "everybody" }, {}, reading)).found).toEqual([
      "warning listed-item-shown-to-other-team getOrder",
    ]);
    expect((await findingsOf({}, {}, reading)).found).toEqual([]);
    expect((await findingsOf({ list: "everybody", get: "everybody" }, {}, reading)).found).toEqual([]);
  });

  test("both requests are in the reproduction, each with its key", async () => {
    const { report } = await findingsOf({ get: "everybody" });
    const text = report.cases.flatMap(({ warnings }) => warnings).find(({ rule }) => rule.startsWith("created-shown"));
    expect(text?.reproduce).toMatch(/-X POST.*\$KEY.*\$OTHER_KEY/s);
    expect(text?.assumes).toContain("credentials.otherTeam");
  });

  test("another team's resource with the same number is neither changed nor removed", async () => {
    const { requests } = await findingsOf({}, { hasNumbers: true, others: 50 });
    const asOther = requests.filter(({ headers }) => headers.authorization === `Bearer ${KEYS.other}`);
    expect(asOther.some(({ url }) => /\d$/.test(url))).toBe(true);
    expect(asOther.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});

test("a run that needs no key of another team says that it did not use the one that is given", async () => {
  const { report } = await verifyServer(
    { "/health": { get: { operationId: "health", responses: { 200: { description: "Done." } } } } },
    (_, response) => json(response, 200, {}),
    TARGET,
    { only: ["examples"] },
  );
  expect(report.unusedKeys).toEqual(["otherTeam"]);
  expect(terminalReport(report)).toContain("No request used credentials.otherTeam");
  expect((await findingsOf({})).report.unusedKeys).toBeUndefined();
});

test("a key of another team that is not valid shows nothing", async () => {
  const wrong = { own: singleCredential(KEYS.own, "KEY"), otherTeam: singleCredential("tk_unknown5Yz1", "OTHER_KEY") };
  const { report, found } = await findingsOf({ get: "everybody" }, {}, { ...TARGET, credentials: wrong });
  expect(found).toEqual([]);
  const [about] = report.cases.filter(({ name }) => name.endsWith("hides what it creates from another team"));
  expect(about?.outcome).toMatchObject({
    verdict: "skipped",
    reason: expect.stringMatching(/other team's key was rejected with 401/),
  });
});

test("without the key of another team there is no test case for it", async () => {
  const { results } = await findingsOf({}, {}, { ...TARGET, credentials: { own: singleCredential(KEYS.own, "KEY") } });
  expect(results.filter(({ name }) => name.includes("another team"))).toEqual([]);
});
