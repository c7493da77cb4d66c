import type { Exchange } from "../model/request/exchange.js";
import type { Target } from "../model/target/target.js";
import { NoResponse } from "../model/test-case/skipped.js";
import { Concurrency } from "./concurrency.js";
import { directConnection } from "./connection.js";
import { asOutage, Outages } from "./outages.js";
import type { PreparedRequest } from "./prepare-request.js";
import { announcedWait, isDisturbance, isTemporary, type Outcome, type Sending, send, sendOnce } from "./send.js";
import { pause, Waiting } from "./waiting.js";

/** How many requests without a complete response show that an operation, or the whole target, does not respond. */
const MAX_SILENT = { operation: 3, target: 8 };

/** The shortest time limit of a response, in milliseconds, of an operation that often does not respond. */
const MIN_TIMEOUT = 1000;

/** After a longer wait of one operation, in milliseconds, other operations come first. */
const LONG_WAIT = 5000;

/** Sends the requests of a run: within the target's rate, and not to operations that never respond. */
export class Transport {
  /** How many requests were sent. */
  requests = 0;
  /** How many requests are sent at once: a test case may send several that do not depend on each other. */
  concurrency = new Concurrency(Number.POSITIVE_INFINITY);
  /** Called after each response, to record it. */
  onExchange: (exchange: Exchange) => void = () => {};
  /** How requests reach the target (default: directly). */
  connection = directConnection();
  /** Whether other requests are left, so that a request whose operation is limited for long does not wait (default: false). */
  putsOff = false;
  readonly waiting = new Waiting();
  readonly outages = new Outages();
  readonly #target: Pick<Target, "rate" | "timeout">;
  readonly #onRateLimited: (operation: string) => void;
  readonly #silence = new Map<string, { silent: number; hasResponded: boolean }>();
  /** Until when operations are limited, by their ids: milliseconds since 1970. */
  readonly #limited = new Map<string, number>();
  /** Whether the last request that waited as `Retry-After` said waited in vain. */
  #waitsInVain = false;
  /** When the rate admits the next request: milliseconds since 1970. */
  #next = 0;
  #running = 0;
  /** Requests that wait until another one has ended. */
  readonly #waiting: (() => void)[] = [];

  /** @param onRateLimited called with the operation's id for each 429 */
  constructor(target: Pick<Target, "rate" | "timeout">, onRateLimited: (operation: string) => void) {
    this.#target = target;
    this.#onRateLimited = onRateLimited;
  }

