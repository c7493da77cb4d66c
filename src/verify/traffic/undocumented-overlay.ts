import type { Json, JsonObject, OpenApiDocument } from "#openapi/document/document.js";
import { jsonType } from "#openapi/document/json-type.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { writtenDocument } from "#openapi/document/written-place.js";
import { extensionDefects } from "#openapi/extensions/defects.js";
import { type Addition, proposedOverlay } from "#openapi/load/proposed-overlay.js";
import type { Overlay } from "#openapi/overlay/overlay.js";
import type { Secrets } from "../model/target/target.js";
import { sanitize } from "../report/redaction/sanitize.js";
import type { Undocumented, UndocumentedRequest } from "./undocumented.js";

/** A value that identifies something: a number, a UUID, or another text of hexadecimal digits. */
const IDENTIFIER = /^(\d+|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|[\da-f]{16,})$/i;

/** Media types of pages and their parts, which a server may have beside its API. */
const OF_PAGES = /^(text\/(html|css|javascript)|application\/(javascript|manifest\+json)|image\/.*|font\/.*)$/;

/** An overlay of traffic, and how many requests were left out of it. */
export interface UndocumentedOverlay {
  /** Undefined if the document has all that was seen. */
  overlay: Overlay | undefined;
  /** Requests of no operation that were rejected, or that got a page. */
  leftOut: number;
}

/**
 * The overlay adds what the document lacks: statuses below 500, fields of responses, and operations that succeeded. It has
 * the names and the types of values, and no value.
 */
export async function undocumentedOverlay(
  document: OpenApiDocument,
  seen: Undocumented,
  secrets: Secrets,
): Promise<UndocumentedOverlay> {
  const isShown = (text: string) => sanitize(text, secrets) === text;
  const operations = seen.requests.filter(
    ({ status, mediaType }) => status >= 200 && status < 300 && !OF_PAGES.test(mediaType),
  );
  const candidates = [
    ...seen.statuses.map(({ operation, status, mediaType }): Addition => {
      return {
        pointer: pointerTo(operation.pointer, "responses"),
        description: `${operation.id} responded with ${status}.`,
        update: { [status]: responseOf(document, mediaType) },
      };
    }),
    ...seen.fields.flatMap(({ at, pointer, values }): Addition[] => {
      const name = pointerNames(at).at(-1) ?? "";
      const update = { properties: { [name]: schemaOf(values) } };
      if (!isShown(at)) return [];
      return [{ pointer: pointer, description: `Responses have ${at}.`, update }];
    }),
    ...pathActions(document, operations, isShown),
  ];
  const overlay = await proposedOverlay(document, "Additions", candidates, extensionDefects);
  return { overlay, leftOut: seen.requests.length - operations.length };
}

function pathActions(
  document: OpenApiDocument,
  requests: readonly UndocumentedRequest[],
  isShown: (text: string) => boolean,
): Addition[] {
  const isSwagger = "swagger" in writtenDocument(document);
  const paths = new Map<string, JsonObject>();
  for (const request of requests) {
    const { names, path } = templateOf(request.path, isShown);
    const method = request.method.toLowerCase();
    const typed = isSwagger ? { type: "string" } : { schema: { type: "string" } };
    const parameters: Json[] = [
      ...names.map((name) => ({ name, in: "path", required: true, ...typed })),
      ...request.query.filter(isShown).map((name) => ({ name, in: "query", ...typed })),
    ];
    const operation: JsonObject = {
      ...(parameters.length > 0 ? { parameters } : {}),
      ...(request.bodyType === "" || isSwagger
        ? {}
        : { requestBody: { content: { [request.bodyType]: { schema: {} } } } }),
      responses: { [request.status]: responseOf(document, request.mediaType) },
    };
    paths.set(path, { [method]: operation, ...paths.get(path) });
  }
  return [...paths].map(([path, item]) => ({
    pointer: "#/paths",
    description: `${Object.keys(item).join(", ").toUpperCase()} ${path} succeeded.`,
    update: { [path]: item },
  }));
}

/** A path with a parameter in the place of each segment that identifies something, or that may be a secret. */
function templateOf(path: string, isShown: (text: string) => boolean): { path: string; names: string[] } {
  const names: string[] = [];
  const segments = path.split("/").map((segment) => {
    if (!IDENTIFIER.test(segment) && isShown(segment) && !/[{}]/.test(segment)) return segment;
    const name = names.length === 0 ? "id" : `id${names.length + 1}`;
    names.push(name);
    return `{${name}}`;
  });
  return { path: segments.join("/"), names };
}

/** A Response Object for a media type. Swagger 2.0 gives the media types elsewhere. */
function responseOf(document: OpenApiDocument, mediaType: string): JsonObject {
  const description = "Seen in traffic.";
  if (mediaType === "" || "swagger" in writtenDocument(document)) return { description };
  return { description, content: { [mediaType]: { schema: {} } } };
}

/** The schema of values: their type, if they have one. How null is allowed depends on the version of OpenAPI. */
function schemaOf(values: readonly Json[]): JsonObject {
  const types = [...new Set(values.map(jsonType))];
  const [type = "null"] = types;
  return types.length > 1 || type === "null" ? {} : { type };
}
