import { UserError } from "#cli/user-error.js";
import type { OperationDescriptor } from "#client/operation.js";
import type { StreamDescriptor } from "#client/streaming/stream.js";
import { canWriteSequence } from "#http/body/sequence.js";
import { withKeys } from "#http/credentials.js";
import { isJson, mediaTypeOf, typesIn } from "#http/media-type.js";
import { acceptOf, JSON_TYPE, preferredOffer, shapeOf } from "#http/negotiate.js";
import type { ParameterStyle } from "#http/serialize.js";
import type { OpenApiDocument } from "#openapi/document/document.js";
import { isSafe, isSuccessKey } from "#openapi/operations/methods.js";
import {
  type DocumentedResponse,
  type MediaType,
  type Operation,
  type Parameter,
  STYLES,
} from "#openapi/operations/operation.js";
import { securitySchemes } from "#openapi/operations/security.js";
import { writingsOf } from "./encodings.js";
import { pagedList } from "./paging.js";

/** The most characters of a header that a page sends to another origin without a preflight (Fetch, 2.2.2). */
const SAFELISTED = 128;

/** The facts about an operation that the client needs at run time, without those that have their default value. */
export function operationDescriptor(document: OpenApiDocument, operation: Operation): OperationDescriptor {
  const { method, path, responses, requestBody, parameters, security } = operation;
  const styles = Object.fromEntries(
    parameters.flatMap((parameter) => {
      const style = unusualStyle(parameter);
      return Object.keys(style).length > 0 ? [[`${parameter.in}.${parameter.name}`, style]] : [];
    }),
  );
  const accept = acceptOf(responses, { longest: SAFELISTED });
  const encoding = writingsOf(document, operation);
  const keys = withKeys(security, securitySchemes(document));
  const written = preferredOffer(requestBody?.content ?? [])?.name;
  return {
    method: method.toUpperCase(),
    path,
    ...readings(responses),
    ...(accept === JSON_TYPE ? {} : { accept }),
    ...(written === undefined || written === JSON_TYPE ? {} : { body: written }),
    ...(Object.keys(encoding).length > 0 ? { encoding } : {}),
    ...(Object.keys(styles).length > 0 ? { styles } : {}),
    ...(keys.length > 0 ? { security: keys } : {}),
  };
}

/** How responses are read. Where no success is documented, `default` is one as well, and a redirect is what the operation is for. */
function readings(responses: readonly DocumentedResponse[]): Pick<OperationDescriptor, "redirects" | "responses"> {
  const types = Object.fromEntries(responses.map(({ status, content }) => [status, readAs(content)]));
  if (responses.some(isSuccessKey)) return { responses: types };
  return { responses: { ...types, ...(types.default && { "2XX": types.default }) }, redirects: true };
}

/** The media types by which a body is read, JSON first. The schema of a range decides how its body is read. */
function readAs(content: readonly MediaType[]): string[] {
  const types = content.flatMap(({ name, schema }) => {
    // NestJS documents a text as JSON, and sends it as `text/html`.
    if (isJson(name) && shapeOf(schema) === "text") return [...typesIn(name), "text/*"];
    if (!/^(\*|application)\/\*$/.test(mediaTypeOf(name))) return typesIn(name);
    if (schema === undefined) return ["text/*", JSON_TYPE, name];
    const shape = shapeOf(schema);
    return shape === "structured" ? [JSON_TYPE] : shape === "text" ? ["text/*", JSON_TYPE] : [name];
  });
  const isOpen = content.length === 1;
  // OData names each type of JSON with all of its parameters.
  const apart = types.filter(
    (type, index) => types.findIndex((name) => mediaTypeOf(name) === mediaTypeOf(type)) === index,
  );
  return isOpen ? apart : apart.toSorted((one, other) => Number(isJson(other)) - Number(isJson(one)));
}

/** A sequence as data. Its functions have the names of those of the runtime. */
export interface Sequence extends Pick<StreamDescriptor, "type" | "item"> {
  by: "byEvent" | "byLine";
  again?: "reconnection";
}

/** How the items of a response arrive, if its success is a sequence (OpenAPI 3.2, 4.14.3.1); undefined for a list that is paged. */
export function sequenceOf(document: OpenApiDocument, operation: Operation): Sequence | undefined {
  if (pagedList(document, operation)) return undefined;
  const content = operation.responses.filter(isSuccessKey).flatMap((response) => response.content);
  const sequence = content.find(({ name }) => canWriteSequence(name));
  if (!sequence) return undefined;
  const { name, itemSchema, schema } = sequence;
  const isEvents = mediaTypeOf(name) === "text/event-stream";
  const item = itemSchema !== undefined ? "event" : shapeOf(schema) === "text" ? "text" : undefined;
  return {
    type: name,
    by: isEvents ? "byEvent" : "byLine",
    ...(isEvents && isSafe(operation) && { again: "reconnection" }),
    ...(isEvents && item !== undefined && { item }),
  };
}

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
  const known = STYLES.find((candidate) => candidate === style);
  if (!known) {
    throw new UserError(`${pointer}: \`${name}\` has the style ${style}. OpenAPI defines ${STYLES.join(", ")}.`);
  }
  return {
    ...(known === usual ? {} : { style: known }),
    ...(explode === (style === "form") ? {} : { explode }),
    ...(allowReserved ? { allowReserved } : {}),
    ...(mediaType !== undefined && isJson(mediaType) ? { json: true } : {}),
  };
}
