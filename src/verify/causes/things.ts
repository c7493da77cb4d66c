import { REQUIREMENTS } from "#openapi/document/requirements.js";
import { mustReject } from "../model/finding/about.js";
import type { Finding } from "../model/finding/finding.js";
import type { Sighting } from "./sighting.js";

/**
 * The things that a sighting is about, each as a text, the most telling one first. Two sightings that are about the same thing
 * have one cause: a place of the contract, or a behavior that need not depend on the operation.
 */
export function thingsOf({ result, finding, error }: Sighting): string[] {
  // A defect of a test case is one of our own.
  if (!finding) return error?.silent === undefined ? [`error: ${error?.reason}`] : [`no response of ${error.silent}`];
  const { check, place, about, requirements } = finding;
  const { operation, status = 0, header, mediaType, list, effectOf, fault } = about;
  // A requirement may be tested by several operations, and be broken by one of them.
  const named = place.startsWith(`${REQUIREMENTS}/`) ? requirements : (about.requirements ?? []);
  const stated = named.map((id) => `requirement ${id} in ${result.operation}`);
  if (check === "status") return [...thingsOfStatus(finding), ...stated];
  // Converting is a behavior of the whole server.
  if (check === "converted") return ["converts requests"];
  if (check === "side-effects") return [`accepts ${partOf(place, fault)}`];
  if (mediaType !== undefined) {
    const kind = status < 400 ? "successes" : "errors";
    return [`media type of ${kind}: ${mediaType}`, `media types of ${kind} of ${operation}`];
  }
  if (header !== undefined) return [`header ${header}`];
  if (list !== undefined) return [`${list} of ${operation}`, ...(fault ? [`accepts ${fault.part}`] : [])];
  // A created resource that is not found is perhaps one of those that are never found.
  const missing =
    check === "relation" && status >= 400 ? [`${about.shownBy ?? operation} responds with ${status}`] : [];
  if (effectOf !== undefined) return [`effect of ${effectOf}`, ...missing];
  if (missing.length > 0) return missing;
  const things = [...thingsOfFields(finding, result.path), ...stated];
  return things.length > 0 ? things : [`${check} ${place}`];
}

/** How well a thing names a cause, the least number best: a place of the contract, a behavior, a field of one operation. */
export function kindOf(thing: string): number {
  return thing.startsWith("schema ") ? 0 : thing.startsWith("field ") ? 2 : 1;
}

/** The fields of a body, and the schemas of those that violate one. */
function thingsOfFields({ check, place, message, about }: Finding, path: string): string[] {
  const { operation, status = 0, fields = [] } = about;
  const names = fields.map((name) => `field ${name} of ${operation} ${Math.floor(status / 100)}XX`);
  // Checks of behavior state the place that identifies the resource, and not that of the field.
  const collection = collectionOf(path);
  if (check !== "body" && check !== "undocumented-fields") {
    return [...names, ...fields.map((name) => `difference of ${name} below ${collection}`)];
  }
  // Many documents describe their errors at each operation again.
  if (status >= 400) return [...names, `body of errors: ${message.replace(/\d+/g, "#")}`];
  const schema = withoutKeyword(place);
  const isRequired = place.endsWith("/required");
  const isOfShape = isRequired || place.endsWith("/additionalProperties");
  const schemas = isOfShape
    ? [
        ...fields.map((name) => `schema ${schema}/properties/${name}`),
        `fields of ${schema}`,
        `fields of ${operation} at ${about.at}`,
      ]
    : [`schema ${schema}`];
  // Resources of one collection may have several schemas.
  const alike = isRequired
    ? []
    : fields
        .filter((name) => name !== "")
        .map((name) => `${place.slice(schema.length + 1)} of ${name} below ${collection}`);
  return [...names, ...schemas, ...alike];
}

