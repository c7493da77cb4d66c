import { pathKey } from "#statements/resources/path-parameters.js";
import { type Engine, found, type Place, type StateRequest } from "../engine.js";
import { addMark, hasMark } from "../tenants.js";
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
  if (unmet) return unmet;
  if (engine.has("kept-after-deletion")) return { kind: "removed", stored };
  records.remove(stored);
  if (family.file && !hasMark(tenant, removedMark(family))) addMark(tenant, removedMark(family));
  if (engine.has("kept-below-deleted")) return { kind: "removed", stored };
  const path = [...stored.scope, ...(family.resource ? [stored.key] : [])];
  for (const [inner, below] of tenant.records) {
    const from = inner.create ?? inner.list?.operation ?? inner.retrieve;
    const isInner = inner.file?.owner === family || (from && pathKey(from.path).startsWith(`${family.key}/`));
    if (inner === family || !isInner) continue;
    for (const other of [...below.below(path)]) below.remove(other);
  }
  return { kind: "removed", stored };
}
