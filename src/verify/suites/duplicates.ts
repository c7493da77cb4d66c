import { asObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import type { Resource } from "#statements/resources/resource.js";
import { type Uniqueness, uniquenessOf } from "#statements/resources/uniqueness.js";
import { noDuplicate } from "../judges/rejections.js";
import { isSuccess } from "../model/request/exchange.js";
import { faultOf, rejection } from "../model/request/expectation.js";
import { structuredBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { skipFor } from "../model/test-case/need.js";
import { Skipped } from "../model/test-case/skipped.js";
import { covers } from "../model/test-case/test-case.js";
import { withUniqueParameters } from "../requests/accepted-values/parameters.js";
import { generatedMediaType } from "../requests/generated-parts.js";
import { type Creation, createdBy, sendCreation } from "../resources/created/create-resource.js";
import { type Suite, testCase } from "./suite.js";

/**
 * A second resource with the same value is rejected, where the document calls a field unique. A 409 may also say so in its
 * description, as in `Another customer has this email address`. A server need not use each documented response, so the
 * latter alone is worth a warning. Where the 409 has no words (`Conflict`), the whole body is sent a second time.
 */
export const duplicates: Suite = ({ contract }, operation) => {
  const resource = resourceCreatedBy(contract, operation);
  const mediaType = generatedMediaType(operation);
  const uniqueness = resource && mediaType && uniquenessOf(contract.document, operation, mediaType);
  if (!resource || !uniqueness) return [];
  const { place } = uniqueness;
  return [
    testCase("invalid-requests", operation, `rejects a second resource with the same ${partOf(uniqueness)}`, {
      covers: [covers(operation, [place])],
      isolated: true,
      run: (context) => sendTwice(context, resource, operation, uniqueness),
    }),
  ];
};

function partOf({ fields }: Uniqueness): string {
  return fields.length > 0 ? fields.join(" and ") : "body";
}

async function sendTwice(
  context: CaseContext,
  resource: Resource,
  operation: Operation,
  uniqueness: Uniqueness,
): Promise<void> {
  const { fields, place } = uniqueness;
  if (!context.target.keepsState) throw new Skipped(skipFor({ kind: "state" }));
  const creation = await sendCreation(context, operation, { isChecked: false });
  const sent = asObject(structuredBody(creation.request));
  const values = fields.flatMap((field) => (sent[field] === undefined ? [] : `${field} ${jsonText(sent[field])}`));
  if (fields.length > 0 && values.length === 0) throw new Skipped(`the accepted body has no ${fields.join(" or ")}`);
  if (!creation.request.body) throw new Skipped("the accepted request has no body");
  const request = withUniqueParameters(context.generator, creation.request);
  const exchange = await context.send(request);
  const part = partOf(uniqueness);
  const why = fields.length > 0 ? `another resource has the ${values.join(" and ")}` : "the same body was sent before";
  const fault = faultOf(undefined, `the same ${part}`);
  if (!isSuccess(exchange)) {
    return context.check(request, rejection(operation, why, { place, fault }), exchange);
  }
  const identityOf = (sending: Creation) => createdBy(context.contract, resource, operation, sending)?.value;
  const identities = [identityOf(creation), identityOf({ ...creation, request, exchange })] as const;
  context.judge(noDuplicate({ uniqueness, part, why, identities }, exchange));
}
