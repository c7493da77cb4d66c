import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json, serve } from "#test/server.js";
import { failuresOf, warningsOf } from "#test/verify/failures.js";
import { documentOf, jsonResponse, pathParameter, REJECTED } from "#test/verify/small-document.js";
import { testTarget } from "#test/verify/target.js";
import { verify } from "#verify/verify.js";

const NAME: JsonObject = { type: "string", minLength: 1, maxLength: 60 };
const THING: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: NAME },
};
const EXAMPLE = { id: "t-1", name: "standard" };
const CONTRACT = documentOf({
  "/things": {
    get: {
      parameters: [{ name: "name", in: "query", schema: NAME }],
      responses: {
        "200": { description: "Things.", content: { "application/json": { schema: { type: "array", items: THING } } } },
        "4XX": REJECTED,
      },
    },
    post: {
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: { type: "object", required: ["name"], properties: { name: NAME } },
            example: { name: EXAMPLE.name },
          },
        },
      },
      responses: { "201": jsonResponse(THING, EXAMPLE), "4XX": REJECTED },
    },
  },
  "/things/{id}": {
    get: {
      parameters: [pathParameter("id", { type: "string" }, "t-1")],
      responses: { "200": jsonResponse(THING, EXAMPLE), "4XX": REJECTED },
    },
    delete: {
      parameters: [pathParameter("id", { type: "string" }, "t-1")],
      responses: { "204": { description: "Done." }, "4XX": REJECTED },
    },
  },
});

/** More things than a run looks at. The last one has the name of the example. */
const COUNT = 2503;

test("a creation that finds a thing beyond the items that a run looks at has not created it", async () => {
  const things = new Map(Array.from({ length: COUNT }, (_, id) => [`t-${id}`, `thing ${id}`]));
  things.set(`t-${COUNT - 1}`, EXAMPLE.name);
  const before = [...things];
  let last = COUNT;
  const show = (id: string) => ({ id, name: things.get(id) ?? "" });
  const server = await serve(({ method, url, body, headers }, response) => {
    const { pathname, searchParams } = new URL(url, "http://127.0.0.1");
    const id = pathname.split("/")[2];
    if (id === undefined && method === "GET") {
      const wanted = searchParams.get("name");
      if (wanted !== null && !(wanted.length > 0 && wanted.length <= 60)) return json(response, 400, {});
      return json(
        response,
        200,
        [...things.keys()].map(show).filter(({ name }) => wanted === null || name === wanted),
      );
    }
    if (id === undefined && method === "POST") {
      if (headers["content-type"] !== "application/json") return json(response, 415, {});
      const { name } = asObject(parseJson(body)?.value);
      if (typeof name !== "string" || name.length < 1 || name.length > 60) return json(response, 400, {});
      // What exists is returned.
      const known = [...things.keys()].find((key) => things.get(key) === name);
      last += 1;
      const own = known ?? `t-${last}`;
      things.set(own, name);
      return json(response, 201, show(own));
    }
    if (id === undefined) return json(response, 405, {});
    if (!things.has(id)) return json(response, 404, {});
    if (method === "DELETE") return response.writeHead(things.delete(id) ? 204 : 404).end();
    return method === "GET" ? json(response, 200, show(id)) : json(response, 405, {});
  });
  try {
    const target = testTarget(server.url, { credentials: {}, hasExampleData: false });
    const { cases } = await verify({ contract: CONTRACT, target });
    expect(server.seen.filter(({ method }) => method === "POST").length).toBeGreaterThan(0);
    expect(before.filter(([id]) => !things.has(id))).toEqual([]);
    expect(failuresOf(cases)).toEqual([]);
    expect(warningsOf(cases).map(({ message }) => message)).toEqual([]);
  } finally {
    await server.close();
  }
});
