import type { JsonObject } from "#openapi/document/document.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { json } from "#test/server.js";
import { warningsOf } from "#test/verify/failures.js";
import { jsonResponse, pathParameter, REJECTED, type Respond, verifyServer } from "#test/verify/small-document.js";
import { findingsOf } from "#verify/model/test-case/outcome.js";
import { kindOf } from "#verify/report/failure.js";

const EXAMPLE: JsonObject = { name: "a thing", size: 3, tags: ["red"], note: "new", kind: "small" };

/** The schema of a thing. */
export const THING: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    id: { type: "string", readOnly: true },
    name: { type: "string" },
    size: { type: "integer" },
    tags: { type: "array", items: { type: "string" } },
    note: { type: "string" },
    kind: { type: "string", enum: ["small", "large"], default: "small" },
  },
};

/** How a server of things handles a body. */
export interface ThingServer {
  /** The thing that it stores; undefined to reject the body. */
  store: (sent: JsonObject) => JsonObject | undefined;
  /** Whether the response to a creation shows the thing (default), or its id alone. */
  shows?: boolean;
  schema?: JsonObject;
  example?: JsonObject;
  only?: readonly string[];
  /** Parts of the document beside its paths. */
  extensions?: JsonObject;
}

/** The failures and the warnings of a run against a server that stores things. */
export async function runThings({
  store,
  shows = true,
  schema = THING,
  example = EXAMPLE,
  only = [],
  extensions = {},
}: ThingServer) {
  const things = new Map<string, JsonObject>();
  const respond: Respond = ({ method, url, body, headers }, response) => {
    const id = url.split("/")[2];
    if (id !== undefined) {
      const thing = things.get(percentDecoded(id));
      if (method !== "GET") return json(response, 405, {});
      return thing ? json(response, 200, thing) : json(response, 404, {});
    }
    if (method !== "POST") return json(response, 405, {});
    const sent = headers["content-type"] === "application/json" ? readObject(body) : undefined;
    const stored = sent && store(sent);
    if (!stored) return json(response, 400, { title: "This is rejected." });
    const thing = { id: `thing-${things.size}-${Date.now()}`, ...stored };
    things.set(thing.id, thing);
    json(response, 201, shows ? thing : { id: thing.id });
  };
  const created = { type: "object", required: ["id"], properties: { id: { type: "string" } } };
  const paths: JsonObject = {
    "/things": {
      post: {
        operationId: "createThing",
        requestBody: { required: true, content: { "application/json": { schema, example } } },
        responses: {
          "201": shows
            ? jsonResponse(structuredClone(schema), { id: "thing-1", ...example })
            : jsonResponse(created, { id: "thing-1" }),
          "400": REJECTED,
        },
      },
    },
    "/things/{id}": {
      get: {
        operationId: "getThing",
        parameters: [pathParameter("id", { type: "string" }, "thing-1")],
        responses: { "200": jsonResponse(structuredClone(schema), { id: "thing-1", ...example }), "404": REJECTED },
      },
    },
  };
  const { results, overlay } = await verifyServer(paths, respond, { hasExampleData: false }, { only, extensions });
  const failures = results.flatMap(({ name, outcome }) =>
    findingsOf(outcome).map(({ check, message }) => `${name.split(" › ")[1]}: ${check} ${message}`),
  );
  const warnings = warningsOf(results).map((warning) => `${kindOf(warning)}: ${warning.message}`);
  return { failures, warnings, actions: overlay?.actions ?? [] };
}

function readObject(text: string): JsonObject | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
