import { isWithin, pointerNames } from "#openapi/document/pointer.js";
import { REQUIREMENTS } from "#openapi/document/requirements.js";
import { isRedirectKey, isSuccessKey } from "#openapi/operations/methods.js";
import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { About } from "../model/finding/about.js";
import type { Basis } from "../model/finding/kinds.js";
import { isRejection, isServerError, isSuccess } from "../model/request/exchange.js";
import type { Expectation } from "../model/request/expectation.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { Check, CheckContext } from "./check.js";

/**
 * The status is documented for the case: exactly, by its range, or by `default` (Responses Object, OpenAPI 3.1, 4.8.16).
 * Invalid requests are rejected. A server error is always a finding, unless the document expects it.
 */
export const status: Check = {
  id: "status",
  run(context) {
    const { spec, expected, exchange } = context;
    const problem = problemOf(context);
    if (problem === undefined) return [];
    const { basis, text } = problem;
    return [
      {
        check: this.id,
        basis,
        message: `${exchange.status}${text}`,
        place: expected.place,
        places: [[expected.place, ...expected.places]],
        expected: `${wantedStatuses(expected)} (${expected.why})`,
        received: `${exchange.status}${exchange.body ? ` ${exchange.body}` : ""}`,
        about: aboutStatus(spec, expected),
        // A resource that others deleted meanwhile is rightly rejected.
        isVolatile: isRejection(exchange) && basis === "stated",
      },
    ];
  },
};

function aboutStatus({ operation, parameters, body }: RequestSpec, expected: Expectation): About {
  const { kind, why, fault, places } = expected;
  const sought = parameters.filter(({ source }) => source.kind === "response" || source.kind === "list");
  const requirements = places
    .filter((place) => isWithin(place, REQUIREMENTS))
    .map((place) => pointerNames(place).at(-1) ?? "");
  const foundBy = sought.flatMap(({ parameter: { name, identifies } }) => {
    return identifies.length > 0 ? identifies.map((pointer) => pointerNames(pointer).at(-1) ?? "") : [name, "id"];
  });
  return {
    wanted: kind,
    why,
    documented:
      kind === "any" ? operation.responses.map(({ status: key }) => key).join(" or ") : wantedStatuses(expected),
    ...(operation.requestBody && body === undefined ? { lacksBody: true } : {}),
    ...(fault ? { fault } : {}),
    ...(foundBy.length > 0 ? { foundBy } : {}),
    ...(requirements.length > 0 ? { requirements } : {}),
  };
}

const MUST_REJECT = ", but the request must get a 4xx";

interface Problem {
  /** The sentence after the status. */
  text: string;
  basis: Basis;
}

function problemOf({ spec, expected, exchange }: CheckContext): Problem | undefined {
  const { operation } = spec;
  const found = responseFor(operation, exchange.status);
  if (
    isServerError(exchange) &&
    !expected.responses.some((response) => response === found && /^5/.test(response.status))
  ) {
    return { text: ", a server error", basis: "stated" };
  }
  const statuses = operation.responses.map((response) => response.status).join(", ");
  const undocumented = `, but the document lists only ${statuses || "no status"}`;
  if (expected.kind === "rejection") {
    if (isRejection(exchange)) {
      return documentsRejection(operation, found) ? undefined : { text: undocumented, basis: "lenient" };
    }
    if (isSuccess(exchange)) return { text: acceptedText(expected), basis: expected.ifAccepted };
    return { text: MUST_REJECT, basis: "stated" };
  }
  if (expected.kind === "not-found" && isRejection(exchange) && !documentsStatus(found)) {
    return documentsRejection(operation, found) ? undefined : { text: undocumented, basis: "lenient" };
  }
  if (!found) {
    return expected.kind === "any" && isRejection(exchange) ? undefined : { text: undocumented, basis: "stated" };
  }
  if (expected.kind === "any" || expected.responses.includes(found)) {
    // `default` may describe errors; then it is not a success. A documented redirection is one.
    const isOther = expected.kind === "success" && exchange.status >= 300 && !isRedirectKey(found);
    return isOther ? { text: ", but the request must succeed", basis: "stated" } : undefined;
  }
  return { text: `, but the document has ${wantedStatuses(expected)} for this case`, basis: "stated" };
}

/** Names the violation that a server may overlook, so that a reader sees why it is only a warning. */
function acceptedText({ place, ifAccepted }: Expectation): string {
  if (ifAccepted === "lenient" && place.endsWith("/format")) return ", although the value has another format";
  if (ifAccepted === "lenient" && place.endsWith("/content")) return ", although the body has another media type";
  return MUST_REJECT;
}

/**
 * Whether the document has a rejection, by its number, its range, or by `default`: beside a success, `default` describes the other
 * responses (OpenAPI 3.1, 4.8.16).
 */
function documentsRejection({ responses }: Operation, found: DocumentedResponse | undefined): boolean {
  return found !== undefined && (found.status !== "default" || responses.some(isSuccessKey));
}

/** Whether the document has a status, by its number or its range. `default` states none. */
export function documentsStatus(response: DocumentedResponse | undefined): boolean {
  return response !== undefined && response.status !== "default";
}

function wantedStatuses({ kind, responses }: Expectation): string {
  if (kind === "rejection") return "4xx";
  return responses.map((response) => response.status).join(" or ") || "a documented status";
}
