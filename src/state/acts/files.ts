import { bytesOf, formParts, octetsOf, utf8Of } from "#http/body/form-parts.js";
import { MULTIPART, mediaTypeOf } from "#http/media-type.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import { responseFor } from "#openapi/operations/status.js";
import { type FileProperty, filePropertyOf, filesOf, uploadForm } from "#statements/files.js";
import { successContents } from "#statements/schema-fields.js";
import { documentsMissing } from "../documented-refusals.js";
import { type Engine, found, type Place, type StateRequest } from "../engine.js";
import type { Family } from "../family.js";
import type { Stored } from "../store.js";
import { hasMark, type Tenant } from "../tenants.js";
import { placeIn, type View, viewAt } from "../view.js";
import { tagOf, unmetCondition } from "./conditions.js";
import { type FilePart, missing, type Outcome, type UploadedFile } from "./outcome.js";
import { shown } from "./shown.js";

/** The file in the body of a request: its whole body, or the first file of its form. */
export function uploadedFile({
  operation,
  content,
}: Pick<StateRequest, "content" | "operation">): UploadedFile | undefined {
  if (!content) return undefined;
  if (mediaTypeOf(content.type) !== MULTIPART) {
    return { type: content.type, name: undefined, bytes: Uint8Array.from(content.bytes) };
  }
  const form = uploadForm(operation);
  const fields = form ? filesOf(form) : [];
  const part = formParts(content.type, octetsOf(content.bytes)).find(({ name }) => fields.includes(utf8Of(name)));
  if (!part) return undefined;
  const name = part.filename === undefined ? undefined : utf8Of(part.filename);
  return { type: part.type ?? "application/octet-stream", name, bytes: bytesOf(part.content) };
}

/** Puts the bytes of a request at a path, in place of those that are there. */
export function upload(engine: Engine, place: Place, request: StateRequest): Outcome | undefined {
  const { document } = engine.stated;
  const { role, values } = place;
  const file = uploadedFile(request);
  const before = found(engine.recordsAt(place), role.family, values);
  const unmet = unmetCondition(request, before);
  if (unmet || !file) return unmet;
  const stored = keepFile(engine, place, file);
  const facts = successContents(request.operation).map((content) =>
    fileFacts(viewAt(document, content, placeIn(engine.stated, role.family, content)), file),
  );
  return shown(role.family, { ...stored, value: Object.assign({}, ...facts) }, before === undefined);
}

/** Keeps the bytes of a file at the path of a place. */
export function keepFile(
  { tenants }: Engine,
  { role: { family }, values, tenant }: Place,
  { type, name, bytes }: UploadedFile,
): Stored {
  const records = tenants.recordsOf(tenant, family);
  const scope = values.slice(0, family.position);
  const sequence = tenants.next();
  const value = { type, ...(name === undefined ? {} : { name }), bytes: btoa(octetsOf(bytes)) };
  const before = records.get(scope, "");
  const stored = {
    key: "",
    scope,
    collection: scope,
    sequence: before?.sequence ?? sequence,
    version: sequence,
    value,
  };
  records.set(stored);
  return stored;
}

/** Sends the bytes of a path, or a part of them; undefined for those of a resource without an upload. */
export function download(engine: Engine, place: Place, request: StateRequest): Outcome | undefined {
  const { role, values, tenant } = place;
  const owner = role.family.file?.owner;
  if (owner && !found(engine.tenants.recordsOf(tenant, owner), owner, values)) return missing("The resource");
  const stored = engine.recordsAt(place).get(values.slice(0, role.family.position), "");
  if (!stored) return owner || isGiven(role.family, tenant) ? undefined : missing("The file");
  const unmet = unmetCondition(request, stored);
  if (unmet) return unmet;
  const { type, name, bytes } = stored.value;
  const file = {
    type: String(type),
    name: name === undefined ? undefined : String(name),
    bytes: bytesOf(atob(String(bytes))).slice(0, engine.has("cut-file") ? -1 : undefined),
  };
  const hasParts = responseFor(request.operation, 206)?.status === "206";
  const part = hasParts ? partOf(request.range, file.bytes.length) : undefined;
  if (part === "outside") return { kind: "refused", statuses: [416], reason: "The file has no such range." };
  return { kind: "file", file, part, tag: tagOf(stored) };
}

/** A file without a resource around it is there from the start, unless it may be missing and removed. */
function isGiven(family: Family, tenant: Tenant): boolean {
  const { position, remove, retrieve } = family;
  const isAlways = !remove || (retrieve !== undefined && !documentsMissing(retrieve));
  return position === 0 && isAlways && !hasMark(tenant, removedMark(family));
}

/** The mark of a tenant that has removed a file. */
export function removedMark({ key }: Family): string {
  return `removed ${key}`;
}

/** The first and the last place of a range of bytes (RFC 9110, 14.1.2). Other ranges are ignored. */
function partOf(range: string | undefined, length: number): FilePart | "outside" | undefined {
  const [, from = "", to = ""] = /^bytes=(\d*)-(\d*)$/.exec(range ?? "") ?? [];
  if (from === "" && to === "") return undefined;
  const first = from === "" ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === "" || to === "" ? length - 1 : Math.min(Number(to), length - 1);
  return first > last ? "outside" : { first, last };
}

/** The fields of a resource that describe its file by their names. */
export function fileFacts(view: View, file: UploadedFile): JsonObject {
  const facts: Record<FileProperty, Json | undefined> = { size: file.bytes.length, type: file.type, name: file.name };
  return Object.fromEntries(
    view.fields.flatMap(({ name }): [string, Json][] => {
      const property = filePropertyOf(name);
      const fact = property && facts[property];
      return fact === undefined ? [] : [[name, fact]];
    }),
  );
}
