import type { JsonObject } from "#openapi/document/document.js";

// The parts of the schema of SARIF 2.1.0 (OASIS, sarif-schema-2.1.0.json) that our logs use. It admits no further properties in an
// object; those of its properties that we do not use are left out, so that a new one is looked up here first.

const text: JsonObject = { type: "string" };
const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ type: "object", additionalProperties: false, properties },
  ...more,
});
const list = (items: JsonObject, more: JsonObject = {}): JsonObject => ({ type: "array", items, ...more });

const message = object({ text, markdown: text, id: text }, { anyOf: [{ required: ["text"] }, { required: ["id"] }] });
const region = object(
  {
    startLine: { type: "integer", minimum: 1 },
    startColumn: { type: "integer", minimum: 1 },
    endLine: { type: "integer", minimum: 1 },
  },
  { required: ["startLine"] },
);
const location = object({
  physicalLocation: object(
    { artifactLocation: object({ uri: { type: "string", format: "uri-reference" } }), region },
    { required: ["artifactLocation"] },
  ),
  logicalLocations: list(object({ fullyQualifiedName: text, name: text, kind: text }), { uniqueItems: true }),
});
const suppression = object(
  {
    kind: { enum: ["inSource", "external"] },
    status: { enum: ["accepted", "underReview", "rejected"] },
    justification: text,
  },
  { required: ["kind"] },
);
const result = object(
  {
    ruleId: text,
    level: { enum: ["none", "note", "warning", "error"] },
    message,
    locations: list(location),
    partialFingerprints: { type: "object", additionalProperties: text },
    // A property bag (3.8).
    properties: { type: "object" },
    suppressions: list(suppression, { uniqueItems: true }),
  },
  { required: ["message"] },
);
const driver = object(
  { name: text, version: text, rules: list(object({ id: text }, { required: ["id"] }), { uniqueItems: true }) },
  { required: ["name"] },
);

/** The schema of a log. */
export const SARIF_SCHEMA: JsonObject = object(
  {
    $schema: { type: "string", format: "uri" },
    version: { enum: ["2.1.0"] },
    runs: list(
      object({ tool: object({ driver }, { required: ["driver"] }), results: list(result) }, { required: ["tool"] }),
    ),
  },
  { required: ["version", "runs"] },
);
