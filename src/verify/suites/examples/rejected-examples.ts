import type { ExamplePair } from "#openapi/operations/example-pairs.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Exchange } from "#verify/model/request/exchange.js";
import { quoted } from "#verify/model/request/quoted.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { broken } from "#verify/rules/sentence.js";

/** The statuses of requests that are wrong, whatever data the target has (RFC 9110, 15.5.1, 15.5.16 and 15.5.21). */
const WRONG = [400, 415, 422];

/** The examples of a success that an operation has accepted and rejected in a run. */
interface Outcomes {
  accepted: string | undefined;
  /** Those whose rejection is not reported yet. */
  rejected: { key: string; place: string; exchange: Exchange }[];
}

/**
 * Remembers an accepted example, and reports those that the target rejected before. It is the base of the other test cases of the
 * operation if no other request was accepted after those.
 */
export async function noteAccepted(
  context: CaseContext,
  { operation, body }: RequestSpec,
  { key }: ExamplePair,
): Promise<void> {
  const outcomes = await outcomesOf(context, operation);
  outcomes.accepted ??= key;
  if (outcomes.rejected.length > 0 && !context.accepted.has(operation)) context.accepted.note(operation, body);
  reportRejected(context, outcomes);
}

/**
 * Remembers an example that the target rejected as wrong, and reports it if another one was accepted: the document is wrong
 * then, or the server. It may also name data that the target lacks, so it is a warning.
 */
export async function noteRejected(
  context: CaseContext,
  operation: Operation,
  { key, response }: ExamplePair,
  exchange: Exchange,
): Promise<void> {
  if (!WRONG.includes(exchange.status)) return;
  const outcomes = await outcomesOf(context, operation);
  outcomes.rejected.push({ key, place: response.pointer, exchange });
  reportRejected(context, outcomes);
}

function reportRejected(context: CaseContext, outcomes: Outcomes): void {
  if (outcomes.accepted === undefined) return;
  for (const { key, place, exchange } of outcomes.rejected.splice(0)) {
    const breach = broken("example-rejected", {
      example: key,
      response: quoted(exchange),
      accepted: outcomes.accepted,
    });
    const received = `${exchange.status} ${exchange.body}`;
    context.fail({ basis: "lenient", ...breach, place, expected: "a success", received }, exchange);
  }
}

function outcomesOf({ shared }: CaseContext, operation: Operation): Promise<Outcomes> {
  return shared.get(`outcomes of the examples of ${operation.id}`, async () => ({ accepted: undefined, rejected: [] }));
}
