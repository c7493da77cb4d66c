import { asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { type Kind, referenceField } from "./api.js";
import { idValue } from "./ids.js";
import type { Reply } from "./reply.js";
import type { StoredRecord } from "./store.js";

/** How the server responds to the n-th creation of a kind, from 0. It may name a resource that existed. */
export function creationReply(kind: Kind, created: StoredRecord, all: readonly StoredRecord[], n: number): Reply {
  const { names, status } = kind.creation;
  const { seeded } = kind.ids;
  const lies = names === "old" || (names === "sometimes old" && n % 3 === 1);
  const id = lies ? (seeded[n % seeded.length] ?? seeded[0]) : names === "blank" ? "" : created.id;
  const location = locationOf(kind, created, id);
  return {
    status,
    headers: location === undefined ? {} : { location },
    body: status === 204 ? undefined : bodyOf(kind, created, all, id),
  };
}

function bodyOf(
  { creation, ids, idField, parameter, refersTo }: Kind,
  created: StoredRecord,
  all: readonly StoredRecord[],
  id: string,
): Json | undefined {
  const reference: JsonObject = refersTo
    ? { [referenceField(refersTo)]: idValue(refersTo.ids, refersTo.ids.seeded[0]) }
    : {};
  const value = idValue(ids, id);
  switch (creation.form) {
    case "id":
      return { [idField]: value, ...reference };
    case "data":
      return { data: { [idField]: value, ...reference } };
    case "parameter":
      return { [parameter]: value, ...reference };
    case "echo":
      return { ...reference, ...asObject(created.data), [idField]: value };
    case "beside owner":
      return { owner: { [idField]: idValue(ids, ids.seeded[0]) }, made: { [idField]: value, ...reference } };
    case "whole list":
      return all.map((record) => ({ [idField]: idValue(ids, record.id), ...record.data }));
    case "text":
      return "<p>Created</p>";
    case "empty":
      return undefined;
  }
}

function locationOf(kind: Kind, { parent }: StoredRecord, id: string): string | undefined {
  const { location } = kind.creation;
  if (location === "none") return undefined;
  const target = location === "other" ? (kind.refersTo ?? kind) : kind;
  const named = location === "other" ? target.ids.seeded[0] : id;
  return target.item
    .replace(`{${target.parameter}}`, encodeURIComponent(named))
    .replace(/\{[^}]+\}/, encodeURIComponent(parent ?? ""));
}
