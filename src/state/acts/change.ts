import { mediaTypeOf } from "#http/media-type.js";
import { isObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { createsNamed } from "#statements/resources/named-creation.js";
import { hasMergedFields, isPartial } from "#statements/resources/partial-updates.js";
import { type Engine, found, type Place, type StateRequest } from "../engine.js";
import { collectionOperation, type Family, type Role } from "../family.js";
import { identified } from "../identified.js";
import { withReferredValues } from "../referred-values.js";
import { takenField } from "../unique-fields.js";
import { unmetCondition } from "./conditions.js";
import { duplicate } from "./create.js";
import { jsonPatch, mergePatch } from "./json-patch.js";
import { missing, type Outcome } from "./outcome.js";
import { shown } from "./shown.js";

/** Changes a resource by PATCH, or replaces it by PUT, which creates it where nothing else does. */
export function change(engine: Engine, place: Place, request: StateRequest, isReplaced: boolean): Outcome | undefined {
  const { role, values } = place;
  const { family } = role;
  const records = engine.recordsAt(place);
  const stored = found(records, family, values);
  const unmet = unmetCondition(request, stored);
  if (unmet && !engine.has("ignored-condition")) return unmet;
  if (!stored) return isReplaced && isPut(role, request) ? put(engine, place, request) : missing("The resource");
  const isWhole = isReplaced || engine.has("patch-replaces");
  const changed = changedFields(engine, family, stored.value, request, isWhole);
  if (changed === undefined) {
    return { kind: "refused", statuses: [422, 409, 400], reason: "The resource does not admit this change." };
  }
  const taken = takenField(records, stored.scope, changed, stored);
  if (taken !== undefined) return duplicate(taken);
  const version = engine.tenants.next();
  // The identifier of a resource never changes. One that is replaced stays where it is.
  const around = isReplaced ? stored.collection : [];
  const identity = identified(engine, family, collectionOperation(family), changed, { key: stored.key, around });
  const sent = engine.sent(family, request) ?? {};
  const value = withReferredValues(engine, place.tenant, family, identity, { sent, references: Object.keys(sent) });
  const next = { ...stored, version: engine.has("stale-tag") ? stored.version : version, value };
  const beside = engine.has("changed-beside") ? engine.before(place.tenant, family, stored) : undefined;
  if (beside) {
    const copy = identified(engine, family, collectionOperation(family), changed, { key: beside.key, around });
    engine.keep(place.tenant, family, beside, { ...beside, version, value: copy });
  }
  if (!engine.has("ignored-update")) engine.keep(place.tenant, family, stored, next);
  return shown(family, next, false);
}

/** Whether PUT creates what it does not find. A single resource, which no path names, is written where it is. */
function isPut({ family: { create, replace, resource }, isByBody }: Role, { operation }: StateRequest): boolean {
  if (isByBody) return createsNamed(operation);
  return !create && replace !== undefined && (!resource || createsNamed(replace));
}

/** Creates the resource of a path. */
function put(
  engine: Engine,
  { role, values, tenant }: Place,
  { reading, operation }: StateRequest,
): Outcome | undefined {
  const { family } = role;
  const sent = engine.sent(family, { operation, reading }) ?? {};
  const made = engine.maker.created(family, sent);
  const collection = values.slice(0, family.position);
  const added = engine.add(tenant, { family, operation, collection }, made, values[family.position] ?? "", sent);
  if (added) engine.showAbove(tenant, family, undefined, added);
  return added && shown(family, added, true);
}

/** The fields of a resource after a change; undefined if a patch cannot be applied. */
function changedFields(
  engine: Engine,
  family: Family,
  before: JsonObject,
  { operation, reading: { body } }: StateRequest,
  isReplaced: boolean,
): JsonObject | undefined {
  const { maker } = engine;
  const sent = engine.sent(family, { operation, reading: { body } });
  const type = mediaTypeOf(body?.type ?? "");
  if (type === "application/json-patch+json") {
    const patched = jsonPatch(before, body && "value" in body ? body.value : null);
    return isObject(patched) ? maker.touched(patched) : undefined;
  }
  const isWhole = isReplaced && !engine.has("replacement-merges");
  if (isWhole && (!isPartial(operation) || engine.has("patch-replaces")))
    return maker.replaced(family, before, sent ?? {});
  const received = maker.received(family, sent ?? {}, before);
  if (type === "application/merge-patch+json") {
    const merged = mergePatch(before, received);
    return isObject(merged) ? maker.touched(merged) : undefined;
  }
  const merged = Object.entries(received).flatMap(([name, value]): [string, Json][] =>
    hasMergedFields(operation, name) ? [[name, mergePatch(before[name], value)]] : [],
  );
  return maker.touched({ ...before, ...received, ...Object.fromEntries(merged) });
}
