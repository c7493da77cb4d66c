import type { JsonObject } from "#openapi/document/document.js";
import type { Danger, Kind } from "./api.js";
import { exampleId } from "./examples.js";
import { idValue } from "./ids.js";
import type { Random } from "./random.js";
import { bodySchema, pathParameters } from "./schemas.js";

const responses: JsonObject = { "204": { description: "Done." }, "4XX": { description: "Rejected." } };

/** Operations that change every resource of a kind, or those that a filter selects. */
export function collectionDangers(random: Random, kind: Kind): Danger[] {
  const { collection: path, ids, examples } = kind;
  const parameters = kind.parent ? pathParameters(kind.parent) : [];
  const onCollection = (method: Danger["method"], operation: JsonObject): Danger => ({
    method,
    path,
    parameters,
    operation: { responses, ...operation },
    procedure: undefined,
  });
  const filter = random.pick<JsonObject>([
    { name: "older_than", schema: { type: "string", format: "date" }, example: "2024-01-01" },
    { name: "state", schema: { type: "string", enum: ["open", "closed"] } },
    { name: "q", schema: { type: "string", minLength: 1 } },
    { name: "id", schema: ids.schema, ...exampleId(kind, examples) },
  ]);
  const filtered = onCollection("delete", { parameters: [{ in: "query", required: random.chance(0.7), ...filter }] });
  const bulk: JsonObject = {
    type: "object",
    required: ["ids"],
    properties: { ids: { type: "array", items: ids.schema, minItems: 1 }, color: { type: "string" } },
    ...(examples === "taken" ? { examples: [{ ids: [idValue(ids, ids.seeded[0])] }] } : {}),
  };
  const withBody = (schema: JsonObject): JsonObject => ({
    requestBody: { required: true, content: { "application/json": { schema } } },
  });
  return [
    onCollection("delete", {}),
    filtered,
    filtered,
    onCollection("patch", withBody(random.chance(0.5) ? bulk : bodySchema(kind))),
    onCollection("put", withBody(random.chance(0.5) ? { type: "array", items: bodySchema(kind) } : bodySchema(kind))),
  ];
}
