import { plainName } from "./names.js";
import { lastSegment, withoutSlash } from "./resources/path-parameters.js";

/** Last segments of the path that shows the person of the key. */
const OWN = /^\/?(.*\/)?(user|me|self|viewer|whoami|profile)$/i;

/** Last segments of paths that name the client itself, which always exists, as plain names. */
const SELF = ["me", "self", "current", "mine"];

/** Fields with the person who created a resource, as plain names. */
const CREATORS = ["author", "creator", "createdby"];

/** Fields that identify a person, the most certain one first. */
export const NAMES_OF_PEOPLE = ["username", "login", "email", "id"];

/** Whether a path shows the person of the key, by its last segment. */
export function isPathOfPerson(path: string): boolean {
  return OWN.test(withoutSlash(path));
}

/** Whether a path names the client itself, by its last segment. */
export function isPathOfSelf(path: string): boolean {
  return SELF.includes(plainName(lastSegment(path)));
}

/** Whether a field has the person who created a resource, by its name. */
export function isCreatorField(name: string): boolean {
  return CREATORS.includes(plainName(name));
}
