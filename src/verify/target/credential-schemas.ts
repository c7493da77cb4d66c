/** The form of a login in a target file. */
export const LOGIN_SCHEMA = {
  type: "object",
  additionalProperties: false,
  required: ["operation", "body", "token"],
  description:
    "An operation of the contract whose response has the key for all other operations. It is sent before the run.",
  properties: {
    operation: { type: "string", description: "Its operationId." },
    body: { type: "object", description: `The body of its request. A text may be \${NAME}, a variable.` },
    token: { type: "string", pattern: "^/", description: "JSON pointer to the token in the response: /data/token." },
  },
};

/** The form of an OAuth client among the credentials of a target file; it applies to objects only. */
export const CLIENT_SCHEMA = {
  additionalProperties: false,
  required: ["clientId"],
  anyOf: [{ required: ["clientSecret"] }, { required: ["refreshToken"] }],
  properties: {
    clientId: { $ref: "#/$defs/variable", description: "The client of an OAuth 2 token server." },
    clientSecret: { $ref: "#/$defs/variable", description: "Its secret (default: a public client has none)." },
    refreshToken: {
      $ref: "#/$defs/variable",
      description: "A refresh token, for the tokens of a user (default: the client credentials grant).",
    },
    tokenUrl: {
      type: "string",
      description: `The address that issues tokens, or \${NAME} (default: that of the flow in the document).`,
    },
    scopes: { type: "array", items: { type: "string" }, description: "The scopes to request (default: the server's)." },
  },
};
