import { withRepetition } from "#verify/judges/judgment.js";
import type { RecordedFinding } from "../model/finding/finding.js";
import { signatureOf } from "../model/finding/signature.js";
import { type Exchange, isAccessDenied, isConflict } from "../model/request/exchange.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { ownAccessDenied, Skipped } from "../model/test-case/skipped.js";
import type { AllowedValue } from "../requests/accepted-values/allowed-value.js";
import { withNewTexts } from "../requests/probes/bodies.js";
import { renewedRequest } from "../resources/accepted/renewed-request.js";
import { RejectedValues } from "./rejected-values.js";
import { keyOf, runScenario, type Scenario, type Step, usualScenario } from "./scenario.js";
import type { StepResult } from "./send-step.js";
import { shrink } from "./shrink.js";
import { simplified, withUsualParts } from "./simplify.js";
import { smallestFailure } from "./smallest-failure.js";
import { isSamePart, reasonFor, type UnusualPart, unusualParts } from "./unusual-parts.js";

/** More failures of a test case are not looked for; nor more that say the same of other values. */
const MOST_FAILURES = { all: 10, alike: 3 };

/** How often the usual request names other resources. */
const MOST_RENEWALS = 3;

/** A failure that was found: what it says, and the parts of its smallest scenario. */
export interface Cause {
  signature: string;
  parts: readonly UnusualPart[];
}

/** The last request of a scenario and its response. The cause of a failure is reported; it is undefined if others like it were reported. */
export type TrialResult =
  | { kind: "accepted" | "rejected"; request: RequestSpec; exchange: Exchange }
  | { kind: "failed"; cause?: Cause };

/**
 * Sends scenarios of an operation, and classifies the responses. It reports the smallest scenario of those that fail in the
 * same way. It also reports the documented values that the target rejects.
 */
export class Trial {
  readonly #context: CaseContext;
  #usual: RequestSpec;
  readonly #explores: boolean;
  readonly #causes: Cause[] = [];
  readonly #rejected = new RejectedValues();
  #count = 0;
  #renewals = 0;

  /**
   * @param usual a request that the document allows
   * @param explores whether scenarios are random: then simpler values of a failing one are tried too (default: false)
   */
  constructor(context: CaseContext, usual: RequestSpec, { explores = false } = {}) {
    this.#context = context;
    this.#usual = usual;
    this.#explores = explores;
  }

  /** The request that the target accepts. A trial may consume the resources that it names, and then names others. */
  get usual(): RequestSpec {
    return this.#usual;
  }

  /** How many scenarios were sent. */
  get count(): number {
    return this.#count;
  }

  /** Whether no further failure is looked for: enough were found, or the target fails for usual values. */
  get isOver(): boolean {
    return this.#causes.length >= MOST_FAILURES.all || this.#causes.some(({ parts }) => parts.length === 0);
  }

  /**
   * Sends the usual request, and runs a search beyond it.
   *
   * @throws Skipped if the target rejects usual values
   */
  async run(search: () => Promise<void>): Promise<void> {
    try {
      await this.#expectUsual();
      if (!this.isOver) await search();
    } finally {
      const { contract } = this.#context;
      this.#context.judge(this.#rejected.judgments(this.#usual.operation.id, contract.document));
    }
  }

