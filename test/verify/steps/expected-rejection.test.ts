import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { jsonResponse, REJECTED, verifyServer } from "#test/verify/small-document.js";
import { singleCredential } from "#verify/model/target/target.js";

const KEY = "tk_Live7Qw4abc9";
const ORDER: JsonObject = {
  type: "object",
  required: ["id", "total"],
  properties: { id: { type: "string", readOnly: true }, total: { type: "integer", minimum: 1, maximum: 9 } },
};
const REFUND: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["reason"],
  properties: {
    id: { type: "string", readOnly: true },
    reason: { type: "string", enum: ["wrong", "late"] },
  },
};
const REFUND_OF_ORDER: JsonObject = {
  ...REFUND,
  required: ["reason", "order_id"],
  properties: { ...Object(REFUND.properties), order_id: { type: "string" } },
};
const bodyOf = (schema: JsonObject): JsonObject => ({ required: true, content: { "application/json": { schema } } });
const made = (schema: JsonObject): JsonObject => ({ 201: jsonResponse(schema, {}), "4XX": REJECTED });
const pathTo: JsonObject = { in: "path", name: "order_id", required: true, schema: { type: "string" } };

const ORDERS: JsonObject = {
  "/orders": {
    get: {
      operationId: "listOrders",
      responses: { 200: jsonResponse({ type: "array", items: ORDER }, {}), "4XX": REJECTED },
    },
    post: { operationId: "createOrder", requestBody: bodyOf(ORDER), responses: made(ORDER) },
  },
  "/orders/{order_id}": {
    parameters: [pathTo],
    get: { operationId: "getOrder", responses: { 200: jsonResponse(ORDER, {}), "4XX": REJECTED } },
    delete: { operationId: "deleteOrder", responses: { 204: REJECTED, "4XX": REJECTED } },
  },
};

/** The order is named by the body, or by the path. */
const DOCUMENTS: Record<string, JsonObject> = {
  "the body names": {
    ...ORDERS,
    "/refunds": {
      post: {
        operationId: "refund",
        requestBody: bodyOf(REFUND_OF_ORDER),
        responses: made(REFUND),
      },
    },
  },
  "the path names": {
    ...ORDERS,
    "/orders/{order_id}/refund": {
      parameters: [pathTo],
      post: { operationId: "refund", requestBody: bodyOf(REFUND), responses: made(REFUND) },
    },
  },
};

/** What a server does not check. */
type Fault = "key" | "required field" | "enum" | "none";

/** Verifies a server that refunds each order once, and whose rejections of a second refund come before all others. */
async function verified(paths: JsonObject, fault: Fault, { says = {} }: { says?: JsonObject } = {}) {
  const orders = new Map<string, { id: string; total: unknown; isRefunded: boolean }>();
  let count = 0;
  const respond = ({ method, url, headers, body: text }: ReceivedRequest): [number, unknown] => {
    const [, collection, id, action] = url.split("/");
    if (collection === "orders" && !action) {
      if (headers.authorization !== `Bearer ${KEY}`) return [401, {}];
      if (method === "POST") {
        const total = JSON.parse(text || "null")?.total;
        if (!Number.isInteger(total) || total < 1 || total > 9) return [400, {}];
        count += 1;
        const order = { id: `order-${count}-${total}`, total, isRefunded: false };
        orders.set(order.id, order);
        return [201, { id: order.id, total }];
      }
      if (id === undefined) return [200, [...orders.values()].map(({ isRefunded: _, ...order }) => order)];
      const order = orders.get(id);
      if (!order) return [404, {}];
      if (method === "DELETE") orders.delete(id);
      return method === "DELETE" ? [204, undefined] : [200, { id, total: order.total }];
    }
    if (method !== "POST") return [405, {}];
    if (fault !== "key" && headers.authorization !== `Bearer ${KEY}`) return [401, {}];
    const body = Object(parsed(text));
    const order = orders.get(id ?? body.order_id);
    if (!order) return [404, {}];
    if (order.isRefunded) return [409, { message: "The order is refunded.", ...says }];
    if (Object.keys(body).some((name) => !["reason", "order_id"].includes(name))) return [400, {}];
    const { reason = fault === "required field" ? "late" : undefined } = body;
    if (typeof reason !== "string" || (fault !== "enum" && !["wrong", "late"].includes(reason))) return [400, {}];
    order.isRefunded = true;
    return [201, { reason }];
  };
  return verifyServer(
    paths,
    (request, response) => {
      const [status, body] = respond(request);
      json(response, status, body);
    },
    { settle: 0, hasExampleData: false, credentials: { own: singleCredential(KEY, "KEY") } },
    {
      only: ["refund"],
      extensions: {
        security: [{ key: [] }],
        components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
      },
    },
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe.each(Object.entries(DOCUMENTS))("where %s a resource that can be used once", (_, paths) => {
  test.each<[Fault, RegExp]>([
    ["key", /rejects a request without a key/],
    ["required field", /without reason/],
    ["enum", /outside the enum/],
  ])("a server that does not check the %s fails, although it rejects a second use first", async (fault, name) => {
    const { results } = await verified(paths, fault);
    expect(failuresOf(results).filter((line) => name.test(line))).not.toEqual([]);
  });

  test("a server that checks everything passes", async () => {
    const { results } = await verified(paths, "none");
    expect(failuresOf(results)).toEqual([]);
  });
});

test("a rejection that names the wrong part is not sent again", async () => {
  const { "the body names": paths = {} } = DOCUMENTS;
  const [mute, naming] = await Promise.all([
    verified(paths, "none"),
    verified(paths, "none", { says: { param: "reason" } }),
  ]);
  expect(naming.requests.length).toBeLessThan(mute.requests.length);
});
