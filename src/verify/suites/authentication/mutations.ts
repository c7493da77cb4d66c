import type { CredentialMutation, CredentialUse } from "#verify/model/request/request-spec.js";

/** A credential that has to be rejected, and its name in test cases. */
export interface InvalidCredential {
  use: CredentialUse;
  /** `a request without a key`. */
  what: string;
  /** Whether the key is right, and its scheme is not: a server that reads it nevertheless admits the same users. */
  isOfScheme?: boolean;
}

/** A key with the form of the own one that belongs to no team. */
export const UNKNOWN_KEY: CredentialMutation = {
  apply: (key) =>
    [...key]
      .map((character) =>
        /[a-z]/.test(character) ? "q" : /[A-Z]/.test(character) ? "Q" : /\d/.test(character) ? "7" : character,
      )
      .join(""),
  show: (variable) => `$(printf %s "$${variable}" | sed 's/[a-z]/q/g; s/[A-Z]/Q/g; s/[0-9]/7/g')`,
};

const unchanged = { apply: (key: string) => key, show: (variable: string) => `$${variable}` };

const LAST_CHARACTER: CredentialMutation = {
  apply: (key) => `${key.slice(0, -1)}${key.endsWith("x") ? "y" : "x"}`,
  show: (variable) => `\${${variable}%?}x`,
};
const OTHER_CASE: CredentialMutation = {
  apply: otherCase,
  show: (variable) => `$(printf %s "$${variable}" | tr a-zA-Z A-Za-z)`,
};

/** A user that does not exist, in place of a token (RFC 7617, 2). */
const UNKNOWN_USER: CredentialMutation = {
  apply: () => Buffer.from("unknown:no-password").toString("base64"),
  show: () => "$(printf %s unknown:no-password | base64)",
  scheme: "Basic",
};

interface Options {
  /** The security scheme whose key is a token after a scheme of HTTP (RFC 6750); undefined without one. */
  bearer: string | undefined;
  /** Adds mutations that show how keys are compared, which most servers do in one place. */
  thorough: boolean;
  /** The HTTP schemes that the document has (RFC 9110, 11.1), in lower case; empty for a key that is the whole header. */
  documented: readonly string[];
  /** Whether the operation takes a user and a password as well (default: false). */
  hasBasic?: boolean;
}

/**
 * Credentials that every operation rejects.
 *
 * @param keys the own keys; an empty list without any
 */
export function invalidCredentials(
  keys: readonly string[],
  { bearer, thorough, documented, hasBasic = false }: Options,
): InvalidCredential[] {
  const none: InvalidCredential = { use: "none", what: "a request without a key" };
  if (keys.length === 0) return [none];
  return [
    none,
    { use: UNKNOWN_KEY, what: "an unknown key" },
    { use: LAST_CHARACTER, what: "a key with another last character" },
    ...(bearer ? [{ use: { apply: () => "", show: () => "" }, what: "an empty key" }] : []),
    ...(thorough ? comparisons(keys) : []),
    ...(thorough && bearer ? otherSchemes(bearer, [...documented, ...keys.flatMap(schemeIn)]) : []),
    ...(thorough && bearer && hasBasic ? [{ use: UNKNOWN_USER, what: "an unknown user" }] : []),
  ];
}

/**
 * One key of several that are needed together (Security Requirement Object, OpenAPI 3.1, 4.8.30), left out or unknown.
 *
 * @param name of its security scheme
 */
export function invalidKeyOf(name: string): InvalidCredential[] {
  return [
    { use: { ...unchanged, only: name, isLeftOut: true }, what: `a request without the key of ${name}` },
    { use: { ...UNKNOWN_KEY, only: name }, what: `an unknown key of ${name}` },
  ];
}

/** The right keys of the first alternative that has a security scheme. @param name of the scheme */
export function keyOfScheme(name: string): CredentialMutation {
  return { ...unchanged, only: name, isValid: true };
}

/** Mutations that pass on some servers. They compare only parts of a key, ignore its case, or match it as a pattern. */
function comparisons(keys: readonly string[]): InvalidCredential[] {
  const hasCase = keys.every((key) => otherCase(key) !== key);
  return [
    { use: { apply: (key) => `${key}x`, show: (name) => `\${${name}}x` }, what: "a key with one more character" },
    {
      use: { apply: (key) => key.slice(0, -1), show: (name) => `\${${name}%?}` },
      what: "a key with one less character",
    },
    ...(hasCase ? [{ use: OTHER_CASE, what: "a key in the other case" }] : []),
    { use: { apply: (key) => `x${key}`, show: (name) => `x$${name}` }, what: "a key after one more character" },
    {
      use: {
        apply: (key) => `${key.startsWith("x") ? "y" : "x"}${key.slice(1)}`,
        show: (name) => `x\${${name}#?}`,
      },
      what: "a key with another first character",
    },
    {
      use: {
        apply: (key) => `${key.slice(0, -2)}${key.at(-2) === "x" ? "y" : "x"}${key.slice(-1)}`,
        show: (name) => `\${${name}%??}x\${${name}#"\${${name}%?}"}`,
      },
      what: "a key with another second last character",
    },
    { use: { apply: () => "%", show: () => "%" }, what: "a pattern that matches every key" },
    { use: { apply: () => "undefined", show: () => "undefined" }, what: "the word undefined" },
  ];
}

const SCHEMES = [
  { scheme: "", what: "a key without its scheme" },
  { scheme: "Basic", what: "a key with another scheme" },
  { scheme: "Token", what: "a key with an unknown scheme" },
];

/** The scheme that a key begins with, in lower case, if it is the value of a whole header: `Token abc`. */
function schemeIn(key: string): string[] {
  const [, scheme] = /^(\S+) \S/.exec(key) ?? [];
  return scheme === undefined ? [] : [scheme.toLowerCase()];
}

/**
 * Schemes that neither the document nor a key has: a server may accept those that it has at any operation. A key that is the
 * whole header may have any scheme in it, which only its description names.
 *
 * @param bearer the security scheme whose key is sent: that of another alternative has no scheme of HTTP
 */
function otherSchemes(bearer: string, known: readonly string[]): InvalidCredential[] {
  if (known.includes("")) return [];
  return SCHEMES.filter(({ scheme }) => !known.includes(scheme.toLowerCase())).map(({ scheme, what }) => {
    return { use: { ...unchanged, scheme, only: bearer }, what, isOfScheme: true };
  });
}

function otherCase(key: string): string {
  return key.replace(/[a-z]/gi, (letter) => (letter >= "a" ? letter.toUpperCase() : letter.toLowerCase()));
}
