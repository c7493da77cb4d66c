import { asObject } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerNames } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { resourceCreatedBy } from "#statements/resources/find-resources.js";
import { isSameId } from "#statements/resources/identifying-values.js";
import type { Resource } from "#statements/resources/resource.js";
import { type Uniqueness, uniquenesses } from "#statements/resources/uniqueness.js";
import { noDuplicate } from "../judges/rejections.js";
import { isSuccess } from "../model/request/exchange.js";
import { rejection, repetitionOf } from "../model/request/expectation.js";
import { type RequestSpec, structuredBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { skipFor } from "../model/test-case/need.js";
import { Skipped } from "../model/test-case/skipped.js";
import { covers } from "../model/test-case/test-case.js";
import { withEqualTexts } from "../requests/accepted-values/changed-request.js";
import { withUniqueParameters } from "../requests/accepted-values/parameters.js";
import { generatedMediaType } from "../requests/generated-parts.js";
import { sendCreation } from "../resources/created/create-resource.js";
import { type Created, createdBy } from "../resources/created/created.js";
import { readCreated } from "../resources/created/read-created.js";
import { generatedTexts } from "../resources/ledger/proof.js";
import { type Suite, testCase } from "./suite.js";

/**
 * A second resource with the same value is rejected, where the document calls a field unique. A 409 may also say so in its
 * description, as in `Another customer has this email address`. A server need not use each documented response, so the
 * latter alone is worth a warning. Where the 409 has no words (`Conflict`), the whole body is sent a second time. A name that
 * the client chose is sent with other texts. The second creation must not replace the first resource.
 */
export const duplicates: Suite = ({ contract }, operation) => {
  const resource = resourceCreatedBy(contract, operation);
  const mediaType = generatedMediaType(operation);
  if (!resource || !mediaType) return [];
  const [key = ""] = pointerNames(resource.identifiers()[0]?.pointer ?? "").slice(-1);
  return uniquenesses(contract.document, operation, mediaType, key).map((uniqueness) =>
    testCase("invalid-requests", operation, `rejects a second resource with the same ${partOf(uniqueness)}`, {
      covers: [covers(operation, [uniqueness.place])],
      isolated: true,
      // The document says of a name only that there are conflicts: what it states is tested before.
      ...(uniqueness.isName && { turnOfRest: 3 }),
      run: (context) => sendTwice(context, resource, operation, uniqueness),
    }),
  );
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
  const first = createdBy(context.contract, resource, operation, creation);
  const [name = ""] = fields;
  const isNamed = first !== undefined && isSameId(first.value, sent[name]);
  if (uniqueness.isName && !isNamed) throw new Skipped(`the server gives the ${name} itself`);
  const other = isNamed ? withEqualTexts(context, creation.request, String(first.value)) : undefined;
  const request = other ?? withUniqueParameters(context.generator, creation.request);
  const exchange = await context.send(request);
  const part = partOf(uniqueness);
  const why = fields.length > 0 ? `another resource has the ${values.join(" and ")}` : "the same body was sent before";
  const fault = repetitionOf(place, `the same ${part}`);
  if (!isSuccess(exchange)) {
    return context.check(request, rejection(operation, why, { place, fault }), exchange);
  }
  const second = createdBy(context.contract, resource, operation, { ...creation, request, exchange });
  const identities = [first?.value, second?.value] as const;
  const isReplaced = first !== undefined && other !== undefined && (await shows(context, first, other));
  context.judge(noDuplicate({ uniqueness, part, why, identities, isReplaced }, exchange));
}

/** Whether a created resource has a text of a later request that its own one does not have. */
async function shows(context: CaseContext, created: Created, later: RequestSpec): Promise<boolean> {
  const own = generatedTexts(context.generator, created.request);
  const others = generatedTexts(context.generator, later).filter((text) => !own.includes(text));
  const { resource } = (await readCreated(context, created)) ?? {};
  return others.some((text) => jsonText(resource ?? null).includes(text));
}
