import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { json } from "../server.js";
import { failuresOf } from "./failures.js";
import { REJECTED, type Respond, verifyServer } from "./small-document.js";
import { data, get, messages, object, objectIn, text } from "./small-store.js";

interface Service {
  title: string;
  collection: string;
  parameter: string;
  /** The field that identifies an item, and whether the client gives it. */
  key: string;
  isGiven: boolean;
  /** What a creation responds with around the item. */
  around: (item: JsonObject) => JsonObject;
}

const SERVICES: readonly Service[] = [
  {
    title: "an item beside what was created with it",
    collection: "invoices",
    parameter: "invoiceId",
    key: "invoiceId",
    isGiven: true,
    around: (invoice) => ({ invoice, payment: { id: "payment-1" } }),
  },
  {
    title: "an item as the data beside links",
    collection: "albums",
    parameter: "album_id",
    key: "id",
    isGiven: false,
    around: (album) => ({ links: { self: "/albums" }, data: album, meta: { trace: "a" } }),
  },
  {
    title: "an item whose key has the name of its kind",
    collection: "labels",
    parameter: "labelExpression",
    key: "label",
    isGiven: true,
    around: (label) => label,
  },
];

/** The schema of an example: each text is a text, and each object has its members. */
function schemaOf(example: JsonObject): JsonObject {
  const properties = Object.entries(example).map(([name, value]) => [
    name,
    typeof value === "string" ? text : schemaOf(value as JsonObject),
  ]);
  return { ...object(Object.fromEntries(properties)), required: Object.keys(example) };
}

function pathsOf({ collection, parameter, key, isGiven, around }: Service): JsonObject {
  const item = object({ [key]: text, name: text, remark: text }, [key, "name"]);
  const example = around({ [key]: "k", name: "n" });
  const responded = example[key] === undefined ? schemaOf(example) : item;
  const own = isGiven ? { [key]: { ...text, minLength: 1 } } : {};
  const sent = object({ ...own, name: { ...text, minLength: 1 }, remark: text }, [...Object.keys(own), "name"]);
  return {
    [`/${collection}`]: {
      ...get(`list_${collection}`, { type: "array", items: item }),
      post: {
        operationId: `create_${collection}`,
        requestBody: { required: true, content: { "application/json": { schema: sent } } },
        responses: {
          "200": { description: "Done.", content: { "application/json": { schema: responded } } },
          "400": REJECTED,
          "409": REJECTED,
        },
      },
    },
    [`/${collection}/{${parameter}}`]: {
      parameters: [{ name: parameter, in: "path", required: true, schema: text }],
      ...get(`get_${collection}`, item),
      delete: {
        operationId: `delete_${collection}`,
        responses: { "204": { description: "Deleted." }, "404": REJECTED },
      },
    },
  };
}

type Fault = "loses the remark" | "keeps what is deleted";

function serving({ collection, key, isGiven, around }: Service, fault?: Fault): Respond {
  const items = new Map<string, JsonObject>();
  let last = 0;
  return ({ method, url, body, headers }, response) => {
    const [, name, rawId] = (url.split("?")[0] ?? "").split("/");
    const id = percentDecoded(rawId ?? "");
    if (name !== collection || (rawId !== undefined && !items.has(id))) return json(response, 404, {});
    if (rawId === undefined && method === "GET") return json(response, 200, [...items.values()]);
    if (rawId !== undefined && method === "GET") return json(response, 200, items.get(id) ?? {});
    if (rawId !== undefined && method === "DELETE") {
      if (fault !== "keeps what is deleted") items.delete(id);
      return void response.writeHead(204).end();
    }
    if (rawId !== undefined || method !== "POST") return json(response, 405, {});
    if (!headers["content-type"]?.includes("json")) return json(response, 400, {});
    const given = objectIn(body);
    const isText = (value: unknown) => typeof value === "string" && value !== "";
    if (!given || !isText(given.name) || (isGiven && !isText(given[key]))) return json(response, 400, {});
    if (given.remark !== undefined && typeof given.remark !== "string") return json(response, 400, {});
    last += 1;
    const own = isGiven ? String(given[key]) : `item-${last}-${(last * 7919) % 1000}`;
    if (items.has(own)) return json(response, 409, {});
    const { remark, ...rest } = given;
    const item = { ...rest, [key]: own };
    const whole = remark === undefined ? item : { ...item, remark };
    items.set(own, fault === "loses the remark" ? item : whole);
    json(response, 200, around(whole));
  };
}

const run = (service: Service, fault?: Fault) =>
  verifyServer(
    pathsOf(service),
    serving(service, fault),
    { ...data, settle: 0, allowed: new Set() },
    { only: ["life-cycle"] },
  );

test.each(SERVICES)("a run removes what it created: $title", async (service) => {
  const { results, report, requests } = await run(service);
  expect([...failuresOf(results), ...messages(results)]).toEqual([]);
  expect(report.leftovers).toEqual([]);
  expect(requests.some(({ method }) => method === "DELETE")).toBe(true);
});

test.each(
  SERVICES.flatMap((service) => [
    { ...service, fault: "loses the remark" as const, found: "does not have the sent /remark" },
    { ...service, fault: "keeps what is deleted" as const, found: "delete" },
  ]),
)("a server that $fault is found: $title", async ({ fault, found, ...service }) => {
  const { titles } = await run(service, fault);
  expect(titles.join("\n")).toContain(found);
});
