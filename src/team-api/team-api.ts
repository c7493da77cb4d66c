import type { Api } from "../verify/model/api.js";
import { BETA_ACCESS } from "./rules/beta-access.js";
import { RULES } from "./rules/registry.js";

/** The Team Management API. Tools for any document receive it from the entries of the package. */
export const TEAM_API: Api = {
  rules: RULES,
  keysOfOthers: ({ requirements }) => (requirements.some(({ id }) => id === BETA_ACCESS) ? ["outsideBeta"] : []),
  rateLimits: "U9",
  startSandbox: async (document) => (await import("./sandbox/embedded-sandbox.js")).startEmbeddedSandbox(document),
};
