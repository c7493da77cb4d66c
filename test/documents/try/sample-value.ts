import fc from "fast-check";
import {
  asList,
  asObject,
  isObject,
  type Json,
  type OpenApiDocument,
  type Schema,
} from "#openapi/document/document.js";
import { resolveReference } from "#openapi/document/reference.js";

const FORMATS: Record<string, string> = {
  date: "2026-01-31",
  "date-time": "2026-01-31T12:00:00Z",
  email: "someone@example.com",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  time: "12:00:00Z",
  uri: "https://example.com/",
  url: "https://example.com/",
  uuid: "0b0e3b6e-1f0c-4c3e-8d6f-0123456789ab",
};

/** Below this depth only required parts are sampled that have no further parts. */
const LEVELS = 12;

/**
 * A simple value of a schema for a measurement: an example if it has one, otherwise the smallest value. It is not the
 * generator of the product, so that the two cannot have the same mistake.
 */
export function sampleValue(document: OpenApiDocument, schema: Schema | undefined, levels = LEVELS): Json {
  if (!isObject(schema) || levels === 0) return {};
  const { node } = resolveReference(document, schema, "#");
  const inner = (part: Json | undefined) =>
    sampleValue(document, isObject(part) || typeof part === "boolean" ? part : undefined, levels - 1);
  const [stated] = [node.const, asList(node.examples)[0], node.example, node.default, asList(node.enum)[0]].flatMap(
    (value) => (value === undefined || value === null ? [] : [value]),
  );
  if (stated !== undefined) return stated;
  const [choice] = [...asList(node.oneOf), ...asList(node.anyOf)];
  const parts = [...asList(node.allOf), ...(choice === undefined ? [] : [choice])].map(inner);
  const type = [node.type].flat().find((each) => each !== "null");
  if (type === "object" || node.properties !== undefined) {
    const names = asList(node.required).map(String);
    const properties = asObject(node.properties);
    const own = Object.fromEntries(names.map((name) => [name, inner(properties[name])]));
    return Object.assign({}, ...parts.map(asObject), own);
  }
  if (parts.length > 0)
    return parts.every(isObject)
      ? Object.assign({}, ...parts)
      : (parts.find((each) => !isObject(each) || Object.keys(each).length > 0) ?? parts[0] ?? {});
  if (type === "array") return Array.from({ length: Number(node.minItems ?? 1) }, () => inner(node.items));
  if (type === "integer" || type === "number")
    return Number(node.minimum ?? (node.exclusiveMinimum === undefined ? 1 : Number(node.exclusiveMinimum) + 1));
  if (type === "boolean") return true;
  if (typeof node.pattern === "string") return matching(node.pattern, Number(node.maxLength ?? 1000));
  const text = FORMATS[String(node.format)] ?? "text";
  return text.padEnd(Number(node.minLength ?? 0), "a").slice(0, Number(node.maxLength ?? 1000));
}

/** A short text that matches a pattern. */
function matching(pattern: string, maxLength: number): string {
  try {
    const texts = fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 20 });
    return texts.find(({ length }) => length > 0 && length <= maxLength) ?? texts[0] ?? "";
  } catch {
    // fast-check does not know all of the syntax.
    return "text";
  }
}
