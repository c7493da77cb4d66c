/** The JSON Schema (2020-12) of failures.yaml. */
export const REPLAY_SCHEMA = {
  type: "object",
  required: ["contract", "failures"],
  properties: {
    contract: {
      type: "object",
      required: ["title"],
      properties: { title: { type: "string" }, version: { type: "string" } },
    },
    target: { type: "string" },
    seed: { type: "integer" },
    failures: { type: "array", minItems: 1, items: { $ref: "#/$defs/failure" } },
  },
  $defs: {
    failure: {
      type: "object",
      required: ["case", "operation"],
      properties: {
        case: { type: "string", minLength: 1 },
        suite: { type: "string" },
        operation: { type: "string" },
        findings: { type: "array", items: { type: "object" } },
        requests: { type: "array", minItems: 1, items: { $ref: "#/$defs/request" } },
        // Shorter texts occur in others by chance.
        unique: { type: "array", items: { type: "string", pattern: "^[a-z0-9-]{6,}$" } },
      },
    },
    request: {
      type: "object",
      additionalProperties: false,
      required: ["operation", "credential"],
      properties: {
        operation: { type: "string" },
        credential: { const: "own" },
        parameters: {
          type: "object",
          additionalProperties: false,
          properties: Object.fromEntries(
            ["path", "query", "header", "cookie"].map((position) => [position, { type: "object" }]),
          ),
        },
        body: {
          type: "object",
          additionalProperties: false,
          properties: { type: { type: "string" }, value: true, text: { type: "string" } },
          oneOf: [{ required: ["value", "type"] }, { required: ["text"] }],
        },
        violations: { type: "array", items: { $ref: "#/$defs/violation" } },
      },
    },
    violation: {
      type: "object",
      additionalProperties: false,
      required: ["what", "place"],
      properties: {
        what: { type: "string" },
        place: { type: "string", pattern: "^#" },
        parameter: {
          type: "object",
          required: ["in", "name"],
          properties: { in: { enum: ["path", "query", "header", "cookie"] }, name: { type: "string" } },
        },
        ifAccepted: { const: "lenient" },
      },
    },
  },
};
