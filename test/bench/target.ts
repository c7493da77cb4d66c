import { WELL_KNOWN_KEYS } from "#team-api/sandbox/keys/keys.js";

/** The keys of a target file, as variables. */
export const TARGET_KEYS = {
  FIRST_KEY: WELL_KNOWN_KEYS.first,
  SAME_TEAM_KEY: WELL_KNOWN_KEYS.sameTeam,
  OTHER_TEAM_KEY: WELL_KNOWN_KEYS.otherTeam,
  OUTSIDE_BETA_KEY: WELL_KNOWN_KEYS.outsideBeta,
};

/** An import of every sandbox. */
export const IMPORT_VALUE = { retrieveContactImport: { id: { completed: "c83b5e70-4d19-4a2f-96b7-0fe5d2c81a6b" } } };

/**
 * The text of a target file with every key, a value for the import, and a provision module.
 *
 * @param provision the path of a provision module
 */
export function targetFile(url: string, provision: string): string {
  return JSON.stringify({
    baseUrl: url,
    credentials: {
      // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the form of target files
      BearerAuth: "${FIRST_KEY}",
      sameTeam: "${SAME_TEAM_KEY}",
      otherTeam: "${OTHER_TEAM_KEY}",
      outsideBeta: "${OUTSIDE_BETA_KEY}",
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: the form of target files
    },
    values: IMPORT_VALUE,
    writes: "reversible",
    provision,
  });
}
