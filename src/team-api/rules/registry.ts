import type { Rule } from "#verify/model/api.js";
import { addedIsManual } from "./added-is-manual.js";
import { addressCharacters } from "./address-characters.js";
import { betaAccess } from "./beta-access.js";
import { duplicateAdds } from "./duplicate-adds.js";
import { emptyImport } from "./empty-import.js";
import { grantIsolation } from "./grant-isolation.js";
import { importIsolation } from "./import-isolation.js";
import { revokeByOtherKey } from "./revoke-by-other-key.js";
import { revokeTwice } from "./revoke-twice.js";
import { revokedTokens } from "./revoked-tokens.js";
import { sameTeamKeys } from "./same-team-keys.js";
import { simultaneousAdds } from "./simultaneous-adds.js";
import { tenantIsolation } from "./tenant-isolation.js";

/** Every rule, in the order in which its test cases are listed. */
export const RULES: readonly Rule[] = [
  sameTeamKeys,
  betaAccess,
  revokeTwice,
  revokeByOtherKey,
  revokedTokens,
  grantIsolation,
  addedIsManual,
  tenantIsolation,
  simultaneousAdds,
  addressCharacters,
  importIsolation,
  emptyImport,
  duplicateAdds,
];
