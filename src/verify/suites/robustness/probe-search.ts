import { failedProbe, failureOf, isFailure } from "#verify/judges/probes.js";
import { type Exchange, isConflict, isRejection } from "#verify/model/request/exchange.js";
import { anyResponse } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { NoResponse } from "#verify/model/test-case/skipped.js";
import { withNewValues } from "#verify/requests/accepted-values/changed-request.js";
import { operandCombinations } from "#verify/requests/operands.js";
import { type Variation, varied } from "#verify/requests/variation.js";
import { renewedRequest } from "#verify/resources/accepted/renewed-request.js";
import { shrink } from "#verify/trial/shrink.js";
import { smallestFailure } from "#verify/trial/smallest-failure.js";
import { partOfFault } from "#verify/trial/unusual-parts.js";

/**
 * The most parts of one operation that are judged, and the most requests. Those that find the cause of a failure come on
 * top. A combination that is rejected judges none of its parts. An operation that calculates got its usual combinations before.
 */
const MOST = { judged: 24, requests: 40, ofCalculation: 20 };

/** How often the usual request names other resources, because those that it names are consumed. */
const MOST_RENEWALS = 3;

/** The response to probes. A failure has the request, and the response or the reason why there was none. */
type Result = { kind: "accepted" | "rejected"; exchange: Exchange } | Failure;

/** Probes to be sent together, and how often they were taken apart. */
interface Attempt {
  probes: readonly Variation[];
  depth: number;
}

interface Failure {
  kind: "failed";
  request: RequestSpec;
  probes: readonly Variation[];
  response: Exchange | NoResponse;
}

/**
 * Sends rounds of probes. After a failure, it looks for the fewest probes that lead to it, and reports it once. Later probes
 * of the same parts are left out.
 */
export class ProbeSearch {
  readonly #context: CaseContext;
  #usual: RequestSpec;
  #renewals = 0;
  /** Whether the usual request was accepted after a conflict, which is then about the probes. */
  #isAcceptedBeside = false;
  readonly #failed = new Set<string>();
  readonly #most: number;
  #sent = 0;
  #judged = 0;
  /** Whether nothing more is sent: the target fails for usual values too. */
  #isOver = false;

  /** @param usual a request that the document allows */
  constructor(context: CaseContext, usual: RequestSpec) {
    this.#context = context;
    this.#usual = usual;
    const calculates = operandCombinations(context, usual.operation).length > 0;
    this.#most = calculates ? MOST.ofCalculation : MOST.requests;
  }

