import type { Json, JsonObject } from "#openapi/document/document.js";
import { oncePer } from "#openapi/document/once-per.js";
import { pointerNames } from "#openapi/document/pointer.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { listOf } from "#statements/paging/paging.js";
import { successContents } from "#statements/schema-fields.js";
import { type Engine, found, type Place, type StateRequest } from "../engine.js";
import type { Family } from "../family.js";
import { placeIn, viewAt } from "../view.js";
import { afterAction } from "./after-action.js";
import { unmetCondition } from "./conditions.js";
import { missing, type Outcome } from "./outcome.js";
import { shown } from "./shown.js";

/** Does what the name of an action says. Undefined if neither a field nor the response shows the resource after it. */
export function act(engine: Engine, place: Place, request: StateRequest): Outcome | undefined {
  const { family } = place.role;
  const { operation } = request;
  const records = engine.recordsAt(place);
  const stored = found(records, family, place.values);
  if (!stored || !family.resource) return missing("The resource");
  const unmet = unmetCondition(request, stored);
  if (unmet) return unmet;
  const shows = shownBy(engine)(operation, family);
  if (shows === "another") return undefined;
  const isSilent = operation.responses.some((response) => isSuccessKey(response) && response.content.length === 0);
  // Where another thing may be made, its fields are not those of the resource.
  const isOfResource = shows === "resource" || isSilent || operation.method !== "post";
  const sent = isOfResource ? sentTo(engine, family, request) : {};
  const { maker } = engine;
  const fields = {
    membersOf: (name: string) => maker.membersOf(family, name),
    admits: (name: string, value: Json) => maker.admits(family, name, value),
  };
  const acted = afterAction(fields, family.resource, operation, stored.value, sent, engine.now());
  if (shows === "nothing" && !acted) return undefined;
  if (!acted) return shown(family, stored, false);
  const next = { ...stored, version: engine.tenants.next(), value: maker.touched(acted) };
  if (!engine.has("ignored-action")) engine.keep(place.tenant, family, stored, next);
  return shows === "nothing" && !isSilent ? { kind: "done" } : shown(family, next, false);
}

/** The fields that a request sends to an action, in its query or its body. */
function sentTo(engine: Engine, family: Family, request: StateRequest): JsonObject {
  const query = request.reading.parameters.flatMap(({ parameter, value }): [string, Json][] =>
    parameter.in === "query" && value !== undefined ? [[parameter.name, value]] : [],
  );
  return { ...engine.maker.asShown(family, Object.fromEntries(query)), ...engine.sent(family, request) };
}

/**
 * The content of a response: the resource, by the field that identifies it, or another one. A `POST` to a list adds to it. Each operation
 * is judged once.
 */
const shownBy = oncePer((engine: Engine) =>
  oncePer((operation: Operation, family: Family): "another" | "nothing" | "resource" => {
    const { document, operations } = engine.stated;
    const beside = operations.find(({ method, path }) => method === "get" && path === operation.path);
    if (operation.method === "post" && beside && listOf(document, beside)) return "another";
    const [first] = pointerNames(family.identifiers[0]?.pointer ?? "");
    const known = new Set(engine.maker.viewsOf(family).flatMap(({ fields }) => fields.map(({ name }) => name)));
    const contents = successContents(operation).flatMap((content) => {
      const view = viewAt(document, content, placeIn(engine.stated, family, content));
      const names = view.fields.map(({ name }) => name);
      return names.includes(first ?? "") ? [names] : [];
    });
    if (contents.length === 0) return "nothing";
    const isOwn = (names: string[]) => names.filter((name) => known.has(name)).length * 2 > names.length;
    return contents.some(isOwn) ? "resource" : "another";
  }),
);
