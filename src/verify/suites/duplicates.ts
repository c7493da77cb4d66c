import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { pointerTo, valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { schemasAt } from "#openapi/schema/schemas-at.js";
import { propertiesAt } from "#statements/schema-fields.js";
import { broken } from "#verify/rules/sentence.js";
import type { Basis } from "../model/finding/kinds.js";
import { isSuccess } from "../model/request/exchange.js";
import { faultOf, rejection } from "../model/request/expectation.js";
import { structuredBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { skipFor } from "../model/test-case/need.js";
import { Skipped } from "../model/test-case/skipped.js";
import { covers } from "../model/test-case/test-case.js";
import { resourceCreatedBy } from "../relations/find-resources.js";
import { isSameId } from "../relations/identifiers.js";
import type { Resource } from "../relations/resource.js";
import { withUniqueParameters } from "../requests/accepted-values/parameters.js";
import { generatedMediaType } from "../requests/generated-parts.js";
import { saysUnique, uniqueFields } from "../requests/named-fields.js";
import { type Creation, createdBy, sendCreation } from "../resources/created/create-resource.js";
import { type Suite, testCase } from "./suite.js";

/**
 * A second resource with the same value is rejected, where the document says of a field that it is unique, or has a 409 whose
 * description says so: `Another customer has this email address.` A server need not use each documented response, so the latter
 * alone is worth a warning. Where the 409 has no words (`Conflict`), the whole body is sent a second time.
 */
export const duplicates: Suite = ({ contract }, operation) => {
  const resource = resourceCreatedBy(contract, operation);
  const uniqueness = resource && uniquenessOf(contract.document, operation);
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

/** The fields of a new resource that no two resources share. */
interface Uniqueness {
  /** An empty list if the document has a 409, and does not say for which of them. */
  fields: readonly string[];
  /** Where the document says so. */
  place: string;
  basis: Basis;
}

/** A description of a 409 that says no more than the name of the status (RFC 9110, 15.5.10). */
const WITHOUT_WORDS = /^\W*(409\W*)?(a |the )?(conflict)?( error| response)?\W*$/i;

function partOf({ fields }: Uniqueness): string {
  return fields.length > 0 ? fields.join(" and ") : "body";
}

function uniquenessOf(document: OpenApiDocument, operation: Operation): Uniqueness | undefined {
  const mediaType = generatedMediaType(operation);
  if (!mediaType) return undefined;
  const texts = propertiesAt(document, mediaType, "").flatMap((name) => {
    const places = schemasAt(document, mediaType.schemaPointer, pointerTo("", name)).at(-1) ?? [];
    const schemas = places.map((place) => asObject(valueAt(document, place)));
    const isPlain = schemas.every(({ type }) => ![type].flat().some((own) => own === "object" || own === "array"));
    const isStated = schemas.some(({ description }) => saysUnique(String(description ?? "")));
    return isPlain ? [{ name, isStated, place: places[0] ?? mediaType.schemaPointer }] : [];
  });
  const [stated] = texts.filter(({ isStated }) => isStated);
  if (stated) return { fields: [stated.name], place: stated.place, basis: "stated" };
  const conflict = operation.responses.find(({ status }) => status === "409");
  const names = texts.map(({ name }) => name);
  if (!conflict) return undefined;
  const fields = uniqueFields(conflict.description, names);
  const isKnown = fields.length > 0 || WITHOUT_WORDS.test(conflict.description);
  return isKnown ? { fields, place: conflict.pointer, basis: "lenient" } : undefined;
}

async function sendTwice(
  context: CaseContext,
  resource: Resource,
  operation: Operation,
  uniqueness: Uniqueness,
): Promise<void> {
  const { fields, place, basis } = uniqueness;
  if (!context.target.keepsState) throw new Skipped(skipFor({ kind: "state" }));
  const creation = await sendCreation(context, operation, { isChecked: false });
  const sent = asObject(structuredBody(creation.request));
  const values = fields.flatMap((field) => (sent[field] === undefined ? [] : `${field} ${jsonText(sent[field])}`));
  if (fields.length > 0 && values.length === 0) throw new Skipped(`the accepted body has no ${fields.join(" or ")}`);
  if (!creation.request.body) throw new Skipped("the accepted request has no body");
  const request = withUniqueParameters(context.generator, creation.request);
  const exchange = await context.send(request);
  const { status } = exchange;
  const part = partOf(uniqueness);
  const why = fields.length > 0 ? `another resource has the ${values.join(" and ")}` : "the same body was sent before";
  const fault = faultOf(undefined, `the same ${part}`);
  if (!isSuccess(exchange)) {
    return context.check(request, rejection(operation, why, { place, fault }), exchange);
  }
  const identityOf = (sending: Creation) => createdBy(context.contract, resource, operation, sending)?.value;
  const [first, second] = [identityOf(creation), identityOf({ ...creation, request, exchange })];
  // A server may respond with the resource that it has.
  if (first === undefined || second === undefined || isSameId(first, second)) return;
  context.fail(
    {
      ...(fields.length > 0
        ? broken("duplicate-accepted", { status, field: part })
        : broken("repeated-creation-accepted", { status })),
      basis,
      about: { wanted: "rejection", why, fault },
      place,
      expected: `4xx (${why})`,
      received: `${status} ${exchange.body}`,
    },
    exchange,
  );
}
