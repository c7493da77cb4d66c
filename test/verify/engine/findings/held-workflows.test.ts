import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseJson } from "#http/body/parse-json.js";
import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { ended, startNode } from "#test/command-line.js";
import { thorough } from "#test/sample.js";
import { json, serve } from "#test/server.js";
import { temporaryFolder } from "#test/temporary.js";
import { documentOf, jsonResponse, type Respond, verifyServer } from "../../small-document.js";

const ROOM: JsonObject = {
  type: "object",
  required: ["key", "name"],
  properties: { key: { type: "string", readOnly: true }, name: { type: "string", maxLength: 40 } },
};
const LISTED: JsonObject = {
  type: "object",
  required: ["rooms"],
  properties: { rooms: { type: "array", items: ROOM } },
};
const EXAMPLE = { key: "1", name: "Sea view" };
const KEY = { name: "key", in: "path", required: true, schema: { type: "string" } };
const PATHS: JsonObject = {
  "/rooms": {
    get: { operationId: "listRooms", responses: { "200": jsonResponse(LISTED, { rooms: [EXAMPLE] }) } },
    post: {
      operationId: "createRoom",
      requestBody: { required: true, content: { "application/json": { schema: ROOM, example: { name: "Sea view" } } } },
      responses: { "201": jsonResponse(ROOM, EXAMPLE), "400": { description: "Rejected." } },
    },
  },
  "/rooms/{key}": {
    parameters: [KEY],
    get: { responses: { "200": jsonResponse(ROOM, EXAMPLE), "404": { description: "There is none." } } },
    delete: { responses: { "204": { description: "Removed." }, "404": { description: "There is none." } } },
  },
};

/** @param finds whether a room is found by its key */
function roomsServer(finds = true): Respond {
  const rooms = new Map([["7f", { key: "7f", name: "Garden" }]]);
  let made = 0;
  return ({ method, url, body }, response) => {
    const key = /^\/rooms\/([^?]+)/.exec(url)?.[1];
    if (key === undefined && method === "GET") return json(response, 200, { rooms: [...rooms.values()] });
    if (key === undefined) {
      const { name } = asObject(parseJson(body)?.value);
      if (typeof name !== "string" || name.length > 40) return json(response, 400, {});
      made += 1;
      const room = { key: `k${made}`, name };
      rooms.set(room.key, room);
      return json(response, 201, room);
    }
    const room = rooms.get(percentDecoded(key));
    if (!room || !finds) return json(response, 404, {});
    if (method === "GET") return json(response, 200, room);
    rooms.delete(room.key);
    response.writeHead(204).end();
  };
}

const SETTINGS = { hasExampleData: false };
const RUN = { only: ["life-cycle", "lists"] };

thorough("the chains that held are workflows of Arazzo, which Redocly Respect runs", async () => {
  const { workflows } = await verifyServer(PATHS, roomsServer(), SETTINGS, RUN);
  const steps = asList(workflows?.workflows).map((workflow) => {
    const { workflowId, steps: list } = asObject(workflow);
    return [workflowId, ...asList(list).map((step) => asObject(step).stepId)];
  });
  expect(steps).toEqual([
    [expect.stringContaining("list"), "list", "retrieve"],
    ["create-createRoom", "create", "retrieve", "remove"],
  ]);
  const folder = await temporaryFolder("workflows");
  await writeFile(join(folder, "openapi.json"), JSON.stringify(documentOf(PATHS)));
  await writeFile(join(folder, "chains.arazzo.json"), JSON.stringify(workflows));
  const server = await serve(roomsServer());
  const respect = ["node_modules/@redocly/cli/bin/cli.js", "respect", join(folder, "chains.arazzo.json")];
  const { code, stdout, stderr } = await ended(startNode([...respect, "-S", `api=${server.url}`]));
  await server.close();
  expect(stdout + stderr).toMatch(/Workflows: 2 passed, 2 total/);
  expect(code).toBe(0);
  expect(server.seen.map(({ method, url }) => `${method} ${url.replace(/k\d+/, "NEW")}`)).toEqual([
    "GET /rooms",
    "GET /rooms/7f",
    "POST /rooms",
    "GET /rooms/NEW",
    "DELETE /rooms/NEW",
  ]);
});

test("a chain that did not hold is not a workflow", async () => {
  expect((await verifyServer(PATHS, roomsServer(false), SETTINGS, RUN)).workflows).toBeUndefined();
});
