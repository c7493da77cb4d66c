import type { ValueSource } from "#verify/model/request/request-spec.js";
import type { Disposable } from "#verify/model/target/provision.js";
import { MayBeConsumed } from "#verify/model/test-case/skipped.js";

/** A consumable value and where it comes from. */
export type Provided = Disposable & { source: ValueSource };

/** A test that first sends requests to a value that must not consume it, and then consumes it. */
export interface Experiment {
  /** The next consumable value; undefined if there is none. */
  next(): Promise<Provided | undefined>;
  /** Consumes a value to which nothing was sent before. */
  consume(value: Provided): Promise<unknown>;
  run(value: Provided): Promise<void>;
}

/**
 * Runs an experiment on a consumable value. The value may no longer exist at its end. Either an earlier run has consumed it,
 * or the experiment itself has, which is a fault. The target file's list decides, because runs consume it in its order. If
 * the next value still exists, the ones after it do as well. The experiment is then run on one of them.
 *
 * @returns false if there is no consumable value
 * @throws Skipped if the list has no further values, or they do not exist either
 */
export async function runOnExisting({ next, consume, run }: Experiment): Promise<boolean> {
  const first = await next();
  if (!first) return false;
  const doubt = await doubtOf(run(first));
  if (!doubt) return true;
  const untouched = await next();
  if (!untouched) throw doubt;
  await consume(untouched);
  const second = await next();
  if (!second) throw doubt;
  await run(existing(second));
  return true;
}

/** The same value, which is known to exist: if the target does not find it, the test case fails. */
export function existing(value: Provided): Provided {
  const { source } = value;
  return source.kind === "target-file" ? { ...value, source: { ...source, consumable: false } } : value;
}

async function doubtOf(running: Promise<void>): Promise<MayBeConsumed | undefined> {
  try {
    await running;
    return undefined;
  } catch (error) {
    if (error instanceof MayBeConsumed) return error;
    throw error;
  }
}
