/** The keys that open the sandbox. */
export interface SandboxKeys {
  /** Of the first team, whose lists hold the contract's examples. */
  first: string;
  /** Another key of the first team. */
  sameTeam: string;
  /** Of a team that is enrolled in the beta too. */
  otherTeam: string;
  /** Of a team that is not enrolled in the beta. */
  outsideBeta: string;
}

/** Where each key is read from. */
export const KEY_VARIABLES: Record<keyof SandboxKeys, string> = {
  first: "SANDBOX_KEY",
  sameTeam: "SANDBOX_SAME_TEAM_KEY",
  otherTeam: "SANDBOX_OTHER_TEAM_KEY",
  outsideBeta: "SANDBOX_OUTSIDE_BETA_KEY",
};

/** The same at every start, so that a frontend's settings go on working. Everybody knows them: good on loopback only. */
export const WELL_KNOWN_KEYS: SandboxKeys = {
  first: "sandbox-key-of-the-first-team",
  sameTeam: "sandbox-second-key-of-the-first-team",
  otherTeam: "sandbox-key-of-the-other-team",
  outsideBeta: "sandbox-key-outside-the-beta",
};

const SHORTEST = 16;

/**
 * The keys that the environment sets, and the well-known ones for the rest.
 *
 * @param loopback whether only this machine can reach the sandbox; if not, the environment must set them all, to others
 * @throws Error if a key is missing, short, known to everybody, no header can carry it, or two are the same
 */
export function keysFrom(environment: NodeJS.ProcessEnv, loopback: boolean): SandboxKeys {
  const keyOf = (name: keyof SandboxKeys): string => {
    const variable = KEY_VARIABLES[name];
    const given = environment[variable];
    const key = given || WELL_KNOWN_KEYS[name];
    if (!loopback && Object.values(WELL_KNOWN_KEYS).includes(key)) {
      throw new Error(
        `Others can reach this sandbox, so the keys that everybody knows are no good. Set ${Object.values(KEY_VARIABLES).join(", ")} to keys of your own.`,
      );
    }
    if (key.length < SHORTEST || /[^\x21-\x7e]/.test(key)) {
      throw new Error(
        `${variable} is no good key: take ${SHORTEST} or more printable ASCII characters without spaces.`,
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
    throw new Error(
      `Two of the sandbox's keys are the same. Give each of ${Object.values(KEY_VARIABLES).join(", ")} its own.`,
    );
  }
  return keys;
}
