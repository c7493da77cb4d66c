import { LIMITS } from "../model/target/limits.js";
import { CLIENT_SCHEMA } from "./access-token.js";

const VARIABLE = { $ref: "#/$defs/variable" };

const CREDENTIAL = { $ref: "#/$defs/credential" };

const VARIABLE_PATTERN = "^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$";

/** The JSON Schema of target files. Editors read it from generated/target.schema.json. */
export const TARGET_FILE_SCHEMA = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  title: "Target",
  description: `A server that is tested. Secrets are environment variables: \${NAME}.`,
  type: "object",
  additionalProperties: false,
  required: ["baseUrl"],
  properties: {
    baseUrl: {
      type: "string",
      pattern: "^(https?://|\\$\\{)",
      description: `The address of the server, or \${NAME} of a variable that holds it.`,
    },
    credentials: {
      type: ["object", "string"],
      pattern: "^none$",
      description: `Keys by the name of their security scheme, each as \${NAME}, or the OAuth client to fetch one with. \`none\`: the server has no authentication, whatever the document says.`,
      properties: {
        sameTeam: { ...CREDENTIAL, description: "Another key of the same team." },
        otherTeam: { ...CREDENTIAL, description: "A key of another team." },
        outsideBeta: { ...CREDENTIAL, description: "A key of a team that is not enrolled in a beta." },
      },
      additionalProperties: CREDENTIAL,
    },
    values: {
      type: "object",
      description:
        "Values that exist on the server, by operationId, then by parameter or `requestBody`: one value for every request, or a value for each example key. A list for a path parameter holds values that the run may consume. In a body, each {unique} is a new text.",
      additionalProperties: {
        type: "object",
        additionalProperties: { type: ["string", "number", "boolean", "array", "object"] },
      },
    },
    parameters: {
      type: "object",
      description:
        "Values that exist on the server, by the name of a parameter, for every operation that has it. A value under `values` replaces it. Nothing that such a value identifies is changed or deleted: for that, give it under `values`.",
      additionalProperties: { type: ["string", "number", "boolean", "array", "object"] },
    },
    writes: {
      const: "allow",
      description:
        "Send requests that may change the server's data, too. Without it, only safe methods are sent (GET and the like).",
    },
    allowed: {
      type: "array",
      items: { type: "string" },
      description:
        "Operations, by operationId, that may be sent although their requests name no resource that the run created: DELETE of a whole collection, or an action that reaches others.",
    },
    ...limitProperties(),
    headers: {
      type: "object",
      description: `Sent with every request; a secret as \${NAME}.`,
      additionalProperties: { type: "string" },
    },
    proxy: { type: "string", description: `URL of an HTTP proxy, or \${NAME}.` },
    clientCertificate: {
      type: "object",
      additionalProperties: false,
      required: ["cert", "key"],
      properties: {
        cert: { type: "string", description: "A PEM file." },
        key: { type: "string", description: "A PEM file." },
        ca: { type: "string", description: "A PEM file: the certificate authority of the server's certificate." },
        passphrase: VARIABLE,
      },
    },
    provision: {
      type: "string",
      description: "A provision module, which creates values and removes them; a path relative to this file.",
    },
  },
  $defs: {
    variable: { type: "string", pattern: VARIABLE_PATTERN },
    credential: { type: ["string", "object"], pattern: VARIABLE_PATTERN, ...CLIENT_SCHEMA },
  },
};

/** The options that are settings too, with the schema and the help of the option. */
function limitProperties() {
  const entries = Object.entries(LIMITS).map(([name, { schema, help }]) => {
    return [name, { ...schema, description: `${help.charAt(0).toUpperCase()}${help.slice(1)}.` }];
  });
  return Object.fromEntries(entries);
}
