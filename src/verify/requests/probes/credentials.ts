import type { Operation } from "#openapi/operations/operation.js";
import type { Contract } from "#verify/model/contract.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { Variation } from "../variation.js";

/** A JWT of the algorithm `none` whose claims are not JSON (RFC 7519, 3 and 6), with characters that no token has. */
const UNREADABLE = "eyJhbGciOiJub25lIn0.bm90IEpTT04.%00'{}";

/** The scheme in small letters, which is the same one (RFC 9110, 11.1). */
const SMALL_SCHEME = {
  apply: (key: string) => key,
  show: (variable: string) => `$${variable}`,
  scheme: "bearer",
};

/** Credentials that programs fail to decode in place of a key, and the key behind a scheme in small letters. */
export function credentialProbes({ schemes }: Pick<Contract, "schemes">, { security }: Operation): Variation[] {
  const types = security.flat().map((name) => schemes[name]?.type);
  if (types.length === 0 || types.includes("basic")) return [];
  const credential = { apply: () => UNREADABLE, show: () => UNREADABLE };
  const what = "credentials that cannot be decoded";
  const isBearer = security.flat().every((name) => schemes[name]?.type === "bearer");
  return [
    { part: "credentials", what, permission: "open", apply: (request) => ({ ...request, credential }) },
    ...(isBearer
      ? [
          {
            part: "scheme",
            what: "the scheme in small letters",
            permission: "open" as const,
            apply: (request: RequestSpec) => ({ ...request, credential: SMALL_SCHEME }),
          },
        ]
      : []),
  ];
}
