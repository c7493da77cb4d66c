import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { plainName } from "../names.js";
import { propertyNames } from "./envelope.js";

/** Names of fields whose values change with each change of a resource, as plain names. */
const TOKENS = [
  ...["checksum", "etag", "lockversion", "rowversion", "resourceversion"],
  ...["concurrencytoken", "concurrencystamp", "versiontoken"],
];

/** Names that may mean the version of a resource, or data of it. */
const LIKELY = ["hash", "sha", "digest", "version", "revision", "rev", "versionid", "revisionid"];

/** Whether a change names its base version by a field of this name. Afterwards, the field shows another version. */
export function isVersionToken(name: string): boolean {
  return TOKENS.includes(plainName(name));
}

/** The field of a body that names the version of what an operation changes; undefined if the document has none. */
export function versionField(document: OpenApiDocument, { requestBody }: Operation): string | undefined {
  const names = (requestBody?.content ?? []).flatMap((content) => propertyNames(document, content, ""));
  return names.find(isVersionToken) ?? names.find((name) => LIKELY.includes(plainName(name)));
}
