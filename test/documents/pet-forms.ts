import type { JsonObject } from "#openapi/document/document.js";

// Many frameworks create a resource by a form: the resource is JSON in one part, and a file is beside it.

const TEXT: JsonObject = { type: "string", minLength: 1, maxLength: 40 };
const PET: JsonObject = { type: "object", required: ["name", "kind"], properties: { name: TEXT, kind: TEXT } };
const BYTES: JsonObject = { type: "string", format: "binary" };

/** The document of pets, whose creation is a form. @param shown the name by which a pet shows its file */
export function petPaths(form: JsonObject, shown: string): JsonObject {
  const stored = {
    type: "object",
    required: ["id", "name", "kind"],
    properties: { id: { type: "string" }, name: TEXT, kind: TEXT, [shown]: { type: "string" } },
  };
  const content = (schema: JsonObject) => ({ description: "Done.", content: { "application/json": { schema } } });
  return {
    "/pets": {
      post: {
        requestBody: { required: true, content: { "multipart/form-data": { schema: form } } },
        responses: { "201": content(stored), "400": { description: "The request is rejected." } },
      },
      get: { responses: { "200": content({ type: "array", items: stored }) } },
    },
    "/pets/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" } }],
      get: { responses: { "200": content(stored), "404": { description: "The request is rejected." } } },
      delete: { responses: { "204": { description: "Gone." }, "404": { description: "The request is rejected." } } },
    },
  };
}

/** The forms: what a form has, its schema, the part that has the resource, and the field that shows the file. */
export const PET_FORMS: readonly (readonly [
  what: string,
  form: JsonObject,
  part: string | undefined,
  shown: string,
])[] = [
  ["a part, and a file with the name of a field", objectOf({ photo: BYTES, pet: PET }, ["pet"]), "pet", "photo"],
  ["a part, and a file with another name", objectOf({ file: BYTES, pet: PET }, ["pet", "file"]), "pet", "photo"],
  [
    "a part, and a list of files",
    objectOf({ photo: { type: "array", items: BYTES }, pet: PET }, ["pet"]),
    "pet",
    "photo",
  ],
  [
    "fields, and a file with the name of a field",
    objectOf({ photo: BYTES, name: TEXT, kind: TEXT }, ["name", "kind"]),
    undefined,
    "photo",
  ],
];

function objectOf(properties: JsonObject, required: string[]): JsonObject {
  return { type: "object", required, properties };
}
