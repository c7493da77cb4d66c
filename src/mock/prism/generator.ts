import { createRequire } from "node:module";
import type { IHttpOperation } from "@stoplight/types";
import { DATA_KEYWORDS } from "../../openapi/keywords.js";
import { compilePattern } from "../../openapi/pattern.js";

/** The part of json-schema-faker that is used here; its own types are for another way of importing it. */
interface Generator {
  format(name: string, generate: () => string): void;
  option(options: Record<string, unknown>): void;
}

// Prism generates dynamic responses with this module. Required as Prism requires it, it is the same instance.
const requireHere = createRequire(import.meta.url);
const requireAsPrism = createRequire(requireHere.resolve("@stoplight/prism-http"));
const { JSONSchemaFaker }: { JSONSchemaFaker: Generator } = requireAsPrism("json-schema-faker");

const random = (upTo: number) => Math.floor(Math.random() * upTo);

/** Realistic values by format, for schemas whose pattern admits them. */
const REALISTIC: Record<string, () => string> = {
  "date-time": () => new Date(Date.UTC(2020, 0) + random(200_000_000) * 1000 + random(1000)).toISOString(),
  email: () => `someone+${random(100_000)}@example.com`,
  "idn-email": () => `someone+${random(100_000)}@example.com`,
};

const ANNOTATIONS = ["description", "title", "x-stoplight", "x-unspecified", "$schema"];

/** Configures the generator to add no undeclared fields, to keep lists short, and to prefer the examples of a schema. */
export function configureGenerator(): void {
  for (const [format, generate] of Object.entries(REALISTIC)) JSONSchemaFaker.format(`realistic-${format}`, generate);
  JSONSchemaFaker.option({ fillProperties: false, maxItems: 5, useExamplesValue: true });
}

const prepared = new WeakMap<IHttpOperation, IHttpOperation>();

/**
 * A copy of an operation with schemas for which the generator makes valid values. With the original ones, it follows a
 * pattern literally and then removes the milliseconds of a time, and it uses the description of a schema without a type
 * as the value.
 */
export function generatorResource(resource: IHttpOperation): IHttpOperation {
  let copy = prepared.get(resource);
  if (!copy) {
    copy = structuredClone(resource);
    prepare(copy, new Set());
    prepared.set(resource, copy);
  }
  return copy;
}

function prepare(node: unknown, seen: Set<object>): void {
  if (typeof node !== "object" || node === null || seen.has(node)) return;
  seen.add(node);
  for (const [name, member] of Object.entries(node)) {
    if (DATA_KEYWORDS.includes(name)) continue;
    if (name === "properties" && typeof member === "object" && member !== null) {
      for (const schema of Object.values(member)) dropBareAnnotations(schema);
    }
    prepare(member, seen);
  }
  const { format, pattern } = Object.fromEntries(Object.entries(node));
  const realistic = REALISTIC[String(format)];
  if (realistic && typeof pattern === "string" && compilePattern(pattern).test(realistic())) {
    Reflect.deleteProperty(node, "pattern");
    Reflect.set(node, "format", `realistic-${format}`);
  }
}

/** Removes the annotations of a schema that has nothing else. */
function dropBareAnnotations(schema: unknown): void {
  if (typeof schema !== "object" || schema === null) return;
  if (!Object.keys(schema).every((keyword) => ANNOTATIONS.includes(keyword))) return;
  for (const keyword of ANNOTATIONS) Reflect.deleteProperty(schema, keyword);
}
