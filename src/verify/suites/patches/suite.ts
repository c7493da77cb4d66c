import { mediaTypeOf } from "#http/media-type.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { pathKey } from "#statements/resources/path-parameters.js";
import { ownableResource } from "#verify/steps/own-resource.js";
import { type Suite, testCase } from "../suite.js";
import { expectJsonPatch } from "./json-patch.js";
import { expectMergePatch } from "./merge-patch.js";

/** Patches of a created resource: their media type says what they change (RFC 5789, 2). */
export const patches: Suite = (context, operation) => {
  const resource = ownableResource(context, operation);
  if (!resource || operation.requestBody === undefined || pathKey(operation.path) !== resource.key) return [];
  const jsonPatch = contentOf(operation, "application/json-patch+json");
  const mergePatch = contentOf(operation, "application/merge-patch+json");
  const patching = (mediaType: MediaType) => ({ operation, resource, mediaType, place: mediaType.pointer });
  return [
    ...(jsonPatch
      ? [
          testCase("patches", operation, "applies a JSON Patch as a whole or not at all", {
            run: (running) => expectJsonPatch(running, patching(jsonPatch)),
          }),
        ]
      : []),
    ...(mergePatch
      ? [
          testCase("patches", operation, "merges a patch into the resource", {
            run: (running) => expectMergePatch(running, patching(mergePatch)),
          }),
        ]
      : []),
  ];
};

function contentOf({ requestBody }: Operation, type: string): MediaType | undefined {
  return requestBody?.content.find(({ name }) => mediaTypeOf(name) === type);
}
