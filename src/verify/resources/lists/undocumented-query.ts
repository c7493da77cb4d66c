import type { Parameter } from "#openapi/operations/operation.js";

/** A query parameter that the document does not have. */
export function undocumentedQuery(name: string): Parameter {
  return {
    name,
    in: "query",
    required: false,
    description: "",
    deprecated: false,
    schema: undefined,
    schemaPointer: "#",
    mediaType: undefined,
    style: "form",
    explode: true,
    allowReserved: false,
    examples: { named: new Map(), fallback: undefined },
    identifies: [],
    pointer: "#",
  };
}
