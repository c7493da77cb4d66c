import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { upgrade } from "#openapi/upgrade/upgrade.js";
import type { Change } from "#scripts/diff/change.js";
import { compare } from "#scripts/diff/compare.js";

/** What a row says about a document; everything else is the same in all documents. */
export interface Sketch {
  /** The schema of the JSON body that `POST /a` reads. */
  request?: Json;
  /** The schema of the JSON body that `POST /a` responds with. */
  response?: Json;
  parameters?: Json[];
  /** Further fields of the path item, the operation, the response, the components and the document. */
  item?: JsonObject;
  operation?: JsonObject;
  ok?: JsonObject;
  components?: JsonObject;
  document?: JsonObject;
  openapi?: string;
  path?: string;
}

const json = (schema: Json): JsonObject => ({ "application/json": { schema } });

/** The document of a sketch, as it is after loading. */
function documentOf(sketch: Sketch): OpenApiDocument {
  const { request, response, parameters, item, operation, ok, components, path = "/a" } = structuredClone(sketch);
  const document: OpenApiDocument = {
    openapi: sketch.openapi ?? "3.1.0",
    info: { title: "T", version: "1.0.0" },
    paths: {
      [path]: {
        post: {
          operationId: "a",
          ...(parameters && { parameters }),
          ...(request !== undefined && { requestBody: { required: true, content: json(request) } }),
          responses: {
            200: { description: "OK", ...(response !== undefined && { content: json(response) }), ...ok },
          },
          ...operation,
        },
        ...item,
      },
    },
    ...(components && { components }),
    ...structuredClone(sketch.document),
  };
  upgrade(document);
  return document;
}

/** The changes between two sketches that concern callers. */
export async function changesBetween(base: Sketch, revision: Sketch): Promise<Change[]> {
  return (await compare(documentOf(base), documentOf(revision), { isWire: true })).changes;
}

/** An object with one property `p`. */
export const object = (schema: Json, more: JsonObject = {}): JsonObject => ({
  type: "object",
  properties: { p: schema },
  ...more,
});

export const query = (name: string, more: JsonObject = {}): JsonObject => ({
  name,
  in: "query",
  schema: { type: "string" },
  ...more,
});
