import type { Operation } from "#openapi/operations/operation.js";
import { isDownload, isFileType, uploadForm } from "#statements/files.js";
import { pathKey, pathParameters } from "#statements/resources/path-parameters.js";
import type { Family, StatedDocument } from "./family.js";

/**
 * The bytes that a document lets clients upload and download. They are at one path, or belong to a resource whose creation
 * uploads them.
 *
 * @param resources the families of resources
 */
export function fileFamilies(stated: StatedDocument, resources: readonly Family[]): Family[] {
  const isUpload = (operation: Operation) => uploads(operation);
  return stated.operations.filter(isDownload).flatMap((download): Family[] => {
    const { path } = download;
    const beside = stated.operations.filter((other) => other.path === path && isUpload(other));
    const at = (method: string) => beside.find((other) => other.method === method);
    const owner = resources.find(
      ({ resource, create }) =>
        create && isUpload(create) && (resource?.retrieve === download || resource?.nested.includes(download)),
    );
    if (beside.length === 0 && !owner) return [];
    const isOwn = owner?.resource?.retrieve === download;
    const remove = stated.operations.find((other) => other.path === path && other.method === "delete" && !isOwn);
    const acts = { create: at("post"), retrieve: download, replace: at("put"), update: at("patch"), remove };
    const position = pathParameters(download).length;
    const none = { resource: undefined, identifiers: [], list: undefined, isGiven: false };
    return [{ key: `${pathKey(path)}#bytes`, position, ...none, ...acts, file: { owner } }];
  });
}

/** Whether an operation uploads a file: by a form, or as its whole body. */
function uploads(operation: Operation): boolean {
  const content = operation.requestBody?.content ?? [];
  const isBytes = content.length > 0 && content.every(({ name }) => isFileType(name));
  return isBytes || uploadForm(operation) !== undefined;
}
