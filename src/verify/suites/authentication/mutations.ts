import type { CredentialMutation, CredentialUse } from "../../model/request-spec.js";

/** A credential that has to be rejected, and its name in test cases. */
export interface InvalidCredential {
  use: CredentialUse;
  /** `a request without a key`. */
  what: string;
}

/** A key with the form of the own one that belongs to no team. */
export const UNKNOWN_KEY: CredentialMutation = {
  apply: (key) => key.replace(/[a-z]/g, "q").replace(/[A-Z]/g, "Q").replace(/\d/g, "7"),
  show: (variable) => `$(echo -n "$${variable}" | tr a-zA-Z0-9 '[q*26][Q*26][7*10]')`,
};

const mutated = (what: string, apply: (key: string) => string, show: (variable: string) => string) => ({
  what,
  use: { apply, show },
});
const withScheme = (what: string, scheme: string): InvalidCredential => ({
  what,
  use: { apply: (key) => key, show: (variable) => `$${variable}`, scheme },
});

/** Replaces a character by another one. */
const other = (character: string | undefined) => (character === "x" ? "y" : "x");

/**
 * Credentials that every operation rejects.
 *
 * @param keys the own keys; an empty list without any
 * @param bearer whether the key is a bearer token (RFC 6750)
 * @param thorough adds mutations that show how keys are compared, which most servers do in one place
 */
export function invalidCredentials(
  keys: readonly string[],
  { bearer, thorough }: { bearer: boolean; thorough: boolean },
): InvalidCredential[] {
  const none: InvalidCredential = { use: "none", what: "a request without a key" };
  if (keys.length === 0) return [none];
  return [
    none,
    { use: UNKNOWN_KEY, what: "an unknown key" },
    mutated(
      "a key with another last character",
      (key) => key.slice(0, -1) + other(key.at(-1)),
      (name) => `\${${name}%?}x`,
    ),
    ...(bearer
      ? [
          mutated(
            "an empty key",
            () => "",
            () => "",
          ),
        ]
      : []),
    ...(thorough ? comparisons(keys) : []),
    ...(thorough && bearer ? SCHEMES : []),
  ];
}

/** Mutations that pass where a server compares only parts of a key, ignores its case, or matches it as a pattern. */
function comparisons(keys: readonly string[]): InvalidCredential[] {
  const hasCase = keys.every((key) => otherCase(key) !== key);
  return [
    mutated(
      "a key with one more character",
      (key) => `${key}x`,
      (name) => `\${${name}}x`,
    ),
    mutated(
      "a key with one less character",
      (key) => key.slice(0, -1),
      (name) => `\${${name}%?}`,
    ),
    ...(hasCase ? [mutated("a key in the other case", otherCase, (name) => `\${${name}^^}`)] : []),
    mutated(
      "a key after one more character",
      (key) => `x${key}`,
      (name) => `x$${name}`,
    ),
    mutated(
      "a key with another first character",
      (key) => other(key[0]) + key.slice(1),
      (name) => `x\${${name}#?}`,
    ),
    mutated(
      "a key with another second last character",
      (key) => key.slice(0, -2) + other(key.at(-2)) + key.slice(-1),
      (name) => `\${${name}%??}x\${${name}: -1}`,
    ),
    mutated(
      "a pattern that matches every key",
      () => "%",
      () => "%",
    ),
    mutated(
      "the word undefined",
      () => "undefined",
      () => "undefined",
    ),
  ];
}

const SCHEMES: readonly InvalidCredential[] = [
  withScheme("a key without its scheme", ""),
  withScheme("a key with another scheme", "Basic"),
  withScheme("a key with an unknown scheme", "Token"),
];

function otherCase(key: string): string {
  return key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase();
}
