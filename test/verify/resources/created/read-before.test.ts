import { describe, expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { json, type ReceivedRequest } from "#test/server.js";
import { REJECTED, verifyServer } from "#test/verify/small-document.js";

/** Things whose client names them in the body. */
function pathsOf(name: JsonObject): JsonObject {
  const schema: JsonObject = { type: "object", properties: { id: name, note: { type: "string" } }, required: ["id"] };
  const content = { "application/json": { schema } };
  const parameter = { name: "id", in: "path", required: true, schema: name };
  const shown = { description: "Done.", content };
  return {
    "/things": {
      post: {
        operationId: "createThing",
        requestBody: { required: true, content },
        responses: { "201": shown, "400": REJECTED, "409": REJECTED, "415": REJECTED },
      },
    },
    "/things/{id}": {
      parameters: [parameter],
      get: { operationId: "getThing", responses: { "200": shown, "404": REJECTED } },
      delete: { operationId: "deleteThing", responses: { "204": { description: "Done." }, "404": REJECTED } },
    },
  };
}

/** The reads that a server of things received, each before the creation of a thing of that name, by the name. */
async function readsBefore(name: JsonObject): Promise<Map<string, number>> {
  const things = new Map<string, unknown>();
  const seen: ReceivedRequest[] = [];
  await verifyServer(
    pathsOf(name),
    (request, response) => {
      seen.push(request);
      const id = request.url.split("/")[2] ?? "";
      if (request.method === "POST") {
        const body = bodyOf(request);
        if (body === undefined) return json(response, 400, {});
        if (things.has(String(body.id))) return json(response, 409, {});
        things.set(String(body.id), body);
        return json(response, 201, body);
      }
      if (!things.has(id)) return json(response, 404, {});
      if (request.method !== "DELETE") return json(response, 200, things.get(id));
      things.delete(id);
      response.writeHead(204).end();
    },
    { hasExampleData: false },
  );
  const reads = new Map<string, number>();
  for (const [index, { method, body, url }] of seen.entries()) {
    const { id } = (method === "POST" && url === "/things" && bodyOf({ body, headers: {} })) || {};
    if (id === undefined || reads.has(String(id))) continue;
    const own = `/things/${id}`;
    reads.set(String(id), seen.slice(0, index).filter((read) => read.method === "GET" && read.url === own).length);
  }
  return reads;
}

function bodyOf({ body, headers }: Pick<ReceivedRequest, "body" | "headers">): JsonObject | undefined {
  try {
    const value = JSON.parse(body);
    const isJson = headers["content-type"] === undefined || /json/.test(headers["content-type"]);
    return isJson && typeof value?.id === "string" && value.id !== "" ? value : undefined;
  } catch {
    return undefined;
  }
}

describe("before a creation, the run asks for the name in its body", () => {
  test("once, where the name is a text of this run alone", async () => {
    const reads = await readsBefore({ type: "string", minLength: 1 });
    const own = [...reads].filter(([name]) => /^n[a-z0-9]{10}$/.test(name));
    expect(own.length).toBeGreaterThan(3);
    expect(own.filter(([, count]) => count !== 1)).toEqual([]);
  });

  test("at the last moment too, where something else may get the name", async () => {
    const reads = await readsBefore({ type: "string", pattern: "^[a-z]{3}$" });
    const valid = [...reads].filter(([name]) => /^[a-z]{3}$/.test(name));
    expect(valid.length).toBeGreaterThan(0);
    expect(valid.filter(([, count]) => count < 2)).toEqual([]);
  });
});
