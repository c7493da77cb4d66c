import type { OpenApiDocument } from "#openapi/document/document.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import { resolveReference } from "#openapi/document/reference.js";
import type { Parameter } from "#openapi/operations/operation.js";
import { GENERATED, type RequestSpec } from "#verify/model/request/request-spec.js";
import { type InvalidValue, invalidValues } from "#verify/requests/invalid-values.js";
import type { InvalidRequest } from "./invalid-request.js";

/** Violates the constraints of a parameter: omits it, and sends invalid values. */
export function invalidParameter(document: OpenApiDocument, parameter: Parameter): InvalidRequest[] {
  const { name, in: place, required, schemaPointer, schema, pointer } = parameter;
  if (schema === undefined) return [];
  const others = ({ parameters }: RequestSpec) => parameters.filter((each) => each.parameter !== parameter);
  const omitted: InvalidRequest = {
    what: `a request without ${name}`,
    place: pointerTo(pointer, "required"),
    parameter,
    change: (request) => ({ ...request, parameters: others(request) }),
  };
  const invalid = invalidValues(document, schemaPointer, undefined).filter(isExpressible(document, parameter));
  return [
    ...(required && place !== "path" ? [omitted] : []),
    ...invalid.map(
      ({ keyword, value, what }): InvalidRequest => ({
        what: `${name} ${what}`,
        place: keyword,
        parameter,
        value,
        change: (request) => ({
          ...request,
          parameters: [...others(request), { parameter, value, source: GENERATED }],
        }),
      }),
    ),
  ];
}

/** In a parameter, a single text is a list of one, and every text is a string. */
function isExpressible(document: OpenApiDocument, { schemaPointer }: Parameter): (invalid: InvalidValue) => boolean {
  const { node } = resolveReference(document, valueAt(document, schemaPointer), schemaPointer);
  const types = [node.type ?? []].flat();
  const isStructured = types.includes("array") || types.includes("object");
  return ({ keyword, value }) => {
    if (isStructured || typeof value === "object" || value === "") return false;
    return !keyword.endsWith("/type") || typeof value === "string";
  };
}
