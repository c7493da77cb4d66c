import { mayBeGivenBody } from "#openapi/operations/methods.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";

/** Rejections of the content of a request (RFC 9110, 15.5.1, 15.5.12 and 15.5.21). */
const OF_CONTENT = [400, 411, 422];

const WHOLE = "(?:request )?(?:body|payload|json|data|input)";

/** Words of frameworks for a missing body. A resource may lack data, too: "no data to publish". */
const MISSING_BODY = [
  new RegExp(
    `\\bno (?:\\w+ )?${WHOLE} (?:was |were |has been )?(?:submitted|provided|sent|received|given|supplied|posted)\\b`,
    "i",
  ),
  /\b(?:missing|empty|no|non-empty) (?:json )?(?:request )?(?:body|payload)\b(?! (?!(?:is|was|in|found|provided|sent|received|given)\b)\w)/i,
  /\b(?:body|payload|post data)\b.{0,30}\b(?:required|missing|empty|expected|undefined|null)\b/i,
  /\bbody must (?:be|have|contain)\b/i,
  /\bunexpected end of (?:json|input|file)\b|\bexpecting value: line 1 column 1\b|\bjson parse error\b/i,
  // FastAPI
  /"(?:loc|in)" ?: ?(?:\[ ?)?"body"/i,
];

/** Whether the target rejects a request for the body that it lacks, while the document describes none. */
export function demandsBody({ operation, body }: RequestSpec, exchange: Exchange): boolean {
  if (operation.requestBody !== undefined || !mayBeGivenBody(operation) || body !== undefined) return false;
  // A request without content has no media type that could be wrong.
  if (exchange.status === 415) return true;
  return OF_CONTENT.includes(exchange.status) && MISSING_BODY.some((phrase) => phrase.test(exchange.body));
}
