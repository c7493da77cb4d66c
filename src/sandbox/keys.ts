import { UserError } from "../user-error.js";

/** The API keys of the sandbox. */
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
 * The default keys. They are the same at every start, so that clients need no new settings. They are public, so they are
 * accepted only if the sandbox listens on loopback.
 */
export const WELL_KNOWN_KEYS: SandboxKeys = {
  first: "sandbox-key-of-the-first-team",
  sameTeam: "sandbox-second-key-of-the-first-team",
  otherTeam: "sandbox-key-of-the-other-team",
  outsideBeta: "sandbox-key-outside-the-beta",
};

const MIN_LENGTH = 16;

/**
 * Reads the keys from the environment. A missing key defaults to the well-known one.
 *
 * @param loopback whether only this machine can reach the sandbox; if not, well-known keys are rejected
 * @throws UserError if a key is well-known without `loopback`, is too short, has characters that are not printable ASCII,
 *   or equals another key
 */
export function keysFrom(environment: NodeJS.ProcessEnv, loopback: boolean): SandboxKeys {
  const variables = Object.values(KEY_VARIABLES).join(", ");
  const keyOf = (name: keyof SandboxKeys): string => {
    const key = environment[KEY_VARIABLES[name]] || WELL_KNOWN_KEYS[name];
    if (!loopback && Object.values(WELL_KNOWN_KEYS).includes(key)) {
      throw new UserError(
        `Other machines can reach this sandbox, so it does not accept well-known keys. Set ${variables} to keys of your own.`,
      );
    }
    if (key.length < MIN_LENGTH || /[^\x21-\x7e]/.test(key)) {
      throw new UserError(
        `${KEY_VARIABLES[name]} is not a valid key. Use ${MIN_LENGTH} or more printable ASCII characters without spaces.`,
      );
    }
    return key;
  };
  const keys: SandboxKeys = {
    first: keyOf("first"),
    sameTeam: keyOf("sameTeam"),
    otherTeam: keyOf("otherTeam"),
    outsideBeta: keyOf("outsideBeta"),
  };
  if (new Set(Object.values(keys)).size < Object.keys(keys).length) {
    throw new UserError(`Two keys of the sandbox are the same. Set ${variables} to different keys.`);
  }
  return keys;
}
