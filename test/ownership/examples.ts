import type { JsonObject } from "#openapi/document/document.js";
import type { Kind } from "./api.js";
import { idValue } from "./ids.js";

/** The `example` of an id. */
export function exampleId({ ids }: Kind, which: Kind["examples"]): JsonObject {
  if (which === "taken") return { example: idValue(ids, ids.seeded[0]) };
  return which === "free" && ids.free !== undefined ? { example: idValue(ids, ids.free) } : {};
}