function thingsOfStatus({ place, about, basis }: Finding): string[] {
  const { operation, status = 0, wanted, fault } = about;
  if (status >= 500) {
    const isValid = fault === undefined && wanted !== "rejection";
    return [isValid ? failsAlways(operation) : `fails for ${fault ? partOf(place, fault) : about.why}`];
  }
  if (!mustReject(about)) {
    if (status < 400) return [`${operation} responds with ${status}`];
    if (about.lacksBody === true) return ["rejects requests without their optional body"];
    return [basis === "lenient" ? rejectionOf(about) : `${operation} responds with ${status}`];
  }
  if (status < 400) return [`accepts ${partOf(place, fault)}`];
  return basis === "lenient"
    ? ["undocumented rejections"]
    : [`${status} for ${fault?.part}`, `${operation} responds with ${status}`];
}

/** A rejection of values that the document allows. Servers explain it in the same words for every operation. */
function rejectionOf({ operation, fault, says }: Finding["about"]): string {
  // Words with other signs may be values: an address, or an id.
  const words = says?.replace(/: .*$/, "").replace(/"[^"]*"|'[^']*'|[^\s.,;()]*[^\p{L}\s.,;()'-][^\s.,;()]*/gu, "#");
  return words === undefined ? `${operation} rejects ${fault?.part ?? "values"}` : `rejection: ${words}`;
}

/** A parameter or the credentials have one cause, whatever is wrong with them. So has each part of a body. */
function partOf(place: string, fault: Finding["about"]["fault"]): string {
  if (fault === undefined) return place;
  return fault.part === "body" ? withoutKeyword(place) : fault.part;
}

/** The first part of a path: resources of one collection may have several schemas. */
export function collectionOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

export function withoutKeyword(place: string): string {
  return place.slice(0, place.lastIndexOf("/"));
}

/** An operation that fails for valid requests. */
function failsAlways(operation: string): string {
  return `${operation} fails`;
}

/** A behavior that a sighting may share with many others. */
export interface CommonThing {
  thing: string;
  /** The operation, or the field, that has the behavior. */
  by: string;
  /** Whether it is one of the server; otherwise, it is one of an object. */
  isOfServer: boolean;
}

/** The behavior that a sighting shares with others, if many have it: a gateway, the check of keys, or one serializer. */
export function commonThing({ finding, error }: Sighting): CommonThing | undefined {
  const ofServer = (thing: string, by: string) => ({ thing, by, isOfServer: true });
  if (error?.silent !== undefined) return ofServer("no response of the server", error.silent);
  if (!finding) return undefined;
  const { check, place, about } = finding;
  const { operation, status = 0, fault, wanted, keyword } = about;
  if (check === "body" && status < 400 && keyword !== undefined) return commonOfFields(finding, keyword);
  if (about.list !== undefined) return { thing: `${about.list} of lists`, by: operation, isOfServer: false };
  if (check !== "status") return undefined;
  if (status >= 500 && fault?.part.startsWith("path ")) return ofServer("fails for values of the path", operation);
  // One library validates all values, or none.
  if (wanted === "rejection" && status < 400 && place.endsWith("/type")) {
    return { thing: "accepts values of other types", by: `${operation} ${fault?.part} ${place}`, isOfServer: false };
  }
  // One library validates all values, or none.
  if (wanted === "rejection" && status < 400 && place.endsWith("/type")) {
    return { thing: "accepts values of other types", by: `${operation} ${fault?.part} ${place}`, isOfServer: false };
  }
  if (!mustReject(about) && status < 400) return { thing: `undocumented ${status}`, by: operation, isOfServer: false };
  const isValid = fault === undefined && wanted !== "rejection";
  const isGeneral = status >= 500 || status === 401 || status === 403;
  return isGeneral && isValid ? ofServer(`the server responds with ${status}`, operation) : undefined;
}

/** Fields of a body that are wrong in the same way: null, without a time zone, or of another type in one object. */
function commonOfFields({ place, received, expected }: Finding, keyword: string): CommonThing | undefined {
  const common = (thing: string, by: string) => ({ thing, by, isOfServer: false });
  const schema = withoutKeyword(place);
  if (received === "null" && keyword !== "required") return common("null in place of values", schema);
  if (keyword === "format" || keyword === "pattern") return common(`not of the ${expected}`, schema);
  const object = /^(.*)\/properties\/[^/]+$/.exec(schema)?.[1];
  return object === undefined ? undefined : common(`${keyword} of the fields of ${object}`, schema);
}
