import { isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { linksOf, linkValue } from "#openapi/operations/links.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { ListOperation } from "../list-items.js";
import { likelyProperties } from "../names.js";
import { successContents } from "../schema-fields.js";
import { layersAndItem } from "./envelope.js";
import { placeInResource, propertyNames } from "./envelope-schema.js";
import { pathKey, pathParameters } from "./path-parameters.js";
import type { DocumentOperations, Identifier, Resource } from "./resource.js";

/** The operations that show which fields identify a resource. */
export interface Evidence {
  key: string;
  position: number;
  /** The path segment of the collection. */
  collection: string;
  list: ListOperation | undefined;
  create: Operation | undefined;
  retrieve: Operation | undefined;
  /** All operations with the parameter. */
  users: readonly Operation[];
}

/** The fields that may identify a resource, those that the document states first. */
export function identifiersOf(contract: DocumentOperations, evidence: Evidence): Identifier[] {
  const all = [
    ...byExtension(contract.document, evidence),
    ...byLinks(contract, evidence),
    ...byExamples(evidence),
    ...byNames(contract.document, evidence),
  ];
  return all.filter(({ pointer }, index) => all.findIndex((identifier) => identifier.pointer === pointer) === index);
}

/** The parameter at a position, of each operation that has it. */
function parametersOf({ users, position }: Evidence): Parameter[] {
  return users.flatMap((user) => pathParameters(user)[position] ?? []);
}

function byExtension(document: OpenApiDocument, evidence: Evidence): Identifier[] {
  return parametersOf(evidence).flatMap(({ identifies, pointer: at }) =>
    identifies.map((pointer, index): Identifier => {
      const place = pointerTo(at, "x-identifies", index);
      const [content] = evidence.retrieve ? successContents(evidence.retrieve) : [];
      const own = content ? placeInResource(document, content, pointer) : pointer;
      return { pointer: own, basis: "stated", places: [place] };
    }),
  );
}

/** Links of the collection to a resource. */
function byLinks(contract: DocumentOperations, { create, list, key, position }: Evidence): Identifier[] {
  const isOfResource = ({ path }: Operation) => pathKey(path) === key || pathKey(path).startsWith(`${key}/`);
  return [create, list?.operation].flatMap((operation) =>
    (operation?.responses ?? []).filter(isSuccessKey).flatMap((response) =>
      linksOf(contract.document, response).flatMap((link) => {
        const linked = contract.operationNamed(link.operationId);
        const parameter = linked && isOfResource(linked) ? pathParameters(linked)[position] : undefined;
        const expression = parameter && linkValue(link, parameter);
        const prefix = "$response.body#";
        if (typeof expression !== "string" || !expression.startsWith(prefix)) return [];
        return [{ pointer: expression.slice(prefix.length), basis: "stated" as const, places: [link.pointer] }];
      }),
    ),
  );
}

/** Paired examples whose response repeats the value of the parameter. */
function byExamples({ retrieve, position }: Evidence): Identifier[] {
  const parameter = retrieve && pathParameters(retrieve)[position];
  if (!parameter) return [];
  return examplePairs(retrieve).flatMap(({ parameters, responseExample, response }) => {
    const value = parameters.find((pair) => pair.parameter === parameter)?.value;
    const body = responseExample?.value;
    if (value === undefined || typeof body !== "object" || body === null) return [];
    const names = likelyProperties(parameter.name, "", Object.keys(body));
    const [name] = names.filter((candidate) => String(valueAt(body, pointerTo("", candidate))) === String(value));
    if (name === undefined) return [];
    return [{ pointer: pointerTo("", name), basis: "stated" as const, places: [response.pointer] }];
  });
}

/** Properties of the resource, of the items of its list, and of the response to its creation. */
function byNames(document: OpenApiDocument, evidence: Evidence): Identifier[] {
  const { create, retrieve, list, collection } = evidence;
  const [parameter] = parametersOf(evidence);
  if (!parameter) return [];
  const schemas: [Operation, string][] = [
    ...(list ? [[list.operation, pointerTo(list.paging.items, 0)] as [Operation, string]] : []),
    ...[create, retrieve].flatMap((operation): [Operation, string][] => (operation ? [[operation, ""]] : [])),
  ];
  return schemas.flatMap(([operation, at]) =>
    successContents(operation).flatMap((content) =>
      likelyProperties(parameter.name, collection, propertyNames(document, content, at)).map((name): Identifier => {
        return { pointer: pointerTo("", name), basis: "inferred", places: [parameter.pointer, content.schemaPointer] };
      }),
    ),
  );
}

/** The value of an identifier in a resource, which may be wrapped in another object; undefined if it has none. */
export function identifierIn(
  body: unknown,
  identifier: Pick<Identifier, "pointer">,
): string | number | bigint | undefined {
  return identifierAt(body, identifier)?.value;
}

/** The value of an identifier, and its place in a body. The resource may be in another object, or in a list of one. */
export function identifierAt(
  body: unknown,
  { pointer }: Pick<Identifier, "pointer">,
): { value: string | number | bigint; place: string } | undefined {
  const layers = isObject(body) ? layersAndItem(body) : [{ at: "", object: body }];
  for (const { at, object } of layers) {
    const value = valueAt(object, pointer);
    // A larger number was rounded by another reader, so it is that of another resource.
    if (typeof value === "bigint" || (typeof value === "number" && Number.isSafeInteger(Math.trunc(value))))
      return { value, place: at + pointer };
    if (typeof value === "string" && value !== "") return { value, place: at + pointer };
  }
  return undefined;
}

/**
 * Learns from a resource that was found by a value. A field with another value does not identify it, if a later field has
 * the value. A tenant's id is the same in all of its resources.
 */
export function learnIdentifier(resource: Resource, value: unknown, body: Json | undefined): void {
  const [first, ...others] = resource.identifiers();
  const known = first && identifierIn(body, first);
  if (first?.basis !== "inferred" || known === undefined || isSameId(known, value)) return;
  const found = others.find((other) => isSameId(identifierIn(body, other), value));
  if (found) resource.prefer(found.pointer);
}

/** Whether two identifiers are equal. Case is ignored: UUIDs have none (RFC 9562, 4). */
export function isSameId(left: unknown, right: unknown): boolean {
  return String(left).toLowerCase() === String(right).toLowerCase();
}

/** Whether a representation is that of a resource. Its creation may have shown the identifier under another name. */
export function isOf(
  item: unknown,
  { identifier, value, resource }: { identifier: Identifier; value: Json; resource: Resource },
): boolean {
  const own = identifierIn(item, identifier);
  if (own !== undefined) return isSameId(own, value);
  return resource.identifiers().some((other) => isSameId(identifierIn(item, other), value));
}
