import type { JsonObject } from "./document.js";

/** The wanted name, with as many underscores behind it as make it differ from all names in `taken`. */
export function unusedName(wanted: string, taken: JsonObject): string {
  return Object.hasOwn(taken, wanted) ? unusedName(`${wanted}_`, taken) : wanted;
}
