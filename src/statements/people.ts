import { plainName } from "./names.js";

/** Last segments of the path that shows the person of the key. */
const OWN = /^\/?(.*\/)?(user|me|self|viewer|whoami|profile)$/i;

/** Fields with the person who created a resource, as plain names. */
const CREATORS = ["author", "creator", "createdby"];

/** Fields that identify a person, the most certain one first. */
export const NAMES_OF_PEOPLE = ["username", "login", "email", "id"];

/** Whether a path shows the person of the key, by its last segment. */
export function isPathOfPerson(path: string): boolean {
  return OWN.test(path);
}

/** Whether a field has the person who created a resource, by its name. */
export function isCreatorField(name: string): boolean {
  return CREATORS.includes(plainName(name));
}
