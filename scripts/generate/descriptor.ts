import type {
  OperationDescriptor,
  PagingDescriptor,
  ParameterStyle,
  SecurityScheme,
} from "../../src/client/operation.js";
import { asObject, asText, type OpenApiDocument } from "../../src/openapi/document.js";
import type { Cursor, Operation, Pagination, Parameter } from "../../src/openapi/operation.js";
import { pointerNames, pointerTo } from "../../src/openapi/pointer.js";
import { follow } from "../../src/openapi/reference.js";

type Verb = OperationDescriptor["method"];
const VERBS: Record<Operation["method"], Verb> = {
  delete: "DELETE",
  get: "GET",
  head: "HEAD",
  options: "OPTIONS",
  patch: "PATCH",
  post: "POST",
  put: "PUT",
  trace: "TRACE",
};

/** What the client needs to know of an operation at run time; all that is usual is left out. */
export function operationDescriptor(operation: Operation): OperationDescriptor {
  const { method, path, responses, requestBody, parameters, security } = operation;
  const styles = Object.fromEntries(
    parameters.flatMap((parameter) => {
      const style = unusualStyle(parameter);
      return Object.keys(style).length > 0 ? [[`${parameter.in}.${parameter.name}`, style]] : [];
    }),
  );
  const mediaTypes = requestBody?.content.map(({ name }) => name) ?? [];
  return {
    method: VERBS[method],
    path,
    responses: Object.fromEntries(responses.map(({ status, content }) => [status, content.map(({ name }) => name)])),
    ...(mediaTypes.length > 0 ? { body: mediaTypes.toSorted((a, b) => Number(isJson(b)) - Number(isJson(a))) } : {}),
    ...(Object.keys(styles).length > 0 ? { styles } : {}),
    ...(security.length > 0 ? { security } : {}),
  };
}

/** How the list is paged, each pointer split into its names. */
export function pagingDescriptor({ items, hasMore, forward, backward }: Pagination): PagingDescriptor {
  const cursor = ({ parameter, item, body }: Cursor) => ({
    parameter,
    ...(item === undefined ? {} : { item: pointerNames(item) }),
    ...(body === undefined ? {} : { body: pointerNames(body) }),
  });
  return {
    items: pointerNames(items),
    ...(hasMore === undefined ? {} : { hasMore: pointerNames(hasMore) }),
    forward: cursor(forward),
    ...(backward ? { backward: cursor(backward) } : {}),
  };
}

/**
 * How the key of each security scheme is sent (Security Scheme Object, OpenAPI 3.1, 4.8.27). OAuth 2 and OpenID Connect
 * end in a bearer token; client certificates (`mutualTLS`) are no business of a request.
 */
export function securitySchemes(document: OpenApiDocument): Record<string, SecurityScheme> {
  const schemes = asObject(asObject(document.components).securitySchemes);
  return Object.fromEntries(
    Object.entries(schemes).flatMap(([name, reference]): [string, SecurityScheme][] => {
      const { node } = follow(document, reference, pointerTo("#/components/securitySchemes", name));
      const place = node.in;
      const scheme = asText(node.scheme)?.toLowerCase();
      if (node.type === "apiKey" && (place === "query" || place === "header" || place === "cookie")) {
        return [[name, { type: "apiKey", in: place, name: String(node.name) }]];
      }
      if (node.type === "http") return scheme === "basic" ? [[name, { type: "basic" }]] : [[name, { type: "bearer" }]];
      return node.type === "oauth2" || node.type === "openIdConnect" ? [[name, { type: "bearer" }]] : [];
    }),
  );
}

const STYLES = ["deepObject", "form", "label", "matrix", "pipeDelimited", "simple", "spaceDelimited"] as const;

function unusualStyle({
  in: place,
  name,
  style,
  explode,
  allowReserved,
  mediaType,
  pointer,
}: Parameter): ParameterStyle {
  const usual = place === "query" || place === "cookie" ? "form" : "simple";
  const known = STYLES.find((each) => each === style);
  if (!known) throw new Error(`${pointer}: \`${name}\` has the style ${style}. OpenAPI knows ${STYLES.join(", ")}.`);
  return {
    ...(known === usual ? {} : { style: known }),
    ...(explode === (style === "form") ? {} : { explode }),
    ...(allowReserved ? { allowReserved } : {}),
    ...(mediaType !== undefined && isJson(mediaType) ? { json: true } : {}),
  };
}

function isJson(mediaType: string): boolean {
  return /[/+]json\b/i.test(mediaType);
}
