import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { propertyNames } from "#statements/resources/envelope-schema.js";
import { endsInParameter, pathKey } from "#statements/resources/path-parameters.js";
import type { Family, Role, StatedDocument } from "./family.js";

/** The acts of methods that change a resource at the path of its collection. */
const ACTS = { put: "replace", patch: "update" } as const;

/** The role of an operation whose body names the resource that it changes: `PUT /pet` with the `id` of a pet. */
export function roleByBody(
  { document }: StatedDocument,
  operation: Operation,
  families: readonly Family[],
): Role | undefined {
  const { method, path, requestBody } = operation;
  if ((method !== "put" && method !== "patch") || endsInParameter(path)) return undefined;
  const sent = (requestBody?.content ?? []).flatMap((content) => propertyNames(document, content, ""));
  const family = families.find(({ key, resource, identifiers: [identifier] }) => {
    const isOwn = resource !== undefined && key === `${pathKey(path)}/{}`;
    return isOwn && identifier !== undefined && sent.includes(pointerNames(identifier.pointer)[0] ?? "");
  });
  return family && { family, act: ACTS[method], isByBody: true };
}
