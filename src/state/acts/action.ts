import { pointerNames } from "#openapi/document/pointer.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import { successContents } from "#statements/schema-fields.js";
import { type Engine, found, type Place, type StateRequest } from "../engine.js";
import { placeIn, viewAt } from "../view.js";
import { afterAction } from "./after-action.js";
import { unmetCondition } from "./conditions.js";
import { missing, type Outcome } from "./outcome.js";
import { shown } from "./shown.js";

/** Does what the name of an action says. Undefined if neither a field nor the response shows the resource after it. */
export function act(engine: Engine, place: Place, request: StateRequest): Outcome | undefined {
  const { family } = place.role;
  const { operation } = request;
  const { document } = engine.stated;
  const records = engine.recordsAt(place);
  const stored = found(records, family, place.values);
  if (!stored || !family.resource) return missing("The resource");
  const unmet = unmetCondition(request, stored);
  if (unmet) return unmet;
  const sent = engine.sent(family, request) ?? {};
  const acted = afterAction(document, family.resource, operation, stored.value, sent, engine.now());
  const isSilent = operation.responses.some((response) => isSuccessKey(response) && response.content.length === 0);
  if (!showsKey(engine, place, request) && !(acted && isSilent)) return undefined;
  if (!acted) return shown(family, stored, false);
  const next = { ...stored, version: engine.tenants.next(), value: engine.maker.touched(acted) };
  records.set(next);
  return shown(family, next, false);
}

/** Whether a response shows the resource, by the field that identifies it. */
function showsKey({ stated }: Engine, { role: { family } }: Place, { operation }: StateRequest): boolean {
  const [first] = pointerNames(family.identifiers[0]?.pointer ?? "");
  return successContents(operation).some((content) => {
    const view = viewAt(stated.document, content, placeIn(stated, family, content));
    return view.fields.some(({ name }) => name === first);
  });
}
