import type { Json, JsonObject } from "#openapi/document/document.js";
import type { Draw } from "../draw.js";
import { NUMBERS, Resource } from "../resource.js";
import { objectOf, parameter, responses, type World, type WorldBody, type WorldOperation } from "../world.js";

const ANYTHING: JsonObject = { type: "object" };

interface Endpoint {
  path: string;
  parameters?: JsonObject[];
  body?: WorldBody;
}

/** A world with one endpoint for everything: each accepted request removes what others have. */
function endpoint(name: string, make: (draw: Draw, collection: string) => Endpoint): World {
  return {
    name,
    operations: (draw, store) => {
      const items = new Resource(draw, store, { naming: NUMBERS });
      const call: WorldOperation = {
        ...{ method: "post", ...make(draw, items.noun.many), ...draw.names(draw.verb(), "call") },
        responses: responses(200, ANYTHING),
        handle: (visit) => {
          visit.effect(`called ${JSON.stringify(visit.asked.body ?? visit.asked.url).slice(0, 60)}`);
          return { status: 200, body: { result: "done" } };
        },
      };
      return [...items.all(), call];
    },
  };
}

const text: JsonObject = { type: "string" };
const json = (schema: JsonObject, example?: Json): WorldBody => ({
  schema,
  ...(example === undefined ? {} : { example }),
});

/** Endpoints that carry the name of what they do. */
export const REMOTE_CALLS: readonly World[] = [
  endpoint("JSON-RPC with names of methods", (draw, collection) => ({
    path: "/rpc",
    body: json(
      objectOf({
        jsonrpc: { type: "string", enum: ["2.0"] },
        id: { type: "integer" },
        method: { type: "string", enum: [`${collection}.list`, `${collection}.${draw.verb()}All`] },
      }),
    ),
  })),
  endpoint("JSON-RPC with any method", (_, collection) => ({
    path: "/jsonrpc",
    body: json(objectOf({ jsonrpc: text, method: text, id: text }), {
      ...{ jsonrpc: "2.0", method: `${collection}.deleteAll`, id: "1" },
    }),
  })),
  endpoint("GraphQL", (draw, collection) => ({
    path: draw.pick(["/graphql", "/query", "/api"]),
    body: json(objectOf({ query: text, variables: ANYTHING }, ["query"]), {
      query: `mutation { deleteAll_${collection} }`,
    }),
  })),
  endpoint("an action in the body", (draw) => ({
    path: `/${draw.noun().many}`,
    body: json(objectOf({ action: { type: "string", enum: [draw.verb(), draw.verb()] }, id: { type: "integer" } })),
  })),
  endpoint("an action in the query", (draw) => ({
    path: "/do",
    parameters: [
      parameter("action", { type: "string", enum: [draw.verb(), draw.verb()] }, { required: true }),
      parameter("id", { type: "integer", minimum: 1 }),
    ],
  })),
  endpoint("SOAP", (draw) => ({
    path: `/services/${draw.noun().one}`,
    parameters: [parameter("SOAPAction", text, { in: "header", required: true, example: `urn:${draw.verb()}` })],
    body: { schema: text, type: "text/xml", example: "<deleteAll/>" },
  })),
  endpoint("a form", (draw, collection) => ({
    path: `/${collection}/${draw.verb()}`,
    body: {
      schema: objectOf({ id: { type: "integer" } }),
      type: "application/x-www-form-urlencoded",
      example: { id: 1 },
    },
  })),
  endpoint("a batch of requests", (_, collection) => ({
    path: "/batch",
    body: json({ type: "array", items: objectOf({ method: text, path: text }) }, [
      { method: "DELETE", path: `/${collection}/1` },
    ]),
  })),
  endpoint("statements of a database", () => ({
    path: "/sql",
    body: { schema: text, type: "text/plain", example: "delete from everything" },
  })),
  endpoint("another method in a header", (draw) => ({
    path: `/${draw.noun().many}`,
    parameters: [
      parameter("X-HTTP-Method-Override", { type: "string", enum: ["PUT", "PATCH", "DELETE"] }, { in: "header" }),
    ],
    body: json(objectOf({ id: { type: "integer" } }, [])),
  })),
  {
    name: "another method for a creation",
    operations: (draw, store) => {
      const items = new Resource(draw, store);
      const name = draw.pick(["X-HTTP-Method-Override", "_method"]);
      const create = items.create();
      const override = parameter(
        name,
        { type: "string", enum: ["PUT", "DELETE"] },
        { in: name === "_method" ? "query" : "header" },
      );
      const handle: WorldOperation["handle"] = (visit) => {
        const { headers, query } = visit.asked;
        const method = headers[name.toLowerCase()] ?? query.get(name);
        if (method !== "PUT" && method !== "DELETE") return create.handle(visit);
        for (const item of items.items()) visit.remove(item);
        return { status: 204 };
      };
      return [items.list(), items.get(), items.delete(), { ...create, parameters: [override], handle }];
    },
  },
];
