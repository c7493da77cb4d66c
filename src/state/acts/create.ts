import type { JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import { filePropertyOf, uploadForm } from "#statements/files.js";
import { isSame } from "#values/rules/is-same.js";
import { documentsConflict } from "../documented-refusals.js";
import type { Engine, Place, StateRequest } from "../engine.js";
import { type Family, isNamedByPath } from "../family.js";
import { outerValues } from "../outer-values.js";
import { admitsKey } from "../resource-keys.js";
import { isName, takenField } from "../unique-fields.js";
import { fileFacts, keepFile, uploadedFile } from "./files.js";
import type { Outcome, UploadedFile } from "./outcome.js";
import { shown } from "./shown.js";

/** Creates a resource with what was sent, unless another one has its identifier or a unique value. */
export function create(engine: Engine, place: Place, request: StateRequest): Outcome | undefined {
  const { operation } = request;
  const { maker } = engine;
  const { role, values, tenant } = place;
  const { family } = role;
  const bytes = engine.families.fileOf(family);
  const file = bytes || uploadForm(operation) ? uploadedFile(request) : undefined;
  const sent = engine.sent(family, request);
  const records = engine.recordsAt(place);
  const pointer = family.identifiers[0]?.pointer ?? "";
  const isByPath = isNamedByPath(family);
  const named = isByPath ? values[family.position] : sent && valueAt(sent, pointer);
  const received = sent ? maker.received(family, sent) : {};
  const isAdmitted = (key: string | number) =>
    isByPath || (valueAt(received, pointer) !== undefined && admitsKey(engine, family, pointer, key));
  const isNamed = isName(named) && isAdmitted(named);
  const around = outerValues(engine, tenant, family, isByPath ? values.slice(0, family.position) : values, received);
  const scope = around.slice(0, family.position);
  const taken = isNamed && records.get(scope, String(named)) ? pointer : takenField(records, scope, received);
  if (taken !== undefined && !(engine.has("duplicate-accepted") && taken !== pointer)) return duplicate(taken);
  const isTaken = !family.resource && records.get(scope, "") !== undefined;
  if (isTaken && documentsConflict(operation)) {
    return { kind: "refused", statuses: [409], reason: "The resource exists." };
  }
  const made = maker.created(family, engine.has("lost-field") ? withoutField(engine, family, received) : (sent ?? {}));
  const initial = engine.has("ignored-default") ? { ...made, ...otherThanDefaults(engine, family, received) } : made;
  const described = file ? { ...initial, ...factsOf(engine, family, file, sent ?? {}) } : initial;
  const stored = engine.add(
    tenant,
    { family, operation, collection: around },
    described,
    isNamed ? named : undefined,
    sent,
  );
  if (stored && bytes && file) {
    const at = [...stored.scope, stored.key];
    keepFile(engine, { tenant, role: { family: bytes, act: "create" }, values: at }, file);
  }
  if (stored) engine.showAbove(tenant, family, undefined, stored);
  return stored && shown(family, stored, true);
}

/** The fields of a resource that describe its file. A field that was sent stays as it is. */
function factsOf({ maker }: Engine, family: Family, file: UploadedFile, sent: JsonObject): JsonObject {
  return { ...Object.assign({}, ...maker.viewsOf(family).map((view) => fileFacts(view, file))), ...namesIn(sent) };
}

/** The sent fields that could describe a file. */
function namesIn(sent: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(sent).filter(([name]) => filePropertyOf(name) !== undefined));
}

/** Another resource has a value that no two may have. */
export function duplicate(field: string): Outcome {
  return { kind: "refused", statuses: [409, 422, 400], reason: `Another resource has this value at ${field}.` };
}

/** How many values are generated until one is not the default. */
const MOST_TRIES = 20;

/** Other values than the documented defaults of the fields that were not sent: a fault on purpose. */
function otherThanDefaults({ maker }: Engine, family: Family, sent: JsonObject): JsonObject {
  const unsent = Object.entries(maker.defaults(family)).filter(([name]) => sent[name] === undefined);
  return Object.fromEntries(
    unsent.flatMap(([name, initial]) => {
      if (typeof initial === "boolean") return [[name, !initial]];
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const value = maker.generated(family)[name];
        if (value !== undefined && !isSame(value, initial)) return [[name, value]];
      }
      return [];
    }),
  );
}

/** The sent fields without one, which responses show and need not have: a fault on purpose. */
function withoutField({ maker }: Engine, family: Family, sent: JsonObject): JsonObject {
  const fields = maker.viewsOf(family).flatMap((view) => view.fields);
  const isRequired = (name: string) => fields.some((field) => field.name === name && field.isRequired);
  const isLost = (name: string) => fields.some((field) => field.name === name) && !isRequired(name);
  const names = Object.keys(sent);
  const lost = names.find(isLost) ?? names[0];
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== lost));
}
