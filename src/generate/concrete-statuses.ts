import { asObject, isObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { pascalCase } from "#openapi/document/letter-case.js";
import { isWithin, pointerTo } from "#openapi/document/pointer.js";
import { unusedName } from "#openapi/document/unused-name.js";
import { mapMembers } from "#openapi/document/walk.js";
import { METHODS } from "#openapi/operations/operation.js";

/** The statuses that stand for a range: those that servers of APIs send (RFC 9110, 15; RFC 6585). */
const STATUSES: Readonly<Record<string, readonly number[]>> = {
  "1XX": [100, 101],
  "2XX": [200, 201, 202],
  "3XX": [301, 302, 303, 307, 308],
  "4XX": [400, 401, 403, 404, 405, 406, 409, 410, 412, 413, 415, 422, 428, 429],
  "5XX": [500, 501, 502, 503, 504],
};

/** The names of the ranges (RFC 9110, 15). */
const NAMES: Readonly<Record<string, string>> = {
  "1XX": "Informational",
  "2XX": "Successful",
  "3XX": "Redirection",
  "4XX": "ClientError",
  "5XX": "ServerError",
};

/** A status that forbids content. It stands for a range only if the range has none. */
const WITHOUT_CONTENT: Readonly<Record<string, number>> = { "2XX": 204, "3XX": 304 };

/**
 * A copy of a document in which statuses stand in place of ranges such as `2XX`. Some tools write `status: 2XX` into their
 * code. A status that is documented itself is left as it is. A response of a range becomes a component, to which its
 * statuses and all other references lead.
 */
export function withConcreteStatuses(document: OpenApiDocument): OpenApiDocument {
  const components = asObject(document.components);
  const added: JsonObject = {};
  /** The new places of responses, by their former ones. */
  const moved = new Map<string, string>();

  const operation = (node: Json, place: string, name: string): Json => {
    if (!isObject(node) || !isObject(node.responses)) return node;
    const responses: JsonObject = {};
    const documented = Object.keys(node.responses);
    for (const [status, response] of Object.entries(node.responses)) {
      const range = status.toUpperCase();
      const statuses = STATUSES[range];
      if (!statuses) {
        responses[status] = response;
        continue;
      }
      const reference = referenceTo(response, pointerTo(place, "responses", status), `${name}-${NAMES[range]}`);
      const empty = hasContent(document, response) ? undefined : WITHOUT_CONTENT[range];
      for (const concrete of [...statuses, ...(empty === undefined ? [] : [empty])]) {
        if (!documented.includes(String(concrete))) responses[concrete] = reference;
      }
    }
    return { ...node, responses };
  };
  const referenceTo = (response: Json, place: string, name: string): Json => {
    if (isObject(response) && typeof response.$ref === "string") return response;
    const component = unusedName(pascalCase(name), { ...asObject(components.responses), ...added });
    added[component] = response;
    const target = pointerTo("#/components/responses", component);
    moved.set(place, target);
    return { $ref: target };
  };
  const pathItem = (item: Json, place: string, name: string): Json => {
    if (!isObject(item)) return item;
    const changed = METHODS.flatMap((method) => {
      const node = item[method];
      const id = isObject(node) && typeof node.operationId === "string" ? node.operationId : `${method} ${name}`;
      return node === undefined ? [] : [[method, operation(node, pointerTo(place, method), id)] as const];
    });
    return { ...item, ...Object.fromEntries(changed) };
  };
  const paths = Object.entries(asObject(document.paths)).map(([path, item]) => {
    return [path, pathItem(item, pointerTo("#/paths", path), path)] as const;
  });
  const changed = { ...document, paths: Object.fromEntries(paths) };
  if (Object.keys(added).length === 0) return changed;
  const responses = { ...asObject(components.responses), ...added };
  return asObject(withPlaces({ ...changed, components: { ...components, responses } }, moved));
}

function hasContent(document: OpenApiDocument, response: Json): boolean {
  const { $ref } = asObject(response);
  const [, name] = typeof $ref === "string" ? (/^#\/components\/responses\/([^/]+)$/.exec($ref) ?? []) : [];
  const node = name === undefined ? response : asObject(asObject(document.components).responses)[name];
  return Object.keys(asObject(asObject(node).content)).length > 0;
}

/** A copy in which places that have moved are named where they are now. */
function withPlaces(node: Json, moved: ReadonlyMap<string, string>): Json {
  if (typeof node === "string") {
    if (!node.startsWith("#/paths/")) return node;
    for (const [from, to] of moved) if (isWithin(node, from)) return to + node.slice(from.length);
    return node;
  }
  if (Array.isArray(node)) return node.map((item) => withPlaces(item, moved));
  return isObject(node) ? mapMembers(node, (member) => withPlaces(member, moved)) : node;
}
