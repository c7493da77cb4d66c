import { UserError } from "#cli/user-error.js";
import type { OperationDescriptor } from "#client/operation.js";
import { isJson } from "#http/media-type.js";
import { acceptOf, preferredOffer } from "#http/negotiate.js";
import type { ParameterStyle } from "#http/serialize.js";
import { type MediaType, type Operation, type Parameter, STYLES } from "#openapi/operations/operation.js";

/** The most characters of a header that a page sends to another origin without a preflight (Fetch, 2.2.2). */
const SAFELISTED = 128;

/** The facts about an operation that the client needs at run time, without those that have their default value. */
export function operationDescriptor(operation: Operation): OperationDescriptor {
  const { method, path, responses, requestBody, parameters, security } = operation;
  const styles = Object.fromEntries(
    parameters.flatMap((parameter) => {
      const style = unusualStyle(parameter);
      return Object.keys(style).length > 0 ? [[`${parameter.in}.${parameter.name}`, style]] : [];
    }),
  );
  const accept = acceptOf(responses, { longest: SAFELISTED });
  const encodings = (requestBody?.content ?? []).filter(({ encoding }) => Object.keys(encoding).length > 0);
  return {
    method,
    path,
    responses: Object.fromEntries(responses.map(({ status, content }) => [status, content.map(({ name }) => name)])),
    ...(accept === "*/*" ? {} : { accept }),
    ...(requestBody && requestBody.content.length > 0 ? { body: preferredFirst(requestBody.content) } : {}),
    ...(encodings.length > 0
      ? { encoding: Object.fromEntries(encodings.map(({ name, encoding }) => [name, encoding])) }
      : {}),
    ...(Object.keys(styles).length > 0 ? { styles } : {}),
    ...(security.length > 0 ? { security } : {}),
  };
}

/** The names of media types, that of the default body first. */
function preferredFirst(content: readonly MediaType[]): string[] {
  const first = preferredOffer(content);
  return content.toSorted((one, other) => Number(other === first) - Number(one === first)).map(({ name }) => name);
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