  /** @returns how many of the rounds, or of their parts, were sent */
  async run(rounds: readonly (readonly Variation[])[]): Promise<number> {
    const waiting: Attempt[] = rounds.map((probes) => ({ probes, depth: 0 }));
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      waiting.push(...(await this.#try(next)));
      waiting.sort((one, other) => one.depth - other.depth);
    }
    return this.#sent;
  }

  /**
   * Sends probes together.
   *
   * @returns what to send after it. A rejection may come from the first check alone, so these are its parts, each for itself
   * at last
   */
  async #try({ probes: all, depth }: Attempt): Promise<Attempt[]> {
    const probes = all.filter(({ part }) => !this.#failed.has(part));
    const isEnough = this.#judged >= MOST.judged || this.#sent >= this.#most;
    if (probes.length === 0 || isEnough || this.#isOver) return [];
    const [only, ...others] = probes;
    const parts = others.length === 0 ? (only?.simpler ?? []) : [];
    const result = await this.#send(probes);
    if (result) this.#sent += 1;
    if (result?.kind === "rejected" && (await this.#renew(result.exchange))) return [{ probes, depth }];
    const isApart = result?.kind === "rejected" && (others.length > 0 || parts.length > 1);
    if (result && !isApart) this.#judged += 1;
    if (result?.kind === "failed") {
      const needed = await this.#report(result);
      // The failure may hide others.
      return needed.length < probes.length ? [{ probes, depth }] : [];
    }
    if (result?.kind === "accepted") return [];
    // The first parts of all combinations come before the second ones.
    if (others.length === 0) {
      return isApart ? parts.map((part, index) => ({ probes: [part], depth: depth + 1 + index })) : [];
    }
    const middle = Math.ceil(probes.length / 2);
    return [probes.slice(0, middle), probes.slice(middle)].map((half) => ({ probes: half, depth: depth + 1 }));
  }

  /**
   * Names other resources in the usual request, if the target rejects it too after a conflict. It has consumed those that the
   * request names.
   *
   * @returns whether it names others now
   */
  async #renew(rejection: Exchange): Promise<boolean> {
    if (!isConflict(rejection) || this.#isAcceptedBeside) return false;
    const usual = await this.#send([]);
    this.#isAcceptedBeside = usual?.kind !== "rejected";
    if (usual?.kind !== "rejected") return false;
    const mayRenew = isConflict(usual.exchange) && this.#renewals < MOST_RENEWALS;
    const renewed = mayRenew ? await renewedRequest(this.#context, this.#usual, usual.exchange) : undefined;
    this.#renewals += 1;
    if (renewed) this.#usual = renewed;
    // Further rejections would show nothing of the probes.
    else this.#isOver = true;
    return renewed !== undefined;
  }

  /** Sends the usual request with probes. Returns undefined if it may not be sent. @throws Skipped after 429; NoResponse */
  async #send(probes: readonly Variation[]): Promise<Result | undefined> {
    const context = this.#context;
    const request = varied(withNewValues(context, this.#usual), probes);
    if (!request) return undefined;
    // If not even the usual request may be sent, the test case ends with the reason.
    if (probes.length > 0 && !(await context.prepare(request))) return undefined;
    const response = await context.send(request).catch((error: unknown) => {
      if (error instanceof NoResponse && error.isSent && probes.length > 0) return error;
      throw error;
    });
    if (response instanceof NoResponse) return { kind: "failed", request, probes, response };
    if (response.status === 429)
      await context.check(request, anyResponse(request.operation, inWords(probes)), response);
    if (isFailure(request.operation, response)) return { kind: "failed", request, probes, response };
    return { kind: isRejection(response) ? "rejected" : "accepted", exchange: response };
  }

  /** Looks for the smallest request that fails in the same way, and reports it. Returns the probes that it has. */
  async #report(found: Failure): Promise<readonly Variation[]> {
    const smallest = await smallestFailure(
      { candidate: found.probes, found },
      async (probes) => {
        const again = await this.#send(probes);
        const isAlike = again?.kind === "failed" && failureOf(again.response) === failureOf(found.response);
        return isAlike ? again : undefined;
      },
      (failsAlike) => this.#shrink(found.probes, failsAlike),
    );
    const { isRepeated, error } = smallest;
    const isDead = error instanceof NoResponse && isSilent(found);
    if (isRepeated || isDead || !isDisturbed(smallest.found)) this.#fail(smallest.found, { isRepeated, isDead });
    if (error !== undefined && !isDead) throw error;
    this.#isOver ||= isDead;
    const { probes } = smallest.found;
    for (const { part } of probes) this.#failed.add(part);
    // No probe is the cause.
    if (probes.length === 0) this.#isOver = true;
    return probes;
  }

  async #shrink(
    probes: readonly Variation[],
    fails: (probes: readonly Variation[]) => Promise<boolean>,
  ): Promise<void> {
    const without = (from: readonly Variation[], gone: readonly Variation[]) =>
      from.filter((probe) => !gone.includes(probe));
    const [probe, ...others] = await shrink(probes, probes, without, fails);
    for (const simpler of probe && others.length === 0 ? (probe.simpler ?? []) : []) {
      if (await fails([simpler])) return;
    }
  }

  /** @param how whether the failure was seen again, and whether the server responds to nothing more after it */
  #fail(failure: Failure, how: { isRepeated: boolean; isDead: boolean }): void {
    const { request, probes, response } = failure;
    const why = inWords(probes);
    const parts = probes.map(({ part, spellingOf = part }) => spellingOf);
    const [only, ...others] = probes;
    const value = others.length > 0 ? undefined : only?.anywhere;
    const { operation } = request;
    const part = partOfFault(this.#context, operation, parts);
    const fault = { ...part, what: why, ...(value === undefined ? {} : { value }) };
    this.#context.judge([
      failedProbe({ operation, response, why, fault: probes.length > 0 ? fault : undefined, ...how }),
    ]);
  }
}

function isSilent({ response }: Failure): boolean {
  return response instanceof NoResponse;
}

/** Whether the target may have been disturbed, and the request is not at fault. */
function isDisturbed({ response }: Failure): boolean {
  return response instanceof NoResponse && response.isOutage;
}

function inWords(probes: readonly Variation[]): string {
  return probes.map(({ what }) => what).join(", ") || "usual values";
}
