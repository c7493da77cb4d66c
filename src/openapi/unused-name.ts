import type { JsonObject } from "./document.js";

/** A name that nothing has yet: the wanted one, or that with as many underscores as it takes. */
export function unusedName(wanted: string, taken: JsonObject): string {
  return Object.hasOwn(taken, wanted) ? unusedName(`${wanted}_`, taken) : wanted;
}
