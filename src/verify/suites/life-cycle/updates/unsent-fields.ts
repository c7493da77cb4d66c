import type { JsonObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { documentedStates } from "#statements/resources/actions.js";
import { sentResourceAt } from "#statements/resources/envelope-schema.js";
import { isPartial } from "#statements/resources/partial-updates.js";
import { hasKeyword, propertiesAt } from "#statements/schema-fields.js";
import { differingFields, isEmpty, isUnset, type Policy } from "#verify/model/finding/compare.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import type { Created } from "#verify/resources/created/create-resource.js";
import { broken } from "#verify/rules/sentence.js";
import { failEffect } from "#verify/steps/effect-finding.js";
import { inferredEffect } from "../created/retrieve.js";

/** A change of a resource, and the response that shows the resource afterwards. */
export interface Change {
  operation: Operation;
  sent: JsonObject;
  /** The resource in the response to the change; undefined if it has none. */
  response: JsonObject | undefined;
  before: JsonObject;
  after: JsonObject;
  exchange: Exchange;
}

/** The rules of fields that an update does not have. */
type UnsentRule = "unsent-field-removed" | "unsent-field-kept" | "unsent-field-changed";

/**
 * PATCH leaves other fields alone (RFC 5789, 2), PUT replaces them all (RFC 9110, 9.3.4) or, as many documents say, only those
 * that are sent. Servers have reasons to differ.
 */
export function warnOfUnsent(context: CaseContext, created: Created, change: Change): void {
  const { document } = context.contract;
  const { operation, sent, before, after, exchange } = change;
  const [content] = operation.requestBody?.content ?? [];
  if (!content) return;
  const at = sentResourceAt(document, content, before);
  const isReadOnly = (name: string) => hasKeyword(document, content, pointerTo(at, name), "readOnly", [true]);
  const writable = propertiesAt(document, content, at).filter((name) => !isReadOnly(name));
  const isPart = isPartial(operation);
  const hasDefault = (name: string) => hasKeyword(document, content, pointerTo(at, name), "default");
  const isState = (name: string) => documentedStates(context.contract.document, created.resource, name).length > 1;
  const warn = (rule: UnsentRule, expected: string, name: string) => {
    const breach = broken(rule, { operation: operation.id, field: name });
    const received = jsonText(after[name] ?? null);
    failEffect(context, inferredEffect(created), { ...breach, expected, received, operation: operation.id }, exchange);
  };
  const fields = Object.keys(before).filter((name) => !Object.hasOwn(sent, name) && !isUnset(before[name]));
  const isFree = (name: string) => writable.includes(name) && !isPart && hasDefault(name);
  const policy: Policy = { same: "equal", fields, mayLack: false };
  const differing = new Set(differingFields(before, after, policy));
  const changed = differingFields(before, after, {
    ...policy,
    // A field that clients do not write may depend on others. A flag and the time of the creation do not.
    kinds: ["flag", "creation"],
    kept: fields.filter((name) => writable.includes(name) || isState(name)),
    except: fields.filter(isFree),
    sources: sent,
  });
  for (const name of fields) {
    const isWritable = writable.includes(name);
    const old = jsonText(before[name]);
    if (isWritable && (isPart ? isUnset(after[name]) : isEmpty(after[name]))) {
      if (isPart) warn("unsent-field-removed", old, name);
    } else if (isWritable && !differing.has(name)) {
      if (!isPart && !hasDefault(name)) warn("unsent-field-kept", NO_VALUE, name);
    } else if (changed.includes(name)) warn("unsent-field-changed", old, name);
  }
}

const NO_VALUE = "no value: PUT replaces the resource";
