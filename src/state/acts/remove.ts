import { pathKey } from "#statements/resources/path-parameters.js";
import { type Engine, found, type Place, type StateRequest } from "../engine.js";
import { type Family, placesOf } from "../family.js";
import type { Stored } from "../store.js";
import { addMark, hasMark, type Tenant } from "../tenants.js";
import { unmetCondition } from "./conditions.js";
import { removedMark } from "./files.js";
import { missing, type Outcome } from "./outcome.js";

/** Removes a resource, with those below it. */
export function remove(engine: Engine, place: Place, request: StateRequest): Outcome {
  const { role, values, tenant } = place;
  const { family } = role;
  const records = engine.recordsAt(place);
  const stored = found(records, family, values);
  if (!stored) return missing("The resource");
  const unmet = unmetCondition(request, stored);
  if (unmet && !engine.has("ignored-condition")) return unmet;
  if (engine.has("kept-after-deletion")) return { kind: "removed", stored };
  const withBelow = !engine.has("kept-below-deleted");
  const beside = engine.has("deleted-beside") ? engine.before(tenant, family, stored) : undefined;
  if (beside) removeFrom(tenant, family, beside, withBelow);
  removeFrom(tenant, family, stored, withBelow);
  engine.showAbove(tenant, family, stored, undefined);
  if (family.file && !hasMark(tenant, removedMark(family))) addMark(tenant, removedMark(family));
  return { kind: "removed", stored };
}

/** Removes a resource, and those below it by any of its paths. */
function removeFrom(tenant: Tenant, family: Family, stored: Stored, withBelow: boolean): void {
  const records = tenant.records.get(family);
  // Another path may have led to it before.
  if (records?.get(stored.scope, stored.key) !== stored) return;
  records.remove(stored);
  if (!withBelow) return;
  const own = family.resource ? [stored.key] : [];
  for (const { key, outer } of placesOf(family)) {
    const around = stored.collection.slice(0, family.position + outer);
    if (around.length < family.position + outer) continue;
    const path = [...(outer === 0 ? stored.scope : around), ...own];
    for (const [inner, below] of tenant.records) {
      const further = (inner.others ?? []).map(({ create }) => create);
      const from = [inner.create ?? inner.list?.operation ?? inner.retrieve, ...further];
      const isInner = from.some((operation) => operation && pathKey(operation.path).startsWith(`${key}/`));
      if (inner === family || !(isInner || inner.file?.owner === family)) continue;
      for (const other of [...below.below(path)]) removeFrom(tenant, inner, other, withBelow);
    }
  }
}
