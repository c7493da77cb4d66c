import { secretTest } from "#http/secret.js";
import { TEAMS } from "../seed.js";
import type { SandboxKeys } from "./keys.js";

/** Finds the id of the team of a key (G2); undefined if the key belongs to no team. */
export type TeamOfKey = (key: string) => string | undefined;

const TEAM_NAMES = [
  ["first", "first"],
  ["sameTeam", "first"],
  ["otherTeam", "other"],
  ["outsideBeta", "outsideBeta"],
] as const satisfies [keyof SandboxKeys, keyof typeof TEAMS][];

/**
 * Makes the function that finds the team of a key. Keys stay in this process: if they were in the database, another
 * sandbox that shares it could replace them.
 */
export function teamFinder(keys: SandboxKeys): TeamOfKey {
  const tests = TEAM_NAMES.map(([key, team]) => ({ isKey: secretTest(keys[key]), id: TEAMS[team] }));
  return (key) => tests.find(({ isKey }) => isKey(key))?.id;
}
