import { PLAIN } from "../../src/contract/connection.js";
import { only } from "../../src/contract/embedded.js";
import type { Target } from "../../src/contract/target.js";

/** A target as a test needs it: writes allowed, and everything there that the examples name. */
export function testTarget(baseUrl: string, more: Partial<Target> = {}): Target {
  return {
    baseUrl,
    keys: { own: only("k", "KEY") },
    values: {},
    timeout: 10_000,
    writes: true,
    hasExamples: true,
    hasState: true,
    headers: {},
    rate: undefined,
    connection: PLAIN,
    provision: undefined,
    strict: false,
    seed: 1,
    ...more,
  };
}
