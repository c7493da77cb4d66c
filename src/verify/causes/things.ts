import { REQUIREMENTS } from "#openapi/document/requirements.js";
import { mustReject } from "../model/finding/about.js";
import type { Finding } from "../model/finding/finding.js";
import type { RequestFault } from "../model/request/expectation.js";
import { withoutNumbers } from "../rules/sentence.js";
import type { Sighting } from "./sighting.js";

/**
 * The things that a sighting is about, each as a text, the most telling one first. Two sightings that are about the same
 * thing have one cause. It is a place of the contract, or a behavior that need not depend on the operation.
 */
export function thingsOf({ result, finding, error }: Sighting): string[] {
  // A defect of a test case is one of our own.
  if (!finding) return error?.silent === undefined ? [`error: ${error?.reason}`] : [`no response of ${error.silent}`];
  const { check, place, about, requirements } = finding;
  const { operation, status = 0, header, mediaType, list, effectOf, fault } = about;
  // A requirement may be tested by several operations, and be broken by one of them.
  const named = place.startsWith(`${REQUIREMENTS}/`) ? requirements : (about.requirements ?? []);
  const stated = named.map((id) => `requirement ${id} in ${result.operation}`);
  if (OF_SERVER.has(finding.rule)) return [finding.rule];
  if (check === "status") return [...thingsOfStatus(finding), ...stated];
  if (check === "availability") return [`availability: ${status}`];
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

/** The status of an operation that a server does not have (RFC 9110, 15.6.2). */
export const NOT_IMPLEMENTED = 501;

/** Rules that a server breaks by a habit, whatever the operation is. */
const OF_SERVER: ReadonlySet<string> = new Set(["every-path-value-accepted", "unsent-field-kept"]);

/**
 * How well a thing names a cause, the least number best. The order is: a place of the contract, a behavior, a field of one
 * operation.
 */
export function kindOf(thing: string): number {
  return thing.startsWith("schema ") ? 0 : thing.startsWith("field ") ? 2 : 1;
}

/** The fields of a body, and the schemas of those that violate one. */
function thingsOfFields(finding: Finding, path: string): string[] {
  const { check, place, about } = finding;
  const { operation, status = 0, fields = [] } = about;
  const names = fields.map((name) => `field ${name} of ${operation} ${Math.floor(status / 100)}XX`);
  // Checks of behavior state the place that identifies the resource, and not that of the field.
  const collection = collectionOf(path);
  if (check !== "body" && check !== "undocumented-fields") {
    return [...names, ...fields.map((name) => `difference of ${name} below ${collection}`)];
  }
  // Many documents describe their errors at each operation again.
  if (status >= 400) return [...names, `body of errors: ${withoutNumbers(finding)}`];
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
  if (status === 0)
    return [`no response of ${operation}`, ...(fault?.value === undefined ? [] : [`no response to ${fault.value}`])];
  // An operation without a handler fails for each request in the same way.
  if (status === NOT_IMPLEMENTED && fault?.part !== "method") return [`${operation} has no handler`];
  if (status >= 500) {
    const isValid = fault === undefined && wanted !== "rejection";
    const said = telling(about.says);
    return [
      ...(isValid
        ? [`${operation} fails`]
        : (fault ? partsOf(place, fault) : [about.why]).map((part) => `fails for ${part}`)),
      ...(fault?.value === undefined ? [] : [`fails for ${fault.value}`]),
      ...(said === undefined ? [] : [`server error: ${said}`]),
    ];
  }
  if (!mustReject(about)) {
    if (status < 400) return [`${operation} responds with ${status}`];
    if (about.lacksBody === true) return ["rejects requests without their optional body"];
    if (basis === "lenient") return [rejectionOf(about)];
    const said = OF_SERVERS.includes(status) ? telling(about.says) : undefined;
    return [`${operation} responds with ${status}`, ...(said === undefined ? [] : [`${status}: ${said}`])];
  }
  if (status < 400) return [`accepts ${partOf(place, fault)}`];
  return basis === "lenient"
    ? ["undocumented rejections"]
    : [`${status} for ${fault?.part}`, `${operation} responds with ${status}`];
}

/** Rejections that may have one reason for a whole server: a licence, a key, a feature that is off. */
const OF_SERVERS = [401, 402, 403, 405, 423, 451];

/** Messages that say no more than that there was an error. Frameworks have such, and any mistake in a program. */
const GENERIC =
  /\b(internal|unexpected|unknown|unhandled|went wrong|try again|server error|error occurred|failure|contact|could not be processed|(type|reference|attribute|key|index|value)error|null(pointer|reference)\w*|undefined|nil|nonetype)\b/i;

/** The words of a server error that name its cause, without values. Undefined for a message that any error may have. */
function telling(says: string | undefined): string | undefined {
  if (says === undefined || GENERIC.test(says)) return undefined;
  const words = says
    .replace(/"[^"]*"|'[^']*'|`[^`]*`/g, "#")
    .replace(/\b(?!0x)\d+\b/g, "#")
    .trim();
  return words.split(/\s+/).length < LEAST_WORDS ? undefined : words;
}

/** A message of fewer words may be that of many causes. */
const LEAST_WORDS = 4;

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

/** As `partOf`. A part of a body is each of its schemas, which other findings may name. */
function partsOf(place: string, fault: RequestFault): readonly string[] {
  return fault.schemas ?? [partOf(place, fault)];
}

/** The first part of a path: resources of one collection may have several schemas. */
export function collectionOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}

/** The place of the schema around a keyword. */
export function withoutKeyword(place: string): string {
  return place.slice(0, place.lastIndexOf("/"));
}
