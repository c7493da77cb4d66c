import { isObject, type Json, type OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames, pointerTo } from "#openapi/document/pointer.js";
import { isMomentOfServer } from "#statements/moments.js";
import { documentedStates } from "#statements/resources/actions.js";
import { sentResource } from "#statements/resources/envelope.js";
import { sentResourceAt } from "#statements/resources/envelope-schema.js";
import { isPartial } from "#statements/resources/partial-updates.js";
import { hasKeyword, propertiesAt } from "#statements/schema-fields.js";
import { differingFields, isEmpty, isUnset, type Policy } from "../../model/finding/compare.js";
import type { Judgment } from "../../model/finding/finding.js";
import { shownBody } from "../../model/request/request-spec.js";
import { broken } from "../../rules/sentence.js";
import { type CreatedResource, ofCreated } from "./created-resource.js";
import type { Change } from "./updates.js";

/** The rules of fields that an update does not have. */
type UnsentRule = "unsent-field-removed" | "unsent-field-kept" | "unsent-field-changed";

/**
 * PATCH leaves other fields alone (RFC 5789, 2), PUT replaces them all (RFC 9110, 9.3.4) or, as many documents say, only those
 * that are sent. Servers have reasons to differ.
 */
export function unsentFields(document: OpenApiDocument, created: CreatedResource, change: Change): Judgment[] {
  const { operation, sent, before, after, exchange } = change;
  const [content] = operation.requestBody?.content ?? [];
  if (!content) return [];
  const at = sentResourceAt(document, content, before);
  const [identifying = ""] = pointerNames(created.identifier.pointer);
  // Some documents describe requests and responses by one schema, without a word about what the server sets.
  const isOfServer = (name: string) => name === identifying || isMomentOfServer(name);
  const isReadOnly = (name: string) =>
    isOfServer(name) || hasKeyword(document, content, pointerTo(at, name), "readOnly", [true]);
  const declared = propertiesAt(document, content, at);
  const writable = declared.filter((name) => !isReadOnly(name));
  const made = sentResource(shownBody(created.request), before) ?? {};
  // A client has written it once, and no change can name it.
  const isOfCreationAlone = (name: string) => Object.hasOwn(made, name) && !declared.includes(name);
  const isPart = isPartial(operation);
  // A server may have a default of its own. It is rarely a text that the run invented.
  const mayHaveDefault = (name: string) =>
    ["boolean", "number", "bigint"].includes(typeof before[name]) ||
    ["default", "enum"].some((keyword) => hasKeyword(document, content, pointerTo(at, name), keyword));
  const isState = (name: string) => documentedStates(document, created.resource, name).length > 1;
  const wrong = (rule: UnsentRule, expected: string, name: string) => {
    const field = rule === "unsent-field-kept" && name !== EACH ? `/${name}` : name;
    const breach = broken(rule, { operation: operation.id, field });
    const received = jsonText(after[name] ?? null);
    return [ofCreated(created, operation, { ...breach, expected, received }, exchange)];
  };
  const fields = Object.keys(before).filter((name) => !Object.hasOwn(sent, name) && !isUnset(before[name]));
  const isFree = (name: string) => writable.includes(name) && !isPart && mayHaveDefault(name);
  const policy: Policy = { same: "equal", fields, mayLack: false };
  const emptied = fields.filter((name) => isEmptied(before[name], after[name]));
  const differing = new Set([...differingFields(before, after, policy), ...emptied]);
  const changedValues = differingFields(before, after, {
    ...policy,
    // A field that clients do not write may depend on others. A flag and the time of the creation do not.
    kinds: ["flag", "creation"],
    kept: fields.filter((name) => writable.includes(name) || isState(name) || isOfCreationAlone(name)),
    except: fields.filter(isFree),
    sources: sent,
  });
  const changed = [...changedValues, ...emptied.filter((name) => writable.includes(name))];
  const own = fields.filter((name) => writable.includes(name));
  const isKept = (name: string) => !isPart && !mayHaveDefault(name) && !differing.has(name) && own.includes(name);
  // A server that keeps every field treats PUT as PATCH: that is one behavior, whatever the fields are.
  const isHabit = fields.some(isKept) && !own.some((name) => differing.has(name));
  const ofEach = fields.flatMap((name): Judgment[] => {
    const isWritable = own.includes(name);
    const old = jsonText(before[name]);
    if (isWritable && (isPart ? isUnset(after[name]) : isEmpty(after[name]) || emptied.includes(name))) {
      return isPart ? wrong("unsent-field-removed", old, name) : [];
    }
    if (isWritable && !differing.has(name)) {
      return isKept(name) && !isHabit ? wrong("unsent-field-kept", NO_VALUE, name) : [];
    }
    return changed.includes(name) ? wrong("unsent-field-changed", old, name) : [];
  });
  return isHabit ? [...wrong("unsent-field-kept", NO_VALUE, EACH), ...ofEach] : ofEach;
}

/** Whether an object has lost all of its members, and is still there. */
function isEmptied(before: Json | undefined, after: Json | undefined): boolean {
  return isObject(before) && isObject(after) && Object.keys(before).length > 0 && Object.keys(after).length === 0;
}

/** Stands for the name of a field, in sentences too. */
const EACH = "every field";
const NO_VALUE = "no value: PUT replaces the resource";
