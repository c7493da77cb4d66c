import type { JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { documentOf } from "#test/verify/small-document.js";

/** The parameters of a path. */
export const named = (...names: string[]): JsonObject[] =>
  names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
/** A response with JSON of a schema. */
export const shows = (schema: JsonObject): JsonObject => ({
  description: "",
  content: { "application/json": { schema } },
});
const MISSING = { "404": { description: "" } };
const GONE: JsonObject = { responses: { "204": { description: "" }, ...MISSING } };

/** The paths of a kind: those of its collection, and those of one. */
export function kind(
  collection: string,
  item: string,
  schema: JsonObject,
  parameters: readonly JsonObject[],
): JsonObject {
  const body = { required: true, content: { "application/json": { schema } } };
  const one = { responses: { "200": shows(schema), ...MISSING } };
  const location = { Location: { schema: { type: "string" } } };
  const created = { requestBody: body, responses: { "201": { ...shows(schema), headers: location }, ...MISSING } };
  return {
    [collection]: {
      parameters: parameters.slice(0, -1),
      get: { responses: { "200": shows({ type: "array", items: schema }), ...MISSING } },
      post: created,
    },
    [item]: { parameters: [...parameters], get: one, patch: { requestBody: body, ...one }, delete: GONE },
  };
}

/** A schema of texts, the first of which is required. */
export const fields = (...names: string[]): JsonObject => ({
  type: "object",
  required: names.slice(0, 1),
  properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
});

/** A document in which a path names the resource around a collection after it, and requests for it. */
export interface Shape {
  document: OpenApiDocument;
  /** The collection of the resources around, and the name of their identifier. */
  top: string;
  key: string;
  /** The collection below one of them. */
  below(key: string): string;
  /** The field of what is below that names the resource around; undefined if no field does. */
  field: string | undefined;
}

const PROJECT = fields("code", "title");
const COMPONENT: JsonObject = { $ref: "#/components/parameters/Code" };

/** Each form in which a path may name the resource around after the collection. */
export const SHAPES = {
  "by the name of its parameter": {
    document: documentOf({
      ...kind("/posts", "/posts/{id}", fields("id", "title"), named("id")),
      ...kind(
        "/comments/{post_id}",
        "/comments/{post_id}/{id}",
        fields("id", "text", "post_id"),
        named("post_id", "id"),
      ),
    }),
    ...{ top: "/posts", key: "id", below: (key) => `/comments/${key}`, field: "post_id" },
  },
  "by the parameter of a component": {
    document: {
      ...documentOf({
        ...kind("/project", "/project/{code}", PROJECT, [COMPONENT]),
        ...kind("/environment/{code}", "/environment/{code}/{id}", fields("id", "name"), [COMPONENT, ...named("id")]),
      }),
      components: { parameters: { Code: named("code")[0] ?? null } },
    },
    ...{ top: "/project", key: "code", below: (key) => `/environment/${key}`, field: undefined },
  },
  "below a base": {
    document: documentOf({
      ...kind("/api/v1/users", "/api/v1/users/{id}", fields("id", "name"), named("id")),
      ...kind(
        "/api/v1/notes/{userId}",
        "/api/v1/notes/{userId}/{noteId}",
        fields("noteId", "text", "userId"),
        named("userId", "noteId"),
      ),
    }),
    ...{ top: "/api/v1/users", key: "id", below: (key) => `/api/v1/notes/${key}`, field: "userId" },
  },
  "with resources below its own": {
    document: documentOf({
      ...kind("/project", "/project/{code}", PROJECT, named("code")),
      ...kind("/suite/{projectCode}", "/suite/{projectCode}/{id}", fields("id", "title"), named("projectCode", "id")),
      ...kind(
        "/suite/{projectCode}/{id}/steps",
        "/suite/{projectCode}/{id}/steps/{stepId}",
        fields("stepId", "text"),
        named("projectCode", "id", "stepId"),
      ),
    }),
    ...{ top: "/project", key: "code", below: (key) => `/suite/${key}`, field: undefined },
  },
} satisfies Readonly<Record<string, Shape>>;
