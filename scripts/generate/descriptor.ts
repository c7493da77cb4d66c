import { UserError } from "#cli/user-error.js";
import type { OperationDescriptor, PagingDescriptor } from "#client/operation.js";
import { isJson } from "#http/media-type.js";
import type { ParameterStyle } from "#http/serialize.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { type Cursor, type Operation, type Pagination, type Parameter, STYLES } from "#openapi/operations/operation.js";

/** The facts about an operation that the client needs at run time, without those that have their default value. */
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
    method,
    path,
    responses: Object.fromEntries(responses.map(({ status, content }) => [status, content.map(({ name }) => name)])),
    ...(mediaTypes.length > 0 ? { body: mediaTypes.toSorted((a, b) => Number(isJson(b)) - Number(isJson(a))) } : {}),
    ...(Object.keys(styles).length > 0 ? { styles } : {}),
    ...(security.length > 0 ? { security } : {}),
  };
}

/** How a list is paged, with each JSON pointer split into its names. */
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
