import { mediaTypeOf } from "#http/media-type.js";
import { preferredOffer } from "#http/negotiate.js";
import { isSafe, isSuccessKey } from "#openapi/operations/methods.js";
import type { MediaType, Operation } from "#openapi/operations/operation.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { coversStated, type TestCase } from "#verify/model/test-case/test-case.js";
import { requireValidRequest } from "#verify/resources/valid-request.js";
import { testCase } from "../suite.js";

/** The status of a server that has no representation in a wanted media type (RFC 9110, 15.5.7). */
const NOT_ACCEPTABLE = 406;

/**
 * Asks for each media type of a success that other requests ask for last. A server may choose by other means than `Accept`, so
 * any documented response is right (RFC 9110, 12.5.1).
 */
export function otherMediaTypes(operation: Operation): TestCase[] {
  if (!isSafe(operation) || operation.method === "head") return [];
  return othersOf(operation).map(({ name, schemaPointer }) =>
    testCase("examples", operation, `Accept: ${mediaTypeOf(name)}`, {
      covers: [coversStated(operation, [schemaPointer])],
      async run(context) {
        const request = { ...(await requireValidRequest(context, operation)), only: name };
        const exchange = await context.send(request);
        if (exchange.status === NOT_ACCEPTABLE) throw new Skipped(`the target does not send ${name} because of Accept`);
        await context.check(request, anyResponse(operation, `the document has ${name}`), exchange);
      },
    }),
  );
}

/**
 * The media types of the successes of an operation, each once. Ranges are left out, and so is the one that is preferred
 * anyway.
 */
function othersOf({ responses }: Operation): MediaType[] {
  const content = responses.filter(isSuccessKey).flatMap((response) => response.content);
  const seen = new Set([mediaTypeOf(preferredOffer(content)?.name ?? "")]);
  return content.filter(({ name }) => {
    const type = mediaTypeOf(name);
    const isOther = !type.includes("*") && !seen.has(type);
    seen.add(type);
    return isOther;
  });
}
