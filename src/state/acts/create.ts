import type { JsonObject } from "#openapi/document/document.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { filePropertyOf, filesOf, uploadForm } from "#statements/files.js";
import { documentsConflict } from "../documented-refusals.js";
import type { Engine, Place, StateRequest } from "../engine.js";
import { type Family, isNamedByPath } from "../family.js";
import { isName, takenField } from "../unique-fields.js";
import { fileFacts, keepFile, uploadedFile } from "./files.js";
import type { Outcome, UploadedFile } from "./outcome.js";
import { shown } from "./shown.js";

/** Creates a resource with what was sent, unless another one has its identifier or a unique value. */
export function create(engine: Engine, place: Place, request: StateRequest): Outcome | undefined {
  const { operation, reading } = request;
  const { maker } = engine;
  const { role, values, tenant } = place;
  const { family } = role;
  const upload = uploadTo(engine, family, request);
  const sent = upload ? withoutFiles(operation, engine.sent(family, reading)) : engine.sent(family, reading);
  const records = engine.recordsAt(place);
  const pointer = family.identifiers[0]?.pointer ?? "";
  const isByPath = isNamedByPath(family);
  const named = isByPath ? values[family.position] : sent && valueAt(sent, pointer);
  const received = sent ? maker.received(family, sent) : {};
  const isAdmitted = (key: string | number) =>
    isByPath || (valueAt(received, pointer) !== undefined && maker.admitsKey(family, pointer, key));
  const isNamed = isName(named) && isAdmitted(named);
  const scope = values.slice(0, family.position);
  const taken = isNamed && records.get(scope, String(named)) ? pointer : takenField(records, scope, received);
  if (taken !== undefined && !(engine.has("duplicate-accepted") && taken !== pointer)) return duplicate(taken);
  const isTaken = !family.resource && records.get(scope, "") !== undefined;
  if (isTaken && documentsConflict(operation)) {
    return { kind: "refused", statuses: [409], reason: "The resource exists." };
  }
  const made = maker.created(family, engine.has("lost-field") ? withoutField(engine, family, received) : (sent ?? {}));
  const described = upload ? { ...made, ...factsOf(engine, family, upload.file, sent ?? {}) } : made;
  const collection = isByPath ? scope : values;
  const stored = engine.add(tenant, { family, operation, collection }, described, isNamed ? named : undefined);
  if (stored && upload) {
    const at = [...stored.scope, stored.key];
    keepFile(engine, { tenant, role: { family: upload.family, act: "create" }, values: at }, upload.file);
  }
  return stored && shown(family, stored, true);
}

/** The file that a creation uploads, and the family of its bytes. */
function uploadTo({ families }: Engine, family: Family, request: StateRequest) {
  const bytes = families.fileOf(family);
  const file = bytes && uploadedFile(request);
  return bytes && file ? { family: bytes, file } : undefined;
}

/** The fields of a form that are not files. */
function withoutFiles(operation: Operation, sent: JsonObject | undefined): JsonObject | undefined {
  const form = uploadForm(operation);
  const names = form ? filesOf(form) : [];
  return sent && Object.fromEntries(Object.entries(sent).filter(([name]) => !names.includes(name)));
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

/** The sent fields without one, which responses show and need not have: a fault on purpose. */
function withoutField({ maker }: Engine, family: Family, sent: JsonObject): JsonObject {
  const fields = maker.viewsOf(family).flatMap((view) => view.fields);
  const isRequired = (name: string) => fields.some((field) => field.name === name && field.isRequired);
  const isLost = (name: string) => fields.some((field) => field.name === name) && !isRequired(name);
  const names = Object.keys(sent);
  const lost = names.find(isLost) ?? names[0];
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name !== lost));
}
