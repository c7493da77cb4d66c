import { expect, test } from "vitest";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { jsonResponse, pathParameter, REJECTED, verifyServer } from "#test/verify/small-document.js";

const BOX: JsonObject = {
  type: "object",
  required: ["size"],
  properties: { size: { type: "integer", minimum: 1, maximum: 90 } },
};
const SHOWN: JsonObject = { ...BOX, properties: { ...(BOX.properties as JsonObject), id: { type: "string" } } };
const EXAMPLE: JsonObject = { id: "b0", size: 3 };
const ID = pathParameter("id", { type: "string" }, "b0");

const PATHS: JsonObject = {
  "/boxes": {
    get: {
      responses: {
        "200": { description: "All.", content: { "application/json": { schema: { type: "array", items: SHOWN } } } },
      },
    },
    post: {
      requestBody: { required: true, content: { "application/json": { schema: BOX } } },
      responses: { "201": jsonResponse(SHOWN, EXAMPLE), "400": REJECTED },
    },
  },
  "/boxes/{id}": {
    get: { parameters: [ID], responses: { "200": jsonResponse(SHOWN, EXAMPLE), "404": REJECTED } },
  },
};

/** When a server adds an item that no accepted request creates. */
type Adding = "never" | "with each rejection" | "with the first rejection" | "with each request";

/** The findings of the life of a box. No request for one has a text by which its item could be known. */
async function lifeOfBox(adding: Adding) {
  const boxes = new Map<string, JsonObject>([["b0", EXAMPLE]]);
  let rejections = 0;
  const add = (values: JsonObject) => {
    const box = { ...values, id: `b${boxes.size}` };
    boxes.set(box.id, box);
    return box;
  };
  const { results } = await verifyServer(
    PATHS,
    ({ method, url, body }, response) => {
      if (adding === "with each request") add({ size: 1 });
      const box = boxes.get(url.split("/")[2] ?? "");
      if (method === "GET" && url === "/boxes") return json(response, 200, [...boxes.values()]);
      if (method === "GET") return json(response, box ? 200 : 404, box ?? {});
      const sent: unknown = JSON.parse(body);
      const size = isObject(sent) ? sent.size : undefined;
      if (typeof size === "number" && Number.isInteger(size) && size > 0 && size <= 90)
        return json(response, 201, add({ size }));
      rejections += 1;
      if (adding === "with each rejection" || (adding === "with the first rejection" && rejections === 1))
        add({ size: 1 });
      json(response, 400, {});
    },
    { hasExampleData: false },
    { only: ["life-cycle"] },
  );
  return { failures: failuresOf(results), warnings: warningsOf(results).map(({ message }) => message) };
}

test.each<[Adding, string[]]>([
  ["never", []],
  ["with each rejection", ["POST /boxes rejected requests, and its list has more items each time"]],
  ["with the first rejection", []],
  ["with each request", []],
])("a server that adds items %s has the warnings %j", async (adding, warnings) => {
  expect(await lifeOfBox(adding)).toEqual({ failures: [], warnings });
});
