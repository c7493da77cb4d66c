import { KINDS } from "../model/finding/kinds.js";
import { SEVERITY_CHOICES } from "../model/finding/severity.js";
import { groupBy } from "../model/group-by.js";
import { LIMITS } from "../model/target/limits.js";
import { WRITE_LEVELS } from "../model/target/writes.js";
import { RULES } from "../rules/registry.js";
import { CLIENT_SCHEMA, LOGIN_SCHEMA } from "./credential-schemas.js";

const VARIABLE = { $ref: "#/$defs/variable" };

const CREDENTIAL = { $ref: "#/$defs/credential" };

const VARIABLE_PATTERN = "^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$";

/** In place of the credentials: requests have no key. */
export const NO_KEY = "none";

/** A severity for each name. */
const SEVERITY = { enum: SEVERITY_CHOICES };

const SEVERITIES = {
  type: "object",
  additionalProperties: false,
  description:
    "Severities that are not those of the evidence. That of a cause has precedence over that of its operation, that over that of its rule, and that over that of its check.",
  properties: {
    checks: {
      type: "object",
      description: "By the id of the check, which is a group of rules.",
      additionalProperties: false,
      properties: Object.fromEntries(
        [...groupBy(KINDS, ({ check }) => check)].map(([check, kinds]) => [
          check,
          { ...SEVERITY, description: `Finds ${kinds.map(({ found }) => found).join("; ")}.` },
        ]),
      ),
    },
    rules: {
      type: "object",
      description: "By the id of the rule.",
      additionalProperties: false,
      properties: Object.fromEntries(
        Object.entries(RULES).map(([id, { requires }]) => [
          id,
          { ...SEVERITY, description: `Requires that ${requires}.` },
        ]),
      ),
    },
    operations: { type: "object", description: "By operationId.", additionalProperties: SEVERITY },
    causes: {
      type: "object",
      description: "By the id of the cause, as reports show it.",
      additionalProperties: SEVERITY,
    },
  },
};

/** The settings of a target. */
const SETTINGS = {
  baseUrl: {
    type: "string",
    pattern: "^(https?://|\\$\\{)",
    description: `The address of the server, or \${NAME} of a variable that holds it.`,
  },
  allowedOrigins: {
    type: "array",
    items: { type: "string", pattern: "^https?://[^/?#@]+/?$" },
    description:
      "Other origins to which requests and keys may go, where the document has a server there for an operation: https://files.example.com. Without it, such operations are skipped.",
  },
  credentials: {
    type: ["object", "string"],
    pattern: "^none$",
    description: `Keys by the name of their security scheme, each as \${NAME}, or the OAuth client or the login to fetch one with. \`none\`: the server has no authentication, whatever the document says.`,
    properties: {
      sameTeam: { ...CREDENTIAL, description: "Another key of the same team." },
      otherTeam: { ...CREDENTIAL, description: "A key of another team." },
      outsideBeta: { ...CREDENTIAL, description: "A key of a team that is not enrolled in a beta." },
    },
    additionalProperties: CREDENTIAL,
  },
  login: LOGIN_SCHEMA,
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
    enum: Object.keys(WRITE_LEVELS),
    description:
      "Send requests that change the server's data, too. reversible: the run creates what it can remove, and changes nothing else. creations: it also creates what nothing removes. Without it, only safe methods are sent (GET and the like).",
  },
  removals: {
    type: "object",
    description:
      "The operations that remove what others create, where the document does not show it: operationId of the creation, and operationId of the removal, whose path ends with the identifier of the created resource.",
    additionalProperties: { type: "string" },
  },
  allowed: {
    type: "array",
    items: { type: "string" },
    description:
      "Operations, by operationId, that may be sent although nothing shows that the run can undo them: an action that reaches others, a login, or DELETE of a whole collection.",
  },
  ...limitProperties(),
  headers: {
    type: "object",
    description: `Sent with every request; a secret as \${NAME}. Authorization, with its scheme in the variable, replaces a key.`,
    additionalProperties: { type: "string" },
  },
  proxy: { type: "string", description: `URL of an HTTP proxy, or \${NAME}.` },
  clientCertificate: {
    type: "object",
    additionalProperties: false,
    minProperties: 1,
    dependentRequired: { cert: ["key"], key: ["cert"], passphrase: ["cert"] },
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
  exclude: {
    type: "object",
    description:
      "Operations to which the run sends no request, by operationId, each with the reason. Reports list them as excluded.",
    additionalProperties: { type: "string", minLength: 1, description: "The reason." },
  },
  severities: SEVERITIES,
  known: { type: "string", description: "The file of the known findings; a path relative to this file." },
  spec: {
    type: "string",
    description: "The contract: a path relative to this file, or a URL. --spec replaces it, and the overlays.",
  },
  overlays: {
    type: "array",
    items: { type: "string" },
    description: "Overlays that change the contract before it is used, each a path relative to this file.",
  },
};

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

const DEFINITIONS = {
  variable: { type: "string", pattern: VARIABLE_PATTERN },
  credential: {
    type: ["string", "object"],
    pattern: VARIABLE_PATTERN,
    if: { type: "object", required: ["login"] },
    then: { additionalProperties: false, properties: { login: LOGIN_SCHEMA } },
    else: CLIENT_SCHEMA,
  },
};

/** The JSON Schema of target files. Editors read it from generated/target.schema.json. */
export const TARGET_FILE_SCHEMA = {
  $schema: DIALECT,
  title: "Target",
  description: `A server that is tested. Secrets are environment variables: \${NAME}.`,
  type: "object",
  additionalProperties: false,
  required: ["baseUrl"],
  properties: SETTINGS,
  $defs: DEFINITIONS,
};

/** The JSON Schema of the configuration file. Editors read it from generated/configuration.schema.json. */
export const CONFIGURATION_SCHEMA = {
  $schema: DIALECT,
  title: "Configuration",
  description: `Servers that are tested, and the settings that they share. Secrets are environment variables: \${NAME}.`,
  type: "object",
  additionalProperties: false,
  properties: {
    targets: {
      type: "object",
      minProperties: 1,
      description:
        "Servers by the name that --target chooses. A target has the settings of the file, and its own, which replace them.",
      additionalProperties: { $ref: "#/$defs/target" },
    },
    ...SETTINGS,
  },
  $defs: { ...DEFINITIONS, target: { type: "object", additionalProperties: false, properties: SETTINGS } },
};

/** The options that are settings too, with the schema and the help of the option. */
function limitProperties() {
  const entries = Object.entries(LIMITS).map(([name, { schema, help }]) => {
    return [name, { ...schema, description: `${help.charAt(0).toUpperCase()}${help.slice(1)}.` }];
  });
  return Object.fromEntries(entries);
}
