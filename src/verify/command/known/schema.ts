/** The JSON Schema of files of known findings. Editors read it from generated/known.schema.json. */
export const KNOWN_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Known findings",
  description:
    "Causes of failures that are accepted for now: `verify --known FILE`. `--update-known` writes the entries.",
  type: "object",
  additionalProperties: false,
  required: ["known"],
  properties: { known: { type: ["array", "null"], items: { $ref: "#/$defs/entry" } } },
  $defs: {
    entry: {
      type: "object",
      additionalProperties: false,
      required: ["cause", "reason", "operations"],
      properties: {
        cause: { type: "string", minLength: 1, description: "The id of the cause, as report.json has it." },
        title: { type: "string", description: "A sentence about the server, for people. It is not compared." },
        reason: {
          type: "string",
          description: "Why the cause is accepted. Reports list entries whose reason is empty or begins with TODO.",
        },
        issue: {
          type: "string",
          pattern: "^https?://",
          description: "The address of the issue that a fix belongs to.",
        },
        expires: {
          type: "string",
          pattern: "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$",
          description:
            "The last day on which the cause is accepted: 2026-12-31. After it, the cause fails the run again.",
        },
        severity: {
          enum: ["failure", "warning"],
          description:
            "The most that the cause may be (default: failure). The entry of a warning does not accept a failure.",
        },
        operations: {
          type: "object",
          minProperties: 1,
          description:
            "The operations that show the cause, by operationId, each with the names of test cases that saw it: of all that send a faulty part of a request, otherwise of one. In another test case of these operations, the cause is new; another operation is shown, and counts with --known-strict. It is gone when these test cases do not see it any more.",
          additionalProperties: { type: "array", minItems: 1, items: { type: "string", minLength: 1 } },
        },
        untested: {
          type: "array",
          items: { type: "string", minLength: 1 },
          description:
            "The names of test cases of these operations that lacked data when the cause was accepted. They are not new when they see it.",
        },
      },
    },
  },
};
