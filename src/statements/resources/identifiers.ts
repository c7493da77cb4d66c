import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { examplePairs } from "#openapi/operations/example-pairs.js";
import { linksOf, linkValue } from "#openapi/operations/links.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { MediaType, Operation, Parameter } from "#openapi/operations/operation.js";
import type { ListOperation } from "../list-items.js";
import { IDENTIFYING, likelyProperties, plainName, singularOf, USUAL_IDENTIFIERS } from "../names.js";
import { schemaOf } from "../parameter-schema.js";
import {
  contentPlace,
  descriptionsAt,
  hasKeyword,
  keywordAt,
  propertiesAt,
  successContents,
} from "../schema-fields.js";
import { describedProperties } from "./described-field.js";
import { namedPlace, placeInResource, propertyNames } from "./envelope-schema.js";
import { pathKey, pathParameters } from "./path-parameters.js";
import type { DocumentOperations, Identifier } from "./resource.js";

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
    ...bySeveral(contract.document, evidence),
  ];
  const isFirst = ({ pointer }: Identifier, index: number) =>
    all.findIndex((identifier) => identifier.pointer === pointer) === index;
  return all.filter(isFirst).map((identifier) => ({ ...identifier, of: singularOf(evidence.collection) }));
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
    // Some creations respond with a list of what they created.
    ...(create ? [[create, pointerTo("", 0)] as [Operation, string]] : []),
  ];
  const sent = create ? sentProperties(document, create) : [];
  const shownAt = (placeOf: (content: MediaType, at: string) => string | undefined) =>
    schemas.flatMap(([operation, around]) =>
      successContents(operation).flatMap((content): Shown[] => {
        const at = placeOf(content, around);
        return at === undefined ? [] : [{ content, at, names: plainNames(document, content, at) }];
      }),
    );
  const plain = shownAt((_, at) => at);
  const beside = shownAt((content, at) =>
    at === "" ? namedPlace(document, content, singularOf(collection)) : undefined,
  );
  const identifying = (shown: readonly Shown[], namesOf: (place: Shown) => string[]) =>
    shown.flatMap((place) =>
      namesOf(place).map((name): Identifier => {
        const places = [parameter.pointer, place.content.schemaPointer];
        return { pointer: pointerTo("", name), basis: "inferred", places };
      }),
    );
  const described = parametersOf(evidence).map(({ description }) => description);
  const isOwnName = (name: string) => plainName(name) === plainName(parameter.name);
  const fittingOf = ({ content, at, names }: Shown) => [
    ...names.filter(isOwnName),
    ...described.flatMap((words) => describedProperties(words, collection, names)),
    ...likelyProperties(parameter.name, collection, names),
    ...names.filter((name) => isCalledIdentifier(document, { content, at, name, collection, sent })),
  ];
  const given = create && sent;
  const keyOf = (place: Shown) => onlyKey(document, { parameter, sent: given }, place);
  const tries = [
    () => identifying(plain, fittingOf),
    () => identifying(beside, fittingOf),
    () => identifying(plain, keyOf),
  ];
  return tries.map((attempt) => attempt()).find(({ length }) => length > 0) ?? [];
}

/**
 * The first of the identifiers with which a creation responds, if it shows no resource: `{ "ids": [ … ] }`. The creation may make
 * several at once.
 */
function bySeveral(document: OpenApiDocument, { create, collection, ...evidence }: Evidence): Identifier[] {
  const [parameter] = parametersOf({ create, collection, ...evidence });
  if (!create || !parameter) return [];
  const own = [plainName(parameter.name), ...IDENTIFYING];
  const names = [...own, ...own.map((name) => singularOf(collection) + name)];
  return successContents(create).flatMap((content) => {
    const [only, ...others] = propertiesAt(document, content, "").filter((name) => {
      const isPlural = singularOf(name) !== plainName(name) && names.includes(singularOf(name));
      return (
        isPlural && hasKeyword(document, content, pointerTo(pointerTo("", name), 0), "type", ["string", "integer"])
      );
    });
    if (only === undefined || others.length > 0) return [];
    const places = [parameter.pointer, content.schemaPointer];
    return [{ pointer: pointerTo(pointerTo("", only), 0), basis: "inferred" as const, places }];
  });
}

/** The properties of the resource at a place of a body that are not objects: an object identifies nothing. */
function plainNames(document: OpenApiDocument, content: MediaType, at: string): string[] {
  const place = contentPlace(document, content, at) ?? at;
  return propertiesAt(document, content, place).filter(
    (name) => propertiesAt(document, content, pointerTo(place, name)).length === 0,
  );
}

/** The properties of a resource at a place of a body. */
interface Shown {
  content: MediaType;
  at: string;
  names: readonly string[];
}

/**
 * The only property of a usual name that a client gives: `name` of `/context/{contextField}`. Another resource may have the
 * number that a server gives. Nothing if there are two, or for a value of a certain form.
 */
function onlyKey(
  document: OpenApiDocument,
  { parameter, sent }: { parameter: Parameter; sent: readonly string[] | undefined },
  { content, at, names }: Shown,
): string[] {
  const { type, format, enum: members } = schemaOf(document, parameter);
  if (![type].flat().includes("string") || format !== undefined || members !== undefined) return [];
  const keys = names.filter((name) => USUAL_IDENTIFIERS.includes(plainName(name)));
  const isGiven = (key: string) => sent === undefined || sent.includes(key);
  const isKey = (key: string) => !IDENTIFYING.includes(plainName(key)) && isGiven(key);
  return keys.length === 1 ? keys.filter((key) => isKey(key) && isText(document, content, at, key)) : [];
}

function isText(document: OpenApiDocument, content: MediaType, at: string, name: string): boolean {
  const place = pointerTo(contentPlace(document, content, at) ?? at, name);
  return hasKeyword(document, content, place, "type", ["string"]);
}

/** Titles of a field that identifies its resource. */
const TITLE = /^(id|identifier|primary key|uuid|guid)$/i;

/** A description of a field that identifies something. The words after it say which thing. */
const DESCRIPTION =
  /^(?:the |an? )?(?:(?:globally|universally) )?(?:unique |internal |system )?(?:identifier|id|primary key)\b(?: (?:of|for) (?:the|this|an?) (\w+))?(?=[.,;]|$)/i;

/** Words for any resource. */
const ANY_RESOURCE = ["resource", "object", "item", "record", "entry", "entity"];

/** Whether the server alone gives a field, and its title or description calls it the identifier of its resource. */
function isCalledIdentifier(
  document: OpenApiDocument,
  called: { content: MediaType; at: string; name: string; collection: string; sent: readonly string[] },
): boolean {
  const { content, name, collection, sent } = called;
  const at = pointerTo(contentPlace(document, content, called.at) ?? called.at, name);
  const isGiven = hasKeyword(document, content, at, "readOnly", [true]) || !sent.includes(name);
  if (!isGiven || !hasKeyword(document, content, at, "type", ["string", "integer"])) return false;
  if (TITLE.test(String(keywordAt(document, content, at, "title")))) return true;
  return descriptionsAt(document, content, at).some((description) => {
    const match = DESCRIPTION.exec(description.trim());
    const [, thing] = match ?? [];
    return (
      match !== null && (thing === undefined || [...ANY_RESOURCE, singularOf(collection)].includes(thing.toLowerCase()))
    );
  });
}

/** The properties that the body of a request may have. */
function sentProperties(document: OpenApiDocument, { requestBody }: Operation): string[] {
  return (requestBody?.content ?? []).flatMap((content) => propertyNames(document, content, ""));
}
