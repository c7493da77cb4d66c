import { KEY_VARIABLE, shellLine, TARGET_SCHEMA_LINK } from "../cli/installation.js";
import { yamlKey } from "../cli/yaml-key.js";
import type { OpenApiDocument } from "../openapi/document/document.js";
import { examplePairs } from "../openapi/operations/example-pairs.js";
import { isSuccessKey } from "../openapi/operations/methods.js";
import type { Operation } from "../openapi/operations/operation.js";
import { operationsOf } from "../openapi/operations/operations.js";
import { type SecurityScheme, securitySchemes } from "../openapi/operations/security.js";

/** Parameters that a target file suggests values for: more would hide the others. */
const SUGGESTED = 20;

/**
 * A target file for a document, which explains each of its lines. It can be used as it is: optional settings are comments.
 *
 * @param options of `verify`: `--target staging.yaml`
 */
export function targetFileFor(document: OpenApiDocument, options: string): string {
  return `# yaml-language-server: $schema=${TARGET_SCHEMA_LINK}
# A server that is tested by: ${shellLine("verify", options)}
# Lines that begin with "# " and a setting are optional. Remove the "# " to use them.

# The address of the server, without the paths of the contract.
baseUrl: https://staging.example.com

${credentials(securitySchemes(document))}${values(operationsOf(document))}# Also send requests that change data (POST, PUT, PATCH, DELETE). Without this line, the run only reads.
# writes: allow

# A module that creates values to consume, and removes the resources that the run created.
# provision: ./provision.mjs

# The most requests per second, the most requests at once, and the time limit of a response in milliseconds.
# rate: 20
# parallel: 8
# timeout: 10000
`;
}

function credentials(schemes: Readonly<Record<string, SecurityScheme>>): string {
  const entries = Object.entries(schemes);
  if (entries.length === 0) return "";
  const own = entries.map(([name, scheme]) => {
    const variable = entries.length === 1 ? KEY_VARIABLE : variableFor(name);
    return `  # ${described(scheme)}\n  ${yamlKey(name)}: \${${variable}}`;
  });
  return `# Keys are variables of the environment: a key in this file is an error.
credentials:
${own.join("\n")}
  # Another key of the same team or user, and a key of another one: for test cases about who may see what.
  # sameTeam: \${SECOND_KEY_OF_THE_TEAM}
  # otherTeam: \${KEY_OF_ANOTHER_TEAM}

`;
}

function described(scheme: SecurityScheme): string {
  if (scheme.type === "basic") return "user:password";
  return scheme.type === "bearer" ? "A bearer token." : `The value of ${scheme.name} (${scheme.in}).`;
}

/** BearerAuth becomes BEARER_AUTH. */
function variableFor(scheme: string): string {
  const words = scheme.replace(/([a-z\d])([A-Z])/g, "$1_$2").replace(/\W+/g, "_");
  return words.toUpperCase().replace(/^(?=\d)/, "_");
}

/** Suggests a value for each path parameter in place of its first example: ids of examples exist on few servers. */
function values(operations: readonly Operation[]): string {
  const lines = operations.flatMap((operation) => {
    const first = examplePairs(operation).find(({ response }) => isSuccessKey(response));
    const parameters = operation.parameters.filter((each) => each.in === "path");
    if (!first) return [];
    const value = operation.method === "delete" ? "[id-1, id-2]" : "id-1";
    return parameters.map(
      ({ name }) => `#   ${yamlKey(operation.id)}: { ${yamlKey(name)}: { ${yamlKey(first.key)}: ${value} } }`,
    );
  });
  if (lines.length === 0) return "";
  const more = lines.length > SUGGESTED ? `#   (${lines.length - SUGGESTED} more)\n` : "";
  return `# Values that exist on the server: operation, parameter, and the example whose value they replace. A list has values that
# the run may consume: each is used once.
# values:
${lines.slice(0, SUGGESTED).join("\n")}
${more}
`;
}
