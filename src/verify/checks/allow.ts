import { allNames } from "#cli/names-text.js";
import { pointerTo } from "#openapi/document/pointer.js";
import { type Operation, writtenPath } from "#openapi/operations/operation.js";
import { broken } from "#verify/rules/sentence.js";
import type { Contract } from "../model/contract.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { Exchange } from "../model/request/exchange.js";
import type { Check } from "./check.js";

/** Methods that `Allow` may leave out: frameworks serve them beside the others. */
const IMPLIED = ["head", "options"];

/**
 * The finding for a 405 whose `Allow` lacks a documented method of the path (RFC 9110, 10.2.1 and 15.5.6). It may name more of
 * them. The methods may depend on the resource and on the key, so this is a warning.
 */
export function allowFinding(
  contract: Contract,
  operation: Operation,
  { status, headers }: Exchange,
): FindingDraft | undefined {
  const received = headers.get("allow");
  if (status !== 405 || received === null) return undefined;
  const named = received.split(",").map((method) => method.trim().toLowerCase());
  const documented = contract.operationsAt(operation.path).map(({ method }) => method.toLowerCase());
  const missing = documented.filter((method) => !named.includes(method) && !IMPLIED.includes(method));
  if (missing.length === 0) return undefined;
  const names = allNames(missing.map((method) => method.toUpperCase()));
  return {
    ...broken("allow-lacks-method", { methods: names }),
    basis: "lenient",
    place: pointerTo("#/paths", writtenPath(operation)),
    expected: documented.map((method) => method.toUpperCase()).join(", "),
    received,
    about: { header: "allow" },
  };
}

/** A 405 names the methods of its path. */
export const allow: Check = {
  id: "headers",
  run: ({ contract, spec, exchange }) => [allowFinding(contract, spec.operation, exchange) ?? []].flat(),
};
