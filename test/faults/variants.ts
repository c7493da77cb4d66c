import type { Change } from "./change.js";
import { ADDRESSES } from "./variants/addresses.js";
import { HTTP } from "./variants/http.js";
import { JSON_WRITTEN } from "./variants/json.js";
import { LENIENCIES } from "./variants/leniencies.js";
import { OTHERS } from "./variants/others.js";
import { REFUSALS } from "./variants/refusals.js";
import { REPLICAS } from "./variants/replicas.js";
import { SUCCESSES } from "./variants/successes.js";

/** Servers that differ from the sandbox only in what the reference, JSON or HTTP leave open. */
export const VARIANTS: readonly Change[] = [
  ...REFUSALS,
  ...LENIENCIES,
  ...SUCCESSES,
  ...ADDRESSES,
  ...JSON_WRITTEN,
  ...HTTP,
  ...OTHERS,
  ...REPLICAS,
];
