import type { JsonObject, OpenApiDocument } from "../document/document.js";
import { pointerTo } from "../document/pointer.js";
import { placesIn } from "../document/walk.js";
import type { DocumentWarning } from "../document/warning.js";
import { isOpenApi30 } from "../upgrade/find-schemas.js";

const BESIDE_REFERENCE =
  "OpenAPI 3.0 ignores `nullable` beside a `$ref` (4.7.23). Null is not admitted. Put the `$ref` into `allOf`.";
const REMOVED = "OpenAPI 3.1 has no `nullable`. It is read as in 3.0, and null is admitted. Add null to `type`.";

/**
 * Schemas whose `nullable` has no effect by the standard, before they are upgraded. It has none beside a `$ref` of OpenAPI 3.0,
 * and beside a `type` of later ones. Authors expect null there, so a warning says whether it is admitted.
 */
export function ignoredNullable(document: OpenApiDocument, schemas: Iterable<JsonObject>): DocumentWarning[] {
  const isOld = isOpenApi30(document);
  const ignored = [...schemas].filter(({ nullable, $ref, type }) => {
    if (nullable !== true) return false;
    return isOld ? typeof $ref === "string" : type !== undefined && ![type].flat().includes("null");
  });
  if (ignored.length === 0) return [];
  const places = placesIn(document);
  return ignored.map((schema) => ({
    pointer: pointerTo(places.get(schema) ?? "#", "nullable"),
    message: isOld ? BESIDE_REFERENCE : REMOVED,
  }));
}
