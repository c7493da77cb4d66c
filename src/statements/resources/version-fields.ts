import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { plainName } from "../names.js";
import { propertyNames } from "./envelope-schema.js";
import { isVersionToken } from "./version-tokens.js";

/** Names that may mean the version of a resource, or data of it. */
const LIKELY = ["hash", "sha", "digest", "version", "revision", "rev", "versionid", "revisionid"];

/** The field of a body that names the version of what an operation changes; undefined if the document has none. */
export function versionField(document: OpenApiDocument, { requestBody }: Operation): string | undefined {
  const names = (requestBody?.content ?? []).flatMap((content) => propertyNames(document, content, ""));
  return names.find(isVersionToken) ?? names.find((name) => LIKELY.includes(plainName(name)));
}
