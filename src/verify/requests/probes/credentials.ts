import type { Operation } from "#openapi/operations/operation.js";
import type { Contract } from "#verify/model/contract.js";
import type { Probe } from "./probe.js";

/** A JWT of the algorithm `none` whose claims are not JSON (RFC 7519, 3 and 6), with characters that no token has. */
const UNREADABLE = "eyJhbGciOiJub25lIn0.bm90IEpTT04.%00'{}";

/** Credentials that programs fail to decode, in place of a key that is sent as it is. */
export function credentialProbes({ schemes }: Pick<Contract, "schemes">, { security }: Operation): Probe[] {
  const types = security.flat().map((name) => schemes[name]?.type);
  if (types.length === 0 || types.includes("basic")) return [];
  const credential = { apply: () => UNREADABLE, show: () => UNREADABLE };
  const what = "credentials that cannot be decoded";
  return [{ part: "credentials", what, simpler: [], apply: (request) => ({ ...request, credential }) }];
}