  /**
   * Sends a request.
   *
   * @param signal ends all waiting, and safe requests
   * @throws NoResponse; Skipped if the signal ends a safe request
   */
  async exchange(request: PreparedRequest, signal?: AbortSignal): Promise<Exchange> {
    const { operation } = request;
    const own = this.#silence.get(operation) ?? { silent: 0, hasResponded: false };
    this.#silence.set(operation, own);
    if (this.#isDead() || (!own.hasResponded && own.silent >= MAX_SILENT.operation)) {
      const unsent = new NoResponse(operation, request.sent);
      unsent.end = this.outages.lastRequests.end;
      throw unsent;
    }
    await this.#begin();
    try {
      await this.#waitForRate(signal);
      this.requests += 1;
      const outcome = await this.#outcomeOf(request, this.#timeoutAfter(own.silent), signal);
      if (outcome instanceof NoResponse) throw outcome;
      this.#waitsInVain = isTemporary(outcome);
      if (this.#waitsInVain) this.concurrency.hold();
      else if (this.#running >= this.concurrency.limit) this.concurrency.note(outcome.duration);
      own.hasResponded = true;
      this.onExchange(outcome);
      return outcome;
    } catch (error) {
      if (error instanceof NoResponse) own.silent += 1;
      throw error;
    } finally {
      this.#end();
    }
  }

  /** Whether the target asked to wait long before further requests of an operation, by its id. */
  isLimited(operation: string): boolean {
    return (this.#limited.get(operation) ?? 0) > Date.now();
  }

  /** Sends a request, again if it may be, and judges a disturbance by other requests. @throws NoResponse if nothing comes in time */
  async #outcomeOf(request: PreparedRequest, timeout: number, signal: AbortSignal | undefined): Promise<Outcome> {
    const { operation } = request;
    const { connection, outages } = this;
    const { lastRequests } = outages;
    const once = async (repeated: PreparedRequest) => {
      const begun = performance.now();
      const outcome = await sendOnce(repeated, { connection, timeout, signal });
      lastRequests.note(outcome, begun);
      return outcome;
    };
    const repeat = async (repeated: PreparedRequest) => {
      await this.#waitForRate(signal);
      this.requests += 1;
      return once(repeated);
    };
    const before: Outcome[] = [];
    const sending: Sending = {
      once,
      onDisturbed: (outcome) => {
        before.push(outcome);
        if (outcome instanceof NoResponse || outcome.status !== 429) return;
        this.concurrency.hold();
        this.#onRateLimited(operation);
        const asked = announcedWait(outcome) ?? 0;
        if (asked > LONG_WAIT) this.#limited.set(operation, Date.now() + asked);
      },
      waits: (asked = 0) =>
        !this.#waitsInVain && outages.isWorthRepeating(operation) && !(this.putsOff && asked > LONG_WAIT),
      wait: this.waiting.during,
      signal,
    };
    const last = await this.#received(request, sending, repeat, before);
    if (!isDisturbance(last)) {
      if (!(last instanceof NoResponse)) outages.note(request, last, before);
      return last;
    }
    outages.note(request, last, before.slice(0, -1));
    const { outcome, isOutage } = await outages.judge(request, last, repeat, signal);
    if (outcome instanceof NoResponse) outcome.end = lastRequests.end;
    if (!isDisturbance(outcome)) {
      outages.note(request, outcome, before);
      return outcome;
    }
    if (!isOutage) return outcome;
    outages.count(outcome);
    if (!(outcome instanceof NoResponse)) return asOutage(outcome);
    outcome.isOutage = true;
    return outcome;
  }

  /**
   * Sends a request. A target that accepts no connection may restart: then it is sent once more.
   *
   * @param before the disturbed outcomes of the request, as far as they are known
   */
  async #received(
    request: PreparedRequest,
    sending: Sending,
    repeat: (request: PreparedRequest) => Promise<Outcome>,
    before: readonly Outcome[],
  ): Promise<Outcome> {
    const outcome = await send(request, sending);
    if (!(outcome instanceof NoResponse) || outcome.isSent) return outcome;
    // It was received, and the connection closed: after that, there was none.
    const closed = before.findLast((earlier) => earlier instanceof NoResponse);
    if (closed) return closed;
    if (await this.outages.recovers(repeat, sending.signal)) return send(request, sending);
    outcome.end = this.outages.lastRequests.end;
    return outcome;
  }

  async #begin(): Promise<void> {
    if (this.#running < this.concurrency.limit) this.#running += 1;
    else await new Promise<void>((begin) => this.#waiting.push(begin));
  }

  /** Waiting requests take the place of the ended one, and those that the limit now has besides. */
  #end(): void {
    this.#running -= 1;
    while (this.#running < this.concurrency.limit) {
      const next = this.#waiting.shift();
      if (!next) return;
      this.#running += 1;
      next();
    }
  }

  /** Shorter with each response that was missing, so that a server that often hangs does not take hours. */
  #timeoutAfter(silent: number): number {
    const { timeout } = this.#target;
    const share = Math.max(1, silent - MAX_SILENT.operation + 2);
    return Math.max(Math.min(timeout, MIN_TIMEOUT), Math.round(timeout / share));
  }

  #isDead(): boolean {
    const all = [...this.#silence.values()];
    const silent = all.reduce((sum, counts) => sum + counts.silent, 0);
    return silent >= MAX_SILENT.target && all.every(({ hasResponded }) => !hasResponded);
  }

  async #waitForRate(signal: AbortSignal | undefined): Promise<void> {
    const { rate } = this.#target;
    if (rate === undefined) return;
    const now = Date.now();
    const at = Math.max(now, this.#next);
    this.#next = at + 1000 / rate;
    if (at > now) await pause(at - now, signal);
  }
}
