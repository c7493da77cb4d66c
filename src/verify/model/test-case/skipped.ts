import type { Operation } from "#openapi/operations/operation.js";
import type { Replay } from "../finding/replay.js";
import { type Exchange, type SentRequest, shownUrl } from "../request/exchange.js";
import { type Need, type Skip, skipFor, skipText } from "./need.js";
import type { PlanContext } from "./request-context.js";

/** A test case cannot run on this target. */
export class Skipped extends Error implements Skip {
  override name = "Skipped";
  readonly reason: string;
  readonly needs: readonly Need[];

  /** @param given a reason for which the run knows no remedy, or one with what the test case needs */
  constructor(given: string | Skip) {
    const skip = typeof given === "string" ? { reason: given, needs: [] } : given;
    super(skipText(skip));
    this.reason = skip.reason;
    this.needs = skip.needs;
  }
}

/** The target does not find a consumable value of the target file's list: an earlier run may have consumed it. */
export class MayBeConsumed extends Skipped {
  override name = "MayBeConsumed";
}

/** Why test cases do not run after a signal: its reason if that is a `Skipped`, otherwise an interrupt. */
export function reasonOf({ reason }: Pick<AbortSignal, "reason">): Skip {
  return reason instanceof Skipped ? reason : skipFor({ kind: "interrupted" });
}

/** A key was rejected by an operation that it is valid for. Keys may have permission levels. */
export function accessDenied(whose: string, status: number): Skipped {
  return new Skipped(`${whose} was rejected with ${status}: it may lack access to this operation`);
}

/** A request of the team under test was denied access. It may have had no key. */
export function ownAccessDenied({ target }: PlanContext, { security }: Operation, status: number): Skipped {
  const hasKey = target.ownKeys.length > 0 && security.some((schemes) => schemes.length > 0);
  if (hasKey) return accessDenied("the key", status);
  return new Skipped(`the target responded with ${status} to a request without a key`);
}

/** The target was disturbed: the response says nothing about the operation. */
export function disturbed({ method }: SentRequest, what: string): Skipped {
  return new Skipped(
    `${what}, while the target responded otherwise before: a disturbance says nothing about ${method} of this operation`,
  );
}

/**
 * The requests after which nothing responded any more. The first one that was sent has most likely ended the target, because
 * servers respond in the order of requests.
 */
export interface TargetEnd {
  first: NoResponse;
  /** Those that were sent at the same time. */
  others: readonly NoResponse[];
}

/** How a request was sent that got no response. */
type Attempt = Pick<NoResponse, "isClosed" | "isSent" | "begun">;

/** No complete response was received. The message holds no secret. */
export class NoResponse extends Error {
  override name = "NoResponse";
  /** The id of the operation. */
  readonly operation: string;
  readonly request: SentRequest;
  /** The exchange as far as it went: its status is 0. */
  readonly exchange: Exchange;
  /** Why there was none, in words. */
  readonly reason: string;
  /** Whether the request was sent: not without a connection, and not after several without a response. */
  readonly isSent: boolean;
  /** Whether the connection was closed. */
  readonly isClosed: boolean;
  /** When it was sent, in milliseconds since the process began. */
  readonly begun: number;
  /** Whether the target was disturbed, as far as its other responses show: it says nothing about the operation. */
  isOutage = false;
  /** The end of the target, if nothing responds any more. */
  end: TargetEnd | undefined;
  /** The requests that led to it, where they can be sent again. */
  replay: Replay | undefined;

  /** @param reason default: it was not sent */
  constructor(
    operation: string,
    request: SentRequest,
    reason?: string,
    { isClosed = false, isSent = reason !== undefined, begun = 0 }: Partial<Attempt> = {},
  ) {
    const why = reason ?? "not sent, because several requests before had no response";
    super(`${request.method} ${shownUrl(request)}: no response (${why})`);
    this.reason = why;
    this.isSent = isSent;
    this.begun = begun;
    this.isClosed = isClosed;
    this.operation = operation;
    this.request = request;
    const nothing = { body: "", json: undefined, truncated: false, duration: 0 };
    this.exchange = { operation, request, status: 0, headers: new Headers(), ...nothing };
  }
}
