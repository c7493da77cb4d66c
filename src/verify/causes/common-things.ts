import { mustReject } from "../model/finding/about.js";
import type { Finding } from "../model/finding/finding.js";
import { OTHER_TEAM_RULES } from "../rules/requirements.js";
import type { Sighting } from "./sighting.js";
import { withoutKeyword } from "./things.js";

/** A behavior that a sighting may share with many others. */
export interface CommonThing {
  thing: string;
  /** The operation, or the field, that has the behavior. */
  by: string;
  /** Whether it is one of the server; otherwise, it is one of an object. */
  isOfServer: boolean;
}

/**
 * The behavior that a sighting shares with others, if many have it. It may be a gateway, the check of keys, or one
 * serializer.
 */
export function commonThing({ finding, error }: Sighting): CommonThing | undefined {
  const ofServer = (thing: string, by: string) => ({ thing, by, isOfServer: true });
  if (error?.silent !== undefined) return ofServer("no response of the server", error.silent);
  if (!finding) return undefined;
  const { check, place, about } = finding;
  const { operation, status = 0, fault, wanted, keyword } = about;
  if (check === "body" && status < 400 && keyword !== undefined) return commonOfFields(finding, keyword);
  if (Object.hasOwn(OTHER_TEAM_RULES, finding.rule)) return { thing: finding.rule, by: operation, isOfServer: false };
  const [field] = about.fields ?? [];
  if (check === "echo" && field !== undefined)
    return { thing: `sent values not stored by ${operation}`, by: field, isOfServer: false };
  if (about.list !== undefined) return { thing: `${about.list} of lists`, by: operation, isOfServer: false };
  if (check !== "status") return undefined;
  if (status >= 500 && fault?.part.startsWith("path ")) return ofServer("fails for values of the path", operation);
  // One library validates all values, or none.
  if (wanted === "rejection" && status < 400 && place.endsWith("/type")) {
    return { thing: "accepts values of other types", by: `${operation} ${fault?.part} ${place}`, isOfServer: false };
  }
  if (!mustReject(about) && status < 400) return { thing: `undocumented ${status}`, by: operation, isOfServer: false };
  const isValid = fault === undefined && wanted !== "rejection";
  const isGeneral = status >= 500 || status === 401 || status === 403;
  return isGeneral && isValid ? ofServer(`the server responds with ${status}`, operation) : undefined;
}

/**
 * Fields of a body that are wrong in the same way. They are null, without a time zone, or of another type in one object.
 */
function commonOfFields({ place, received, expected }: Finding, keyword: string): CommonThing | undefined {
  const common = (thing: string, by: string) => ({ thing, by, isOfServer: false });
  const schema = withoutKeyword(place);
  if (received === "null" && keyword !== "required") return common("null in place of values", schema);
  if (keyword === "format" || keyword === "pattern") return common(`not of the ${expected}`, schema);
  const object = /^(.*)\/properties\/[^/]+$/.exec(schema)?.[1];
  return object === undefined ? undefined : common(`${keyword} of the fields of ${object}`, schema);
}
