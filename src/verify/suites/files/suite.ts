import { filesOf, isDownload, isFileType, uploadForm } from "#statements/files.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import { ownableResource } from "#verify/steps/own-resource.js";
import { type Suite, testCase } from "../suite.js";
import { expectUploadedForms } from "./forms.js";
import { expectUploads } from "./uploads.js";

/** Uploaded bytes come back: from the path of the upload, or from one below the resource that the upload creates. */
export const files: Suite = (context, operation) => {
  const { contract } = context;
  const content = operation.requestBody?.content ?? [];
  const behavior = "stores the uploaded bytes";
  const place = operation.requestBody?.pointer ?? operation.pointer;
  const effect = { operation, place, basis: "inferred" } as const;
  const above = operation.method === "put" ? ownableResource(context, operation) : undefined;
  const beside = contract.operationsAt(operation.path).find(isDownload);
  const types = content.filter(({ name }) => isFileType(name));
  if (above && beside && types.length > 0) {
    const upload = { ...effect, download: beside, types, resource: above };
    return [testCase("files", operation, behavior, { run: (running) => expectUploads(running, upload) })];
  }
  const resource = resourceCreatedBy(contract, operation);
  const form = uploadForm(operation);
  if (!resource || !form) return [];
  const fields = filesOf(form);
  const download = [resource.retrieve, ...resource.nested].find(
    (candidate) => candidate && isDownload(candidate) && pathKey(candidate.path).startsWith(resource.key),
  );
  const upload = { ...effect, download, form, fields, resource };
  return [testCase("files", operation, behavior, { run: (running) => expectUploadedForms(running, upload) })];
};
