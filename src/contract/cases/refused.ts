import { asObject } from "../../openapi/document.js";
import type { Operation, Parameter } from "../../openapi/operation.js";
import { valueAt } from "../../openapi/pointer.js";
import { refusal } from "../ask.js";
import type { Case } from "../case.js";
import type { CaseRun } from "../case-run.js";
import type { Environment } from "../environment.js";
import { type Exchange, jsonOf, succeeded } from "../exchange.js";
import { requireAsk } from "../known.js";
import { promisesStated } from "../proves.js";
import { SAFE_METHODS } from "../target.js";
import { expectNothingLeft, sentValue } from "./left-behind.js";
import { type Violation, violationsOf } from "./violations.js";

/** Every constraint that an operation states on requests, broken one at a time: each is to be refused. */
export function refusedCases(environment: Environment, operation: Operation): Case[] {
  return violationsOf(environment, operation).map(
    (violation): Case => ({
      name: `${operation.id} › refuses ${violation.what}`,
      kind: "refused",
      operation,
      proves: promisesOfViolation(environment, operation, violation),
      writes: !SAFE_METHODS.includes(operation.method),
      ...(violation.parameter ? { parameter: violation.parameter.name } : {}),
      run: (run) => tryViolation(run, operation, violation),
    }),
  );
}

/** The promises that stand at the keyword; if there are none, those of the parameter or the body that it is about. */
function promisesOfViolation(
  { promises }: Environment,
  operation: Operation,
  { keyword, parameter }: Violation,
): string[] {
  const wide = parameter?.pointer ?? operation.requestBody?.pointer ?? operation.pointer;
  // A schema may be shared with answers, of which other promises speak.
  const shared = parameter !== undefined && !keyword.startsWith(parameter.pointer);
  const narrow = shared ? [] : promisesStated(promises, operation.id, [keyword], true);
  return narrow.length > 0 ? narrow : promisesStated(promises, operation.id, [wide], true);
}

async function tryViolation(run: CaseRun, operation: Operation, violation: Violation): Promise<void> {
  const good = await requireAsk(run, operation);
  const ask = await violation.change(good, run);
  const exchange = await run.send(ask);
  const { parameter } = violation;
  if (parameter && isClamped(run, operation, parameter, exchange)) {
    await run.judge(ask, { ...refusal(operation, violation.what), kind: "anything" }, exchange);
    for (const id of openPointsAt(run, parameter))
      run.observe(id, `${violation.what}: ${exchange.status}, cut to what is admitted`);
    return;
  }
  const expected = refusal(operation, violation.what, {
    location: violation.keyword,
    promises: promisesOfViolation(run.environment, operation, violation),
  });
  await run.judge(ask, expected, exchange);
  if (succeeded(exchange)) return;
  // Of what cannot be read, a server that keeps something keeps what the good request had.
  await expectNothingLeft(run, operation, sentValue(ask) === undefined ? good : ask, expected);
}

/**
 * The document may leave open whether a value out of range is refused or cut to the nearest that is admitted
 * (`x-may-be-clamped`). A page size is cut if the page then holds no more than the bound, and something if anything is.
 */
function isClamped(run: CaseRun, operation: Operation, parameter: Parameter, exchange: Exchange): boolean {
  const { document } = run.environment;
  const { pagination } = operation;
  if (asObject(valueAt(document, parameter.pointer))["x-may-be-clamped"] !== true) return false;
  if (!succeeded(exchange) || pagination?.pageSize !== parameter.name) return false;
  const items = valueAt(jsonOf(exchange), pagination.items);
  const { maximum = Number.POSITIVE_INFINITY, minimum = 0 } = asObject(parameter.schema);
  const sent = Number(new URL(exchange.request.url).searchParams.get(parameter.name));
  if (!Array.isArray(items) || Number.isNaN(sent)) return false;
  return sent > Number(maximum) ? items.length <= Number(maximum) : items.length <= Number(minimum) && items.length > 0;
}

function openPointsAt(run: CaseRun, parameter: Parameter): string[] {
  return Object.keys(asObject(asObject(valueAt(run.environment.document, parameter.pointer))["x-unspecified"]));
}
