import { isObject, type Json } from "#openapi/document/document.js";
import { IDENTIFYING, plainName } from "#statements/names.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { missingParent } from "../../judges/named-resources.js";
import type { Contract } from "../../model/contract.js";
import { isGone } from "../../model/request/exchange.js";
import { methodOf, structuredBody } from "../../model/request/request-spec.js";
import type { Ledger } from "../../resources/ledger/ledger.js";
import { onlyRejected } from "../changes.js";
import { type HistoryRule, ownNamedBy } from "../history-rule.js";

/**
 * A creation finds the resource of the run to which it adds. A response has to have shown that resource, or its creation with
 * 201 (RFC 9110, 15.3.2). A body that may name another resource says nothing: the target may miss that one.
 */
export function missedParent(contract: Contract, ledger: Ledger): HistoryRule {
  /** When a response last showed a resource of the run. */
  const shownAt = new WeakMap<object, number>();
  return {
    note({ request, exchange, begun, ended }, around) {
      for (const { own, shown } of around.sightings) if (shown) shownAt.set(own, begun);
      const { operation, purpose, credential } = request;
      const isCreation = methodOf(request) === "post" && resourceCreatedBy(contract, operation) !== undefined;
      if (!isCreation || !isGone(exchange) || purpose?.kind === "rejection" || credential !== undefined) return [];
      const parent = ownNamedBy(ledger, request);
      if (!parent || parent.request.credential !== undefined) return [];
      const since = shownAt.get(parent) ?? (parent.exchange.status === 201 ? around.endOf(parent.exchange) : undefined);
      if (since === undefined) return [];
      if (mayName(structuredBody(request), around.texts) || !onlyRejected(around, parent, since, ended)) return [];
      const created = { create: parent.request.operation, value: parent.identity.value };
      return [missingParent(operation, created, exchange).finding];
    },
  };
}

/** Whether a value may name a resource. Texts that were generated for the request name none. */
function mayName(value: Json | undefined, texts: readonly string[], name = ""): boolean {
  if (Array.isArray(value)) return value.some((item) => mayName(item, texts, name));
  if (isObject(value)) return Object.entries(value).some(([key, member]) => mayName(member, texts, key));
  if (typeof value === "string") return value !== "" && !texts.some((text) => value.includes(text));
  return typeof value === "number" && IDENTIFYING.some((end) => plainName(name).endsWith(end));
}
