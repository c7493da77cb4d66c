import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { failuresOf } from "#test/verify/failures.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

const NAMED: JsonObject = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "string" }, name: { type: "string" } },
};
const content = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const done = (schema: JsonObject): JsonObject => ({ description: "Done.", ...content(schema) });
const BODY: JsonObject = {
  type: "object",
  required: ["name"],
  additionalProperties: false,
  properties: { name: { type: "string", minLength: 3, maxLength: 40 } },
};
const parameter = (name: string): JsonObject => ({ name, in: "path", required: true, schema: { type: "string" } });

function collection(name: string, parameters: JsonObject[]): JsonObject {
  return {
    parameters,
    get: { operationId: `list${name}s`, responses: { "200": done({ type: "array", items: NAMED }), "404": REJECTED } },
    post: {
      operationId: `create${name}`,
      requestBody: { required: true, ...content(BODY) },
      responses: { "201": done(NAMED), "400": REJECTED, "404": REJECTED },
    },
  };
}

function item(name: string, parameters: JsonObject[]): JsonObject {
  return {
    parameters,
    get: { operationId: `get${name}`, responses: { "200": done(NAMED), "404": REJECTED } },
    delete: {
      operationId: `delete${name}`,
      responses: { "204": { description: "Done." }, "404": REJECTED, "409": REJECTED },
    },
  };
}

const PATHS: JsonObject = {
  "/shelves": collection("Shelf", []),
  "/shelves/{shelf}": item("Shelf", [parameter("shelf")]),
  "/shelves/{shelf}/jars": collection("Jar", [parameter("shelf")]),
  "/shelves/{shelf}/jars/{jar}": item("Jar", [parameter("shelf"), parameter("jar")]),
};

/**
 * The failures of a server with shelves and jars on them.
 *
 * @param ofFull its status for the deletion of a shelf that has jars
 */
async function failuresWith(ofFull: number): Promise<string[]> {
  const things = new Map<string, JsonObject>();
  let last = 0;
  const { results } = await verifyServer(
    PATHS,
    ({ method, url, body }, response) => {
      const path = url.split("?")[0] ?? "";
      const segments = path.split("/");
      const isItem = segments.length % 2 === 1;
      const around = segments.slice(0, isItem ? -2 : -1).join("/");
      const below = [...things.keys()].filter((key) => key.startsWith(`${path}/`));
      if (around !== "" && !things.has(around)) return json(response, 404, {});
      if (isItem && !things.has(path)) return json(response, 404, {});
      if (method === "GET" && isItem) return json(response, 200, things.get(path) ?? {});
      const own = below.filter((key) => key.split("/").length === segments.length + 1);
      if (method === "GET")
        return json(
          response,
          200,
          own.map((key) => things.get(key) ?? {}),
        );
      if (method === "DELETE" && isItem) {
        if (below.length > 0 && ofFull !== 204) return json(response, ofFull, {});
        for (const key of [path, ...below]) things.delete(key);
        return response.writeHead(204).end();
      }
      if (method !== "POST" || isItem) return json(response, 405, {});
      const { name } = nameIn(body);
      if (name === undefined) return json(response, 400, {});
      last += 1;
      const created = { id: `t${last}`, name };
      things.set(`${path}/${created.id}`, created);
      json(response, 201, created);
    },
    { hasExampleData: false, writes: "creations", settle: 50 },
    { only: ["life-cycle"] },
  );
  return failuresOf(results);
}

function nameIn(body: string): { name?: string } {
  try {
    const read: unknown = JSON.parse(body);
    const isBody = typeof read === "object" && read !== null && Object.keys(read).join() === "name";
    const { name } = isBody ? (read as { name: unknown }) : { name: undefined };
    return typeof name === "string" && name.length >= 3 && name.length <= 40 ? { name } : {};
  } catch {
    return {};
  }
}

test.each<[what: string, status: number]>([
  ["deletes a resource with all that is below it", 204],
  ["keeps a resource as long as it has another one below it", 409],
])("a server passes that %s", async (_, status) => {
  expect(await failuresWith(status)).toEqual([]);
});

test("a server fails whose deletion of a resource fails because of another one below it", async () => {
  expect(await failuresWith(500)).toEqual([expect.stringMatching(/^createJar › .*500/)]);
});
