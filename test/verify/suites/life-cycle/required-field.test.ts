import { expect, test } from "vitest";
import { asObject, type JsonObject } from "#openapi/document/document.js";
import { json } from "#test/server.js";
import { REJECTED, type Respond, verifyServer } from "../../small-document.js";

const TEXT: JsonObject = { type: "string" };
const bodyOf = (schema: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } });
const THING = { description: "A thing.", content: bodyOf("Thing") };
const ID = { name: "id", in: "path", required: true, schema: TEXT };

const PATHS: JsonObject = {
  "/things": {
    post: {
      operationId: "addThing",
      requestBody: { required: true, content: bodyOf("NewThing") },
      responses: { "201": THING, "400": REJECTED },
    },
  },
  "/things/{id}": {
    get: { operationId: "getThing", parameters: [ID], responses: { "200": THING, "404": REJECTED } },
    delete: { operationId: "removeThing", parameters: [ID], responses: { "204": REJECTED, "404": REJECTED } },
  },
};

const NEW_THING = {
  type: "object",
  required: ["name"],
  properties: {
    name: { type: "string", minLength: 1, maxLength: 40 },
    note: { type: "string", maxLength: 80 },
  },
};
const EXTENSIONS: JsonObject = {
  components: {
    schemas: {
      NewThing: NEW_THING,
      Thing: { type: "object", required: ["id", "name"], properties: { id: TEXT, name: TEXT, note: TEXT } },
    },
  },
  "x-requirements": {
    NAME: {
      operations: ["addThing"],
      requirement: "The name is kept.",
      stated: ["#/components/schemas/NewThing/properties/name"],
    },
    NOTE: {
      operations: ["addThing"],
      requirement: "The note is kept.",
      stated: ["#/components/schemas/NewThing/properties/note"],
    },
  },
};

/** The states of the requirements, for a server that keeps some of the sent fields. */
async function statesOf(kept: readonly string[]): Promise<Record<string, string>> {
  const things = new Map<string, JsonObject>();
  let last = 100;
  const respond: Respond = ({ method, url, body }, response) => {
    const id = url.split("/")[2] ?? "";
    if (method === "POST") {
      const sent = parsed(body);
      if (!isLength(sent.name, 1, 40) || !(sent.note === undefined || isLength(sent.note, 0, 80)))
        return json(response, 400, {});
      last += 1;
      const thing = { id: `t${last}`, ...Object.fromEntries(kept.map((name) => [name, sent[name]])) };
      things.set(thing.id, thing);
      return json(response, 201, thing);
    }
    const thing = things.get(id);
    if (!thing) return json(response, 404, {});
    if (method === "GET") return json(response, 200, thing);
    if (method !== "DELETE") return json(response, 405, {});
    things.delete(id);
    response.writeHead(204).end();
  };
  const { report } = await verifyServer(PATHS, respond, {}, { extensions: EXTENSIONS });
  return Object.fromEntries(report.requirements.map(({ id, state, reason }) => [id, reason ?? state]));
}

function parsed(body: string): JsonObject {
  try {
    return asObject(JSON.parse(body));
  } catch {
    return {};
  }
}

const isLength = (value: unknown, least: number, most: number) =>
  typeof value === "string" && value.length >= least && value.length <= most;

test("a requirement at a field of a request is verified where the field is kept", async () => {
  expect(await statesOf(["name", "note"])).toEqual({ NAME: "verified", NOTE: "verified" });
});

test("it is not verified where a warning says that the field is lost, although requests with it succeed", async () => {
  expect(await statesOf(["name"])).toEqual({
    NAME: "verified",
    NOTE: "a warning casts doubt on it: addThing succeeded, but the resource does not have the sent /note",
  });
});
