import { jsonText } from "#openapi/document/long-integer.js";
import { oncePer } from "#openapi/document/once-per.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";

/** The ends of the latest turns of a run, by the path of the resource. */
const endsOf = oncePer((_: CaseContext["run"]) => new Map<string, Promise<unknown>>());

/**
 * Runs a part of a test case that writes to a resource and reads it, after other such parts. Otherwise it could read what
 * another test case has stored. Parts that only read, or create resources of their own, need not wait.
 *
 * @param request whose path is that of the resource
 */
export function inTurn<Result>(
  { run }: Pick<CaseContext, "run">,
  { operation, parameters }: RequestSpec,
  act: () => Promise<Result>,
): Promise<Result> {
  if (isSafe(operation) || operation.method === "post") return act();
  const values = parameters.filter(({ parameter }) => parameter.in === "path").map(({ value }) => value);
  const key = jsonText([operation.path, values]);
  const ends = endsOf(run);
  const turn = Promise.resolve(ends.get(key)).then(act);
  // The next turn begins whether this one succeeds or not.
  ends.set(
    key,
    turn.catch(() => undefined),
  );
  return turn;
}
