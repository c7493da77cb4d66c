import { isObject } from "../../../openapi/document.js";
import { createResource, isWritable, removeCreated } from "../../generation/create-resource.js";
import { hasSentValues, isOther } from "../../generation/ownership.js";
import { successExample } from "../../generation/valid-request.js";
import type { CaseContext } from "../../model/case-context.js";
import { Skipped } from "../../model/skipped.js";
import { resourcesOf } from "../../relations/find-resources.js";
import { pathKey } from "../../relations/path-parameters.js";
import type { Resource } from "../../relations/resource.js";
import { followedLinks } from "../linked-requests.js";
import { type Suite, testCase } from "../suite.js";
import { expectDeletion } from "./deletion.js";
import { expectListed } from "./listing.js";
import { expectNested } from "./nested.js";
import { expectHidden } from "./other-parent.js";
import { expectFound, expectSentValues } from "./retrieve.js";
import { expectUpdates } from "./updates.js";

/**
 * Creates a resource and follows it by the paths of the document: it is found and listed, changes are kept, and after its
 * deletion it is gone. The suite `links` does the same where links state the relations.
 */
export const lifeCycle: Suite = ({ contract }, operation) => {
  const resource = resourcesOf(contract).get(`${pathKey(operation.path)}/{}`);
  if (resource?.create !== operation) return [];
  // The suite `links` sends the examples of the document.
  const hasBody = !operation.requestBody?.required || successExample(operation)?.body !== undefined;
  if (hasBody && followedLinks(contract, operation).length > 0) return [];
  const { retrieve, list, replace, update, remove } = resource;
  const used = [retrieve, list?.operation, update, replace, remove].flatMap((each) => each?.id ?? []);
  if (used.length === 0) return [];
  return [
    testCase("life-cycle", operation, `the created resource lives as ${used.join(", ")} suggest`, {
      run: (context) => live(context, resource),
    }),
  ];
};

async function live(context: CaseContext, resource: Resource): Promise<void> {
  let created = await createResource(context, resource);
  let isDeleted = false;
  try {
    const found = await expectFound(context, created);
    const isLost = resource.retrieve !== undefined && found === undefined;
    if (isLost) return;
    if (found) expectSentValues(context, created, found);
    if (found && isOther(created, found)) {
      created = { ...created, isIdentified: false };
      throw new Skipped("the created resource has other values than the sent ones, so the run does not change it");
    }
    // A response that has the sent values shows the created resource.
    if (found && hasSentValues(context, created, found)) created = { ...created, isIdentified: true };
    const wasListed = await expectListed(context, created);
    if (!isWritable(created)) {
      throw new Skipped("the run has not certainly created the resource, so it does not change it");
    }
    const remains = !isObject(found) || (await expectUpdates(context, created, found));
    if (!remains) return;
    await expectNested(context, created);
    if (created.parent) await expectHidden(context, created, created.parent);
    isDeleted = await expectDeletion(context, created, wasListed);
  } finally {
    await removeCreated(context, isDeleted ? created.parent : created);
  }
}
