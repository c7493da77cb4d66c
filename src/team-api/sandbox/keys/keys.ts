import { isLoopback } from "#cli/loopback.js";
import { UserError } from "#cli/user-error.js";

/** The API keys of the sandbox. They stay in memory: another sandbox could replace them in a shared database. */
export interface SandboxKeys {
  /** A key of the first team, which has the contract's examples. */
  first: string;
  /** Another key of the first team. */
  sameTeam: string;
  /** A key of another team in the beta. */
  otherTeam: string;
  /** A key of a team outside the beta. */
  outsideBeta: string;
}

/** The environment variable of each key. */
export const KEY_VARIABLES: Record<keyof SandboxKeys, string> = {
  first: "SANDBOX_KEY",
  sameTeam: "SANDBOX_SAME_TEAM_KEY",
  otherTeam: "SANDBOX_OTHER_TEAM_KEY",
  outsideBeta: "SANDBOX_OUTSIDE_BETA_KEY",
};

/**
 * The default keys. They are the same at every start, so that clients need no new settings. They are public, so only a
 * sandbox that listens on loopback accepts them.
 */
export const WELL_KNOWN_KEYS: SandboxKeys = {
  first: "sandbox-key-of-the-first-team",
  sameTeam: "sandbox-second-key-of-the-first-team",
  otherTeam: "sandbox-key-of-the-other-team",
  outsideBeta: "sandbox-key-outside-the-beta",
};

/** The environment variable of the token that the control plane requires, and that the provision module sends. */
export const CONTROL_TOKEN_VARIABLE = "SANDBOX_CONTROL_TOKEN";

/** The minimum length of a key from the environment. */
export const MIN_LENGTH = 16;

const VARIABLES = Object.values(KEY_VARIABLES).join(", ");

/**
 * Rejects well-known keys if other machines can reach the sandbox.
 *
 * @param host the host that the sandbox listens on
 * @throws UserError if a key is well-known and the host is not loopback
 */
export function requireOwnKeys(keys: SandboxKeys, host: string): void {
  const isWellKnown = Object.values(keys).some((key) => Object.values(WELL_KNOWN_KEYS).includes(key));
  if (isLoopback(host) || !isWellKnown) return;
  throw new UserError(
    `Other machines can reach this sandbox, so it does not accept well-known keys. Set ${VARIABLES} to keys of your own.`,
  );
}

/**
 * Reads a secret from an environment variable; undefined if it is not set.
 *
 * @throws UserError if it is too short, or has characters that are not printable ASCII; the message does not repeat it
 */
export function secretFrom(environment: NodeJS.ProcessEnv, variable: string): string | undefined {
  const secret = environment[variable];
  if (!secret) return undefined;
  if (secret.length >= MIN_LENGTH && !/[^\x21-\x7e]/.test(secret)) return secret;
  throw new UserError(`${variable} is not valid. Use ${MIN_LENGTH} or more printable ASCII characters without spaces.`);
}

/**
 * Reads the keys from the environment. A missing key defaults to the well-known one.
 *
 * @throws UserError if a key is not valid or equals another key
 */
export function keysFrom(environment: NodeJS.ProcessEnv): SandboxKeys {
  const keyOf = (name: keyof SandboxKeys) => secretFrom(environment, KEY_VARIABLES[name]) ?? WELL_KNOWN_KEYS[name];
  const keys: SandboxKeys = {
    first: keyOf("first"),
    sameTeam: keyOf("sameTeam"),
    otherTeam: keyOf("otherTeam"),
    outsideBeta: keyOf("outsideBeta"),
  };
  if (new Set(Object.values(keys)).size < Object.keys(keys).length) {
    throw new UserError(`Two keys of the sandbox are the same. Set ${VARIABLES} to different keys.`);
  }
  return keys;
}
