import type { JsonObject } from "#openapi/document/document.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { plainName } from "#statements/names.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import type { Difference } from "../model/finding/compare.js";
import type { RequestSpec } from "../model/request/request-spec.js";

/**
 * The fields of a resource that are named as a path parameter of its creation, and have another value. A resource created below
 * `/projects/{projectId}` has this `projectId`.
 */
export function otherPathValues({ parameters }: Pick<RequestSpec, "parameters">, values: JsonObject): Difference[] {
  return parameters.flatMap(({ parameter, value }) =>
    Object.entries(values).flatMap(([name, found]): Difference[] => {
      const isNamed = parameter.in === "path" && plainName(name) === plainName(parameter.name);
      // A general name may be that of the resource itself.
      if (!isNamed || GENERAL.includes(plainName(name)) || typeof found === "object" || found === undefined) return [];
      return isSameId(found, value) ? [] : [{ name, at: pointerTo("", name), wanted: value, found }];
    }),
  );
}

/** Names of parameters that say nothing of the kind of resource, as plain names. */
const GENERAL = ["id", "uuid", "guid", "key", "slug", "code", "number", "name"];