  /** Sends a scenario, and reports its failure. Returns undefined if nothing of it may be sent. */
  async try(scenario: Scenario): Promise<TrialResult | undefined> {
    const result = await this.#send(scenario);
    return result?.kind === "failed" ? { kind: "failed", ...(await this.#causeOf(scenario, result.found)) } : result;
  }

  /**
   * Remembers a documented value that was rejected. Afterwards, the usual request without it has to be accepted, and the
   * request with it rejected again.
   *
   * @param step the request with the value
   * @throws Skipped if usual values are rejected too
   */
  async noteRejection(step: Step, value: AllowedValue, exchange: Exchange): Promise<void> {
    // A conflict, a missing right, and the length of a message say nothing of the value.
    if (isConflict(exchange) || isTooLarge(exchange) || isAccessDenied(exchange)) return;
    const own = unusualParts(this.#context, [step]);
    const parts =
      this.#rejected.partsLike({ value, exchange, own }) ?? (await this.#rejectedParts(step, own, exchange));
    if (parts) this.#rejected.add({ value, exchange, parts });
  }

  /** The unusual parts that the rejection of a request needs; undefined if it is not rejected again. */
  async #rejectedParts(
    step: Step,
    parts: readonly UnusualPart[],
    { status }: Exchange,
  ): Promise<readonly UnusualPart[] | undefined> {
    await this.#expectUsual();
    // The request names what was used since.
    if (step.usual !== this.#usual) return undefined;
    const isRejectedAlike = async (candidate: Step): Promise<boolean> => {
      const again = await this.#send([candidate]);
      return again?.kind === "rejected" && again.exchange.status === status;
    };
    if (!(await isRejectedAlike(step))) return undefined;
    const usual = keyOf(usualScenario(this.#usual));
    const without = (from: Step, gone: readonly UnusualPart[]) => {
      const rest = withUsualParts(this.#context, from, gone);
      return rest && keyOf([rest]) !== usual ? rest : undefined;
    };
    const smallest = parts.length > 1 ? await shrink(step, parts, without, isRejectedAlike) : step;
    const needed = unusualParts(this.#context, [smallest]);
    // A required field of an added object cannot be left out, which does not show that its value matters.
    const tried = needed.filter((part) => without(smallest, [part]) !== undefined);
    return tried.length > 0 ? tried : needed;
  }

  /**
   * Names other resources in the usual request, if the run created those that it names and has used them.
   *
   * @param exchange the rejection of a request
   * @returns whether it names others now
   */
  async renew(exchange: Exchange): Promise<boolean> {
    if (this.#renewals >= MOST_RENEWALS) return false;
    const renewed = await renewedRequest(this.#context, this.#usual, exchange);
    if (!renewed) return false;
    this.#renewals += 1;
    this.#usual = renewed;
    return true;
  }

  async #expectUsual(): Promise<void> {
    let scenario = usualScenario(this.#usual);
    let result = await this.#send(scenario);
    if (result?.kind === "rejected" && ((await this.renew(result.exchange)) || this.#nameAnew(result.exchange))) {
      scenario = usualScenario(this.#usual);
      result = await this.#send(scenario);
    }
    if (result?.kind === "failed") this.#report(scenario, result.found);
    if (result?.kind !== "rejected") return;
    const { status } = result.exchange;
    if (isAccessDenied(result.exchange)) throw ownAccessDenied(this.#context, this.#usual.operation, status);
    const reason = isConflict(result.exchange) ? "its values may be taken" : "referenced data may be missing";
    throw new Skipped(`the target responded with ${status} to the usual request too: ${reason}`);
  }

  /** Gives the usual request unique texts, if another resource may have those of its example. Returns whether it has some. */
  #nameAnew(exchange: Exchange): boolean {
    if (!isConflict(exchange) || this.#usual.operation.method !== "post") return false;
    const renamed = withNewTexts(this.#context, this.#usual);
    if (!renamed) return false;
    this.#usual = renamed;
    return true;
  }

  async #send(scenario: Scenario): Promise<StepResult | undefined> {
    const reason = reasonFor(this.#context, scenario);
    const result = await runScenario(this.#context, scenario, { reason, explores: this.#explores });
    if (result) this.#count += 1;
    return result;
  }

  /** The cause of a failure: one that was reported already, or that of the smallest scenario, which is reported. */
  async #causeOf(scenario: Scenario, found: readonly RecordedFinding[]): Promise<{ cause?: Cause }> {
    const signature = signatureOfAll(found);
    const parts = unusualParts(this.#context, scenario);
    const alike = this.#causes.filter((cause) => cause.signature === signature);
    const known = alike.find((cause) => cause.parts.every((part) => parts.some((own) => isSamePart(own, part))));
    if (known) return { cause: known };
    if (alike.length >= MOST_FAILURES.alike) return {};
    const smallest = await smallestFailure(
      { candidate: scenario, found },
      async (candidate) => {
        const again = await this.#send(candidate);
        return again?.kind === "failed" && signatureOfAll(again.found) === signature ? again.found : undefined;
      },
      (failsAlike) => simplified(this.#context, scenario, failsAlike, this.#explores),
    );
    const cause = this.#report(smallest.candidate, smallest.found, smallest.isRepeated);
    if (smallest.error !== undefined) throw smallest.error;
    return { cause };
  }

  #report(scenario: Scenario, found: readonly RecordedFinding[], isRepeated = true): Cause {
    const cause = { signature: signatureOfAll(found), parts: unusualParts(this.#context, scenario) };
    this.#causes.push(cause);
    this.#context.report(withRepetition(found, isRepeated));
    return cause;
  }
}

/** Whether the target rejects the length of the content, of the address or of the headers (RFC 9110, 15.5; RFC 6585, 5). */
function isTooLarge({ status }: Exchange): boolean {
  return [413, 414, 431].includes(status);
}

/** Equal for responses with the same findings, wherever they are. */
function signatureOfAll(found: readonly RecordedFinding[]): string {
  const signatures = found.map(({ rule, data, basis, exchange, operation = exchange?.operation }) =>
    signatureOf({ operation, rule, data, basis }),
  );
  return [...new Set(signatures)].toSorted().join("\n");
}
