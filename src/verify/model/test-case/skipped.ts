import type { Replay } from "../finding/replay.js";
import { type SentRequest, shownUrl } from "../request/exchange.js";

/** A test case cannot run on this target. The message gives the reason. */
export class Skipped extends Error {
  override name = "Skipped";
}

/** The target does not find a consumable value of the target file's list: an earlier run may have consumed it. */
export class MayBeConsumed extends Skipped {
  override name = "MayBeConsumed";
}

/** The reason of test cases that an interrupt kept from running, or from ending. */
export const INTERRUPTED = "the run was interrupted";

/** The reason of test cases that the run did not reach in its time. */
export const TIME_LIMIT = "the run reached its time limit";

/** The reason of test cases that a server without state cannot pass. */
export const STATELESS = "the server keeps no state";

/** Why test cases do not run after a signal: its reason if that is a `Skipped`, otherwise an interrupt. */
export function reasonOf({ reason }: Pick<AbortSignal, "reason">): string {
  return reason instanceof Skipped ? reason.message : INTERRUPTED;
}

/** A key was rejected by an operation that it is valid for. Keys may have permission levels. */
export function accessDenied(whose: string, status: number): Skipped {
  return new Skipped(`${whose} was rejected with ${status}: it may lack access to this operation`);
}

/** No complete response was received. The message holds no secret. */
export class NoResponse extends Error {
  override name = "NoResponse";
  readonly request: SentRequest;
  /** The requests that led to it, where they can be sent again. */
  replay: Replay | undefined;

  constructor(request: SentRequest, reason: string) {
    super(`${request.method} ${shownUrl(request)}: no response (${reason})`);
    this.request = request;
  }
}

/** The exploration has sent all of its requests, or its time is over. */
export class ExplorationEnded extends Skipped {
  override name = "ExplorationEnded";
}
