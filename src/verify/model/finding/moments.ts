import type { Json } from "#openapi/document/document.js";
import { isTimestamp } from "./differences.js";

/** Whether a field has the time of the creation, which never changes. */
export function isOfCreation(name: string): boolean {
  return /^(created|creation|inserted)/i.test(name);
}

/** Whether a field has the moment of the last change. */
export function isOfLastChange(name: string): boolean {
  return /^(last[_-]?)?(updated|modified|changed)([_-]?(at|on|date|time|datetime|timestamp))?$/i.test(name);
}

/** Whether a timestamp has a part of a second: two changes in one second have the same moment otherwise. */
export function isPrecise(value: Json | undefined): boolean {
  return isTimestamp(value) && /\.\d*[1-9]/.test(String(value));
}
