import { shellLine } from "../cli/installation.js";

/** A provision module that provides nothing yet, and explains what it may provide. */
export const PROVISION_MODULE = `// A provision module: it prepares the server for ${shellLine("verify")}, and cleans up after it.
// Name it in the target file, by \`provision: ./provision.mjs\`. All functions are optional: implement what the server allows.

/**
 * @param {{ baseUrl: string }} target
 * @returns {import("team-api-tools").Provision}
 */
export function provision({ baseUrl }) {
  return {
    // A value for a parameter that the run may consume: the id of a resource to delete, for example. \`team\` is "own", "other"
    // or "outsideBeta". Without a value, the test case is skipped.
    async disposable({ operation, parameter, team }) {
      return undefined; // { value: "the id", tokens: [] }
    },

    // A value in place of an example's, for an example of an error response. It is the id of a deleted resource, for
    // example.
    async valueFor({ operation, parameter, example }) {
      return undefined;
    },

    // Removes a resource that the run created, and returns whether it is gone. \`body\` is the response of \`operation\`.
    async remove({ operation, body }) {
      return false; // The report lists what was not removed at \${baseUrl}.
    },

    // Whether a token is valid: for servers whose DELETE invalidates tokens.
    // async isTokenValid(token) {},

    // The state of a resource behind the API, compared before and after a request that must not change it.
    // async stateOf(value) {},

    // Called once, at the end of the run.
    async cleanUp() {},
  };
}
`;
