import type { Json } from "#openapi/document/document.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { FROM_RESPONSE, type ParameterValue } from "#verify/model/request/request-spec.js";

/** Where a page leads to. */
export type Direction = "next" | "previous";

/** The relation types that `Link` has for a direction (RFC 8288, and the registry of IANA). */
const RELATIONS = {
  next: /;\s*rel="?([^";]*\s)?next[\s";,]?/i,
  previous: /;\s*rel="?([^";]*\s)?prev(ious)?[\s";,]?/i,
} as const;

/**
 * The address of the page beside a page: in the header `Link` (RFC 8288), or in the body. Undefined if there is none.
 *
 * @param value of the field of the body that may have it
 */
export function pageAddress({ headers }: Exchange, value: Json | undefined, direction: Direction): string | undefined {
  for (const [, address, facts = ""] of (headers.get("link") ?? "").matchAll(/<([^<>]*)>((?:[^<>"]|"[^"]*")*)/g)) {
    if (RELATIONS[direction].test(`${facts};`)) return address;
  }
  return typeof value === "string" && /^(https?:|\/|\?|[\w./-]+\?)/.test(value) ? value : undefined;
}

/** The query of an address, as values of parameters. The document may lack some of them. */
export function queryOfAddress({ parameters }: Operation, address: string): ParameterValue[] {
  const query = new URLSearchParams(address.replace(/#.*$/, "").replace(/^[^?]*\??/, ""));
  return [...new Set(query.keys())].map((name) => {
    const values = query.getAll(name);
    const [first = ""] = values;
    const documented = parameters.find((parameter) => parameter.in === "query" && parameter.name === name);
    const value = values.length > 1 ? values : first;
    return { parameter: documented ?? undocumented(name), value, source: FROM_RESPONSE };
  });
}

/** A query parameter that the document does not have. */
function undocumented(name: string): Parameter {
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
