import { isJson } from "#http/media-type.js";
import { cookiesOf } from "#http/request/cookies.js";
import { type RequestReading, type RequestViolation, readRequest, violationText } from "#http/request/read-request.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { valueAt } from "#openapi/document/pointer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { broken } from "#verify/rules/sentence.js";
import type { Contract } from "../model/contract.js";
import type { FindingDraft } from "../model/finding/finding.js";
import type { Basis } from "../model/finding/kinds.js";
import { type BodySpec, GENERATED, type ParameterValue, type RequestSpec } from "../model/request/request-spec.js";
import type { RecordedExchange } from "./recorded-exchange.js";
import { isRedacted } from "./redacted-values.js";

/** A constraint of the document that a recorded request violates. */
export interface RecordedViolation {
  finding: FindingDraft;
  /** Why the request is invalid, as part of a sentence. */
  why: string;
  /** The basis of the finding if the server accepts the request nevertheless (default: `stated`). */
  ifAccepted?: Basis;
  /** The parameter that is concerned. */
  parameter: ParameterValue["parameter"] | undefined;
}

/** A recorded request as the checks see it, and its violations. */
export interface RecordedReading {
  spec: RequestSpec;
  violations: RecordedViolation[];
  /** Why a server may reject the request, although it violates nothing that is stated. It is a part of a sentence. */
  doubt: string | undefined;
}

/** Reads a recorded request by the document. Parts that were not recorded are ignored. */
export function readRecorded(
  { document, validator }: Contract,
  operation: Operation,
  path: Record<string, string>,
  { request: { url, headers, body: text } }: RecordedExchange,
): RecordedReading {
  const cookies = cookiesOf(headers.get("cookie"));
  const received = { path, query: url.searchParams, headers, cookies, body: text };
  const { parameters, body, violations } = readRequest(document, operation, received, validator);
  // Browsers and some recorders hide cookies.
  const isHidden = ({ kind, in: location }: RequestViolation) =>
    kind === "missing" && location === "cookie" && !headers.has("cookie");
  const sentAt = ({ parameter: wanted, at }: RequestViolation) => {
    const sent = wanted ? parameters.find(({ parameter }) => parameter === wanted) : body;
    return sent && "value" in sent ? valueAt(sent.value, at) : undefined;
  };
  const open = violations.find(({ basis }) => basis === "inferred");
  return {
    doubt: open && violationText(open),
    spec: {
      operation,
      parameters: parameters.map((parameter) => ({ ...parameter, source: GENERATED })),
      body: operation.requestBody && bodySpec(body, text),
    },
    violations: violations
      .filter((each) => each.basis === "stated" && !isHidden(each) && !isRedacted(jsonText(sentAt(each) ?? null)))
      .map((violation) => ({
        finding: findingOf(violation),
        why: violationText(violation),
        parameter: violation.parameter,
        ...(violation.kind === "media-type" ? { ifAccepted: "lenient" } : {}),
      })),
  };
}

/** The fields of a form are not compared with a response: their types are inferred. */
function bodySpec(body: RequestReading["body"], text = ""): BodySpec | undefined {
  if (!body) return undefined;
  const { type } = body;
  return "value" in body && isJson(type)
    ? { type, value: body.value, source: GENERATED }
    : { type, text, source: GENERATED };
}

function findingOf(violation: RequestViolation): FindingDraft {
  const { place, expected, received } = violation;
  return { ...broken("recorded-request-invalid", { violation: violationText(violation) }), place, expected, received };
}
