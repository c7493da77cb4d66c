import type { RequestReading } from "#http/request/read-request.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type ConditionName, conditionOf } from "#statements/resources/entity-tags.js";
import type { Stored } from "../store.js";
import type { Outcome } from "./outcome.js";
import { sentValue } from "./sent-value.js";

/** The parts of a request that have conditions. */
interface Conditional {
  operation: Operation;
  reading: Pick<RequestReading, "parameters">;
}

/** The entity tag of a version. */
export function tagOf({ version }: Stored): string {
  return `"${version.toString(36)}"`;
}

/** The outcome of a request whose condition is not met (RFC 9110, 13.2.2). */
export function unmetCondition({ operation, reading }: Conditional, stored: Stored | undefined): Outcome | undefined {
  const tag = stored && tagOf(stored);
  const isListed = (name: ConditionName): boolean | undefined => {
    const sent = sentValue(reading, conditionOf(operation, name));
    if (sent === undefined) return undefined;
    const tags = String(sent).split(/\s*,\s*/);
    // Weak tags match in `If-None-Match` alone (RFC 9110, 8.8.3.2).
    const known = name === "If-Match" ? tags : tags.map((one) => one.replace(/^W\//, ""));
    return tag !== undefined && known.some((one) => one === "*" || one === tag);
  };
  if (isListed("If-Match") === false) {
    return { kind: "refused", statuses: [412, 409], reason: "The resource has changed since." };
  }
  if (isListed("If-None-Match") !== true || tag === undefined) return undefined;
  if (operation.method === "get" || operation.method === "head") return { kind: "unchanged", tag };
  return { kind: "refused", statuses: [412, 409], reason: "The resource exists." };
}
