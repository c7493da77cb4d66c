import type { JsonObject } from "#openapi/document/document.js";
import { type Kind, referenceField } from "./api.js";
import { exampleId } from "./examples.js";
import { idValue } from "./ids.js";

/** The schema of a request body. */
export function bodySchema(kind: Kind): JsonObject {
  const { fields, refersTo, optionalBody, clientIds, idField, ids } = kind;
  const required = [
    ...(clientIds === "required" ? [idField] : []),
    ...fields.filter((field) => field.required && !optionalBody).map(({ name }) => name),
  ];
  return {
    type: "object",
    ...(required.length > 0 ? { required } : {}),
    properties: {
      ...(clientIds === "never" ? {} : { [idField]: ids.schema }),
      ...Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      ...(refersTo ? { [referenceField(refersTo)]: refersTo.ids.schema } : {}),
    },
  };
}

/** The schema of a resource, as responses have it. */
export function resourceSchema(kind: Kind): JsonObject {
  const { properties } = bodySchema(kind);
  const schema: JsonObject = {
    type: "object",
    required: [kind.idField],
    properties: { ...Object(properties), [kind.idField]: kind.ids.schema },
  };
  return kind.creation.form === "data" ? { type: "object", required: ["data"], properties: { data: schema } } : schema;
}

/** The `example` of a request body or of a resource. */
export function exampleBody(kind: Kind, use: "request" | "response"): JsonObject {
  if (kind.examples === "none") return {};
  const { ids, idField, fields, refersTo, creation, clientIds } = kind;
  const hasId = use === "response" || clientIds !== "never";
  const id = kind.examples === "taken" ? ids.seeded[0] : (ids.free ?? ids.seeded[0]);
  const body: JsonObject = {
    ...(hasId ? { [idField]: idValue(ids, id) } : {}),
    ...Object.fromEntries(fields.map(({ name, samples }) => [name, samples[0]])),
    ...(refersTo ? { [referenceField(refersTo)]: idValue(refersTo.ids, refersTo.ids.seeded[0]) } : {}),
  };
  return { example: use === "response" && creation.form === "data" ? { data: body } : body };
}

/** The path parameters of an item, and of what is below it. */
export function pathParameters(kind: Kind): JsonObject[] {
  if (!kind.declaresParameters) return [];
  const { parameter: name, ids, examples, parent } = kind;
  const own: JsonObject = { name, in: "path", required: true, schema: ids.schema, ...exampleId(kind, examples) };
  return [...(parent ? pathParameters(parent) : []), own];
}
