import { jsonText } from "#openapi/document/long-integer.js";
import { type Exchange, isSuccess } from "#verify/model/request/exchange.js";
import type { BodySpec, RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import {
  adaptedBodies,
  type Changes,
  mayLackReference,
  noChanges,
  type ReferenceFor,
} from "#verify/requests/adapted-bodies.js";
import { fittingBody } from "#verify/requests/rejections/fitting-values.js";

/** A request, and the response to it. */
export interface Attempt {
  request: RequestSpec;
  exchange: Exchange;
}

/** The parts of a search for an accepted request. */
interface Search {
  /** The bodies to begin with. */
  bodies: readonly (BodySpec | undefined)[];
  /** Makes the request with a body; undefined if it must not be sent. */
  requestOf(body: BodySpec | undefined): RequestSpec | undefined;
  referenceFor: ReferenceFor;
  /** The request that was rejected before, such as that of an example (default: none). */
  rejected?: Attempt | undefined;
  /** Receives each response. */
  onResponse?(attempt: Attempt): Promise<void>;
}

/** A body that waits to be sent, and what was changed until it came to be. */
interface Adapted {
  body: BodySpec;
  changes: Changes;
}

/** How often a body is adapted before a simpler one is sent. */
const MAX_ADAPTED = 4;

/** Whether a rejection may be about the content of a request. */
export function isAboutContent(exchange: Exchange): boolean {
  return [400, 409, 422].includes(exchange.status) || mayLackReference(exchange);
}

/**
 * Sends a request with other bodies until the target accepts one, by what its rejections say. The accepted body is the base
 * of further requests of the operation.
 *
 * @returns the accepted request, or the last one that was rejected. Undefined if none may be sent, or the run has sent too
 * many
 */
export async function firstAccepted(
  context: CaseContext,
  { bodies, requestOf, referenceFor, rejected, onResponse }: Search,
): Promise<Attempt | undefined> {
  const bases = [...bodies];
  const [first] = bodies.flatMap((body) => requestOf(body) ?? []);
  const wasFound = first !== undefined && context.accepted.has(first.operation);
  const waiting: Adapted[] = [];
  let rejections = 0;
  let isFound = false;
  const sent = new Set<string>();
  const adapt = async ({ request: { operation, body }, exchange }: Attempt, changes: Changes) => {
    if (!body || !isAboutContent(exchange)) return;
    const adapted = await adaptedBodies(context, {
      operation,
      body,
      exchange,
      changes,
      referenceFor,
      stated: context.stated.ofBody(operation),
    });
    // Where a server says what is wrong, its words are followed first.
    const chained = adapted.map((adaptedBody) => ({ body: adaptedBody, changes }));
    waiting.splice(mayLackReference(exchange) ? waiting.length : 0, 0, ...chained);
  };
  if (rejected) {
    sent.add(textOf(rejected.request.body));
    await adapt(rejected, noChanges());
  }
  let last: Attempt | undefined;
  // A body that was accepted before is not looked for.
  let isKnown = wasFound;
  while (bases.length + waiting.length > 0) {
    // A simpler body is more likely to be accepted than one that was adapted several times.
    const isNext = waiting.length === 0 || (rejections > MAX_ADAPTED && bases.length > 0);
    if (isNext) rejections = 0;
    const adapted = isNext ? undefined : waiting.shift();
    const next = adapted ? adapted.body : bases.shift();
    const body = next && first && fittingBody(context, first.operation, next, context.stated.ofBody(first.operation));
    const request = requestOf(body);
    const text = textOf(body);
    if (!request || sent.has(text)) continue;
    sent.add(text);
    if (!(await context.prepare(request))) continue;
    const { operation } = request;
    const isTry = !isKnown;
    isKnown = false;
    if (isTry && !context.tries.take(operation)) break;
    last = { request, exchange: await context.send({ ...request, purpose: { kind: "base", varies: "body" } }) };
    await onResponse?.(last);
    if (isSuccess(last.exchange)) {
      if (isTry) context.tries.giveBack(operation);
      return last;
    }
    rejections += 1;
    if (!wasFound && !isFound && context.accepted.has(operation)) {
      // Another test case has found one meanwhile.
      isFound = true;
      isKnown = true;
      bases.unshift(context.accepted.bodyFor(operation));
      waiting.length = 0;
      continue;
    }
    if (!isFound) await adapt(last, adapted?.changes ?? noChanges());
  }
  return last;
}

function textOf(body: BodySpec | undefined): string {
  return jsonText(body && "value" in body ? body.value : body) ?? "";
}
