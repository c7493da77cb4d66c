import type { JsonObject } from "#openapi/document/document.js";
import { type Engine, found, type Place, type StateRequest } from "../engine.js";
import { shownIn } from "../view.js";
import { unmetCondition } from "./conditions.js";
import { expander } from "./expanded.js";
import { missing, type Outcome } from "./outcome.js";
import { type SentValue, sentValue } from "./sent-value.js";
import { shown } from "./shown.js";

/** Shows one resource. */
export function retrieve(engine: Engine, place: Place, request: StateRequest): Outcome {
  const { family } = place.role;
  const own = found(engine.recordsAt(place), family, place.values);
  if (!own) return missing("The resource");
  const stored = (engine.has("other-shown") ? engine.before(place.tenant, family, own) : undefined) ?? own;
  const expand = expanderFor(engine, place, request);
  return unmetCondition(request, stored) ?? shown(family, { ...stored, value: expand(stored.value) }, false);
}

/** Shows fields as the resources that they name, where a request asks for it. @param items JSON pointer to the items of a list */
export function expanderFor(
  { stated, families, tenants, maker }: Engine,
  { tenant, values }: Place,
  { operation, reading }: Pick<StateRequest, "operation" | "reading">,
  items = "",
): (value: JsonObject) => JsonObject {
  const sent: SentValue = (parameter) => sentValue(reading, parameter);
  return expander(stated.document, { operation, items }, sent, families.all, (family, key) => {
    const stored = tenants.recordsOf(tenant, family).get(values.slice(0, family.position), key);
    const [view] = maker.viewsOf(family);
    return stored && view && shownIn(view, stored.value, undefined);
  });
}
