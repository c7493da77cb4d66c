import { DIRECT } from "#verify/model/request/connection.js";
import { singleCredential, type Target } from "#verify/model/target/target.js";

/** A target that allows writes, keeps state, and certainly has the data of the examples. */
export function testTarget(baseUrl: string, settings: Partial<Target> = {}): Target {
  return {
    baseUrl,
    credentials: { own: singleCredential("k", "KEY") },
    values: {},
    timeout: 10_000,
    settle: 0,
    writes: "creations",
    hasExampleData: true,
    keepsState: true,
    headers: {},
    rate: undefined,
    connection: DIRECT,
    provision: undefined,
    restart: undefined,
    strict: false,
    seed: 1,
    ...settings,
  };
}
