import { isObject } from "#openapi/document/document.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { resourceCreatedBy } from "#verify/relations/find-resources.js";
import type { Resource } from "#verify/relations/resource.js";
import { successExample } from "#verify/requests/known-values.js";
import { followedLinks } from "#verify/requests/linked-requests.js";
import { createResource, isConfirmed } from "#verify/resources/create-resource.js";
import { isOther } from "#verify/resources/proof.js";
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
  const resource = resourceCreatedBy(contract, operation);
  if (!resource) return [];
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
  const created = await createResource(context, resource);
  const found = await expectFound(context, created);
  const isLost = resource.retrieve !== undefined && found === undefined;
  if (isLost) return;
  if (found) expectSentValues(context, created, found);
  if (found && isOther(created.request, found)) {
    throw new Skipped("the created resource has other values than the sent ones, so the run does not change it");
  }
  const wasListed = await expectListed(context, created);
  if (!(await isConfirmed(context, created))) {
    throw new Skipped("the run has not certainly created the resource, so it does not change it");
  }
  const remains = !isObject(found) || (await expectUpdates(context, created, found));
  if (!remains) return;
  await expectNested(context, created);
  if (created.parent) await expectHidden(context, created, created.parent);
  await expectDeletion(context, created, wasListed);
}
