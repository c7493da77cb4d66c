import { announcesNoState } from "#http/mock-state.js";
import { percentDecoded } from "#openapi/document/percent-decoded.js";
import { responseFor } from "#openapi/operations/status.js";
import { convertedValue } from "../checks/converted-value.js";
import { isReduced, mayBeClamped } from "../checks/page-size.js";
import { type CheckedExchange, checkExchange } from "../checks/registry.js";
import type { Contract } from "../model/contract.js";
import { type Exchange, isAccessDenied, isRejection } from "../model/request/exchange.js";
import { anyResponse, basisIfAccepted, type Expectation, rejection } from "../model/request/expectation.js";
import { pageFindings } from "../relations/check-page.js";
import { convertedParts } from "./converted-parts.js";
import type { RecordedReading, RecordedViolation } from "./read-request.js";
import { isRedacted } from "./redacted-values.js";

/** Statuses that HTTP defines for any resource, so that a document need not list them (RFC 9110, 15; RFC 6585, 4). */
const OF_ANY_RESOURCE = [206, 304, 429];

/**
 * Whether a response says something about the contract. It does not if there is no response, or if the protocol was
 * changed (101). Nor does it if only HTTP itself defines the undocumented status.
 */
export function isConclusive(exchange: Exchange, { spec: { operation } }: RecordedReading): boolean {
  if (exchange.status < 200) return false;
  return !OF_ANY_RESOURCE.includes(exchange.status) || responseFor(operation, exchange.status) !== undefined;
}

/**
 * Checks an exchange of somebody's traffic by the checks of `verify`. Any documented response to a valid request is right,
 * because the state of the server is unknown. An invalid request is a finding of its own, and must be rejected.
 *
 * @param isBodyKnown false if the body was not recorded; nothing is then said about it
 */
export async function checkRecorded(
  contract: Contract,
  request: RecordedReading,
  exchange: Exchange,
  { isBodyKnown, strict, stateless }: { isBodyKnown: boolean; strict: boolean; stateless: boolean },
): Promise<CheckedExchange> {
  const { spec, violations } = request;
  const keepsState = !stateless && !announcesNoState(exchange);
  const converted = keepsState && isBodyKnown ? convertedParts(contract, spec, exchange) : [];
  const isConverted = (violation: RecordedViolation) => violation.parameter === undefined && converted.length > 0;
  const unconverted = { ...request, violations: violations.filter((violation) => !isConverted(violation)) };
  const why = violations.find(isConverted)?.why ?? "";
  const expected = expectationOf(contract, unconverted, exchange, keepsState);
  const checked = await checkExchange({ contract, spec, expected, exchange, keepsState }, strict);
  const found = checked.findings.filter(
    // An invalid value is not shown as it was sent.
    ({ check, received }) =>
      (isBodyKnown || check !== "body") && !(check === "echo" && converted.length > 0) && !isRedacted(received),
  );
  // A server without state sends an example. No item of a page is compared with an invalid request.
  const ofPage = isBodyKnown && keepsState && violations.length === 0 ? pageFindings(contract, spec, exchange) : [];
  const conversions = converted
    .filter(({ fate }) => fate === "converted")
    .map((part) => convertedValue({ ...part, isDeclared: part.schemas.length > 0 }, why, exchange).finding);
  return { ...checked, findings: [...violations.map(({ finding }) => finding), ...found, ...conversions, ...ofPage] };
}

function expectationOf(
  contract: Contract,
  { spec, violations, doubt }: RecordedReading,
  exchange: Exchange,
  keepsState: boolean,
): Expectation {
  const { operation } = spec;
  const basisOf = ({ finding: { place }, ...violation }: RecordedViolation) =>
    basisIfAccepted({ ...violation, place }, { keepsState });
  const violation = violations.find((candidate) => basisOf(candidate) === "stated") ?? violations[0];
  if (!violation) {
    if (!isDecodable(exchange.request.url)) return anyResponse(operation, "a URL that cannot be decoded");
    // Recorders leave keys out, and nothing shows whether one is valid.
    const mayLackKey = operation.security.length > 0 && isAccessDenied(exchange);
    if (mayLackKey) return anyResponse(operation, "a request whose key may be wrong");
    if (doubt !== undefined && isRejection(exchange)) return anyResponse(operation, doubt);
    const any = anyResponse(operation, "a valid request");
    return { ...any, kind: "response", responses: operation.responses };
  }
  const { parameter, finding, why } = violation;
  const isClamped = parameter !== undefined && isReduced(contract.document, operation, parameter, spec, exchange);
  if (isClamped && mayBeClamped(contract.document, parameter.pointer)) return anyResponse(operation, why);
  return rejection(operation, why, {
    place: finding.place,
    ifAccepted: isClamped ? "lenient" : basisOf(violation),
  });
}

/** Whether the percent-encoding of a URL is that of UTF-8 (RFC 3986, 2.1 and 2.5). A server may refuse any other one. */
function isDecodable(url: string): boolean {
  return !/%(?![\da-f]{2})/i.test(url) && (!url.includes("%") || percentDecoded(url) !== url);
}
