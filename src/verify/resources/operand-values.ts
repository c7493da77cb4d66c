import { jsonText } from "#openapi/document/long-integer.js";
import type { Operation } from "#openapi/operations/operation.js";
import { type Exchange, isAccessDenied, isRejection, isSuccess } from "../model/request/exchange.js";
import type { ParameterValue } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { oncePerRun } from "../model/test-case/once-per-run.js";
import { SeenKinds } from "../requests/exploration/seen-kinds.js";
import { neighborsOf } from "../requests/operand-neighbors.js";
import { operandCombinations } from "../requests/operands.js";
import { constraintInText } from "../requests/rejections/phrases.js";

/** After so many responses with 404, the values identify something that the target lacks. */
const MOST_MISSING = 3;

/** After so many rejections, and none accepted, the values are not those of the operation. */
const MOST_REJECTED = 12;

/** The most requests that look for new responses near others, and the most of an operation with its usual combinations. */
const MOST = { nearby: 24, all: 32 };

/** After so many of them without a new response, there are hardly any others. */
const MOST_KNOWN = 10;

const accepted = oncePerRun<Operation, readonly ParameterValue[]>();

/**
 * Values that an operation which calculates accepts: numbers and texts that identify nothing. All usual combinations are sent
 * once, because a function does something else for ordered, equal, negative and other values. Those near a combination with a new
 * response follow. Each response is judged as any exchange of the run.
 *
 * @returns the first accepted combination; an empty list if there is none
 */
export function operandValues(context: CaseContext, operation: Operation): Promise<readonly ParameterValue[]> {
  return accepted.get(context, operation, () => sendOperands(context, operation));
}

async function sendOperands(context: CaseContext, operation: Operation): Promise<readonly ParameterValue[]> {
  if (!context.target.keepsState) return [];
  const kinds = new SeenKinds();
  const promising: ParameterValue[][][] = [];
  let first: readonly ParameterValue[] | undefined;
  let missing = 0;
  let rejected = 0;
  const combinations = operandCombinations(context, operation);
  const sent = new Set<string>();
  for (const parameters of combinations) {
    if (!first && (missing >= MOST_MISSING || rejected >= MOST_REJECTED)) break;
    sent.add(keyOf(parameters));
    const exchange = await sendCombination(context, operation, parameters);
    if (!exchange) break;
    if (isSuccess(exchange)) first ??= parameters;
    else {
      rejected += 1;
      missing += exchange.status === 404 ? 1 : 0;
    }
    if (kinds.isNew(exchange)) promising.push(nearby(context, parameters, exchange));
  }
  // Where each value is unknown, those near it are, too.
  if (first || rejected > missing) await sendNearby(context, operation, { promising, kinds, sent });
  return first ?? [];
}

/** The response to a combination; undefined if it may not be sent, or the target limits the operation. */
async function sendCombination(
  context: CaseContext,
  operation: Operation,
  parameters: ParameterValue[],
): Promise<Exchange | undefined> {
  const request = { operation, parameters };
  if (!(await context.prepare(request))) return undefined;
  const exchange = await context.send(request);
  return exchange.status === 429 || isAccessDenied(exchange) ? undefined : exchange;
}

/** Sends combinations near those whose responses were new, one of each in turn. It continues near new ones among them. */
async function sendNearby(
  context: CaseContext,
  operation: Operation,
  { promising, kinds, sent }: { promising: ParameterValue[][][]; kinds: SeenKinds; sent: Set<string> },
): Promise<void> {
  let known = 0;
  for (let left = Math.min(MOST.nearby, MOST.all - sent.size); left > 0 && known < MOST_KNOWN; ) {
    const rows = promising.shift();
    if (!rows) break;
    const next = rows.findIndex((row) => !sent.has(keyOf(row)));
    if (next < 0) continue;
    const parameters = rows[next] ?? [];
    promising.push(rows.slice(next + 1));
    sent.add(keyOf(parameters));
    const exchange = await sendCombination(context, operation, parameters);
    if (!exchange) break;
    left -= 1;
    const isNew = kinds.isNew(exchange);
    known = isNew ? 0 : known + 1;
    if (isNew) promising.unshift(nearby(context, parameters, exchange));
  }
}

function nearby(context: CaseContext, parameters: ParameterValue[], exchange: Exchange): ParameterValue[][] {
  return neighborsOf(context, parameters, isRejection(exchange) ? constraintInText(exchange.body) : {});
}

function keyOf(parameters: readonly ParameterValue[]): string {
  return jsonText(parameters.map(({ parameter, value }) => [parameter.name, value]));
}
