import { MOCK_WARNING } from "#http/mock-state.js";
import { isWithin, pointerNames } from "#openapi/document/pointer.js";
import { REQUIREMENTS } from "#openapi/document/requirements.js";
import { isAcceptedKey, isRedirectKey, isSuccessKey } from "#openapi/operations/methods.js";
import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import { broken } from "#verify/rules/sentence.js";
import type { About } from "../model/finding/about.js";
import type { Breach } from "../model/finding/breach.js";
import type { Basis } from "../model/finding/kinds.js";
import { type Exchange, isRedirect, isRejection, isServerError, isSuccess } from "../model/request/exchange.js";
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
    const { basis, breach } = problem;
    return [
      {
        ...breach,
        basis,
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
  const { kind, why, fault, places, isExample, isHidden } = expected;
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
    ...(isExample ? { isExample } : {}),
    ...(isHidden ? { isHidden } : {}),
    ...(fault ? { fault } : {}),
    ...(foundBy.length > 0 ? { foundBy } : {}),
    ...(requirements.length > 0 ? { requirements } : {}),
  };
}

interface Problem {
  breach: Breach;
  basis: Basis;
}

function problemOf({ spec, expected, exchange }: CheckContext): Problem | undefined {
  const { operation } = spec;
  const { status } = exchange;
  const found = responseFor(operation, status);
  if (
    isServerError(exchange) &&
    !expected.responses.some((response) => response === found && /^5/.test(response.status))
  ) {
    return { breach: broken("server-error", { status }), basis: "stated" };
  }
  const documented = operation.responses.map((response) => response.status).join(", ") || "no status";
  const undocumentedRejection = (): Problem => {
    return { breach: broken("undocumented-rejection", { status, documented }), basis: "lenient" };
  };
  const isTurnedAway = isRejection(exchange) || redirectsAway(exchange, found);
  if (expected.kind === "rejection") {
    if (isTurnedAway) return documentsRejection(operation, found) ? undefined : undocumentedRejection();
    if (isSuccess(exchange)) return { breach: accepted(expected, status), basis: expected.ifAccepted };
    return { breach: broken("invalid-request-accepted", { status }), basis: "stated" };
  }
  if (expected.kind === "not-found" && isTurnedAway && !documentsStatus(found)) {
    return documentsRejection(operation, found) ? undefined : undocumentedRejection();
  }
  if (!found) {
    const breach = broken("undocumented-status", { status, documented });
    // A document may list errors alone. Our mock says that the document leaves it no other status.
    const isOpen = isSuccess(exchange) && !operation.responses.some(isAcceptedKey);
    const basis = isOpen || exchange.headers.has(MOCK_WARNING) ? "lenient" : "stated";
    return expected.kind === "any" && isRejection(exchange) ? undefined : { breach, basis };
  }
  if (expected.kind === "any" || expected.responses.includes(found)) {
    // `default` may describe errors; then it is not a success. A documented redirection is one.
    const isOther = expected.kind === "success" && exchange.status >= 300 && !isRedirectKey(found);
    return isOther ? { breach: broken("no-success", { status }), basis: "stated" } : undefined;
  }
  const wanted = wantedStatuses(expected);
  return { breach: broken("other-status-than-documented", { status, documented: wanted }), basis: "stated" };
}

/** The parameter of an address that has the code of an error (RFC 6749, 4.1.2.1 and 4.2.2.1). */
const ERROR = /[?&#]error=/;

/** Whether a redirection is not a success of the document. It leads to a login, to an explanation, or back with an error. */
function redirectsAway(exchange: Exchange, found: DocumentedResponse | undefined): boolean {
  const location = exchange.headers.get("location");
  if (location === null || !isRedirect(exchange)) return false;
  return ERROR.test(location) || found === undefined || !isRedirectKey(found);
}

/** Names the violation that a server may overlook, so that a reader sees why it is only a warning. */
function accepted({ place, ifAccepted }: Expectation, status: number): Breach {
  if (ifAccepted === "lenient" && place.endsWith("/format")) return broken("other-format-accepted", { status });
  if (ifAccepted === "lenient" && place.endsWith("/content")) return broken("other-media-type-accepted", { status });
  return broken("invalid-request-accepted", { status });
}

/**
 * Whether the document has a rejection, by its number, its range, or by `default`. Beside a success, `default` describes the
 * other responses (OpenAPI 3.1, 4.8.16).
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
