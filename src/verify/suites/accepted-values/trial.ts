import { isSafe } from "#openapi/operations/methods.js";
import type { RecordedFinding } from "#verify/model/finding/finding.js";
import { type Exchange, isAccessDenied } from "#verify/model/request/exchange.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { accessDenied, Skipped } from "#verify/model/test-case/skipped.js";
import type { AcceptedValue } from "#verify/requests/accepted-values/accepted-value.js";
import { acceptedValues, combination, requestWithValues } from "#verify/requests/accepted-values/accepted-values.js";
import { removals, withNewValues } from "#verify/requests/accepted-values/removals.js";
import { type RejectedValue, reportRejections } from "./rejections.js";
import { sendAllowed, type TrialResult } from "./send-allowed.js";
import { shrink } from "./shrink.js";

/** The most requests of one operation. */
const MOST_REQUESTS = 40;

/**
 * Sends all documented values of an operation, as many as possible in one request. If such a request has a problem, its
 * values are sent in ever smaller parts, until the values are found that cause it alone.
 */
export class Trial {
  readonly #context: CaseContext;
  readonly #usual: RequestSpec;
  readonly #rejections: RejectedValue[] = [];
  /** The parts of which a value had a problem: their further values are sent alone. */
  readonly #alone = new Set<string>();
  /** How many values one request has at most. */
  #most = Number.POSITIVE_INFINITY;
  #requests = 0;

  /** @param usual a request that the document allows */
  constructor(context: CaseContext, usual: RequestSpec) {
    this.#context = context;
    this.#usual = usual;
  }

  /** @throws Skipped if the target rejects usual values too */
  async run(): Promise<void> {
    const usual = await this.#sendUsual();
    if (usual.kind === "failed") return void this.#context.findings.push(...usual.found);
    if (usual.kind === "rejected") throw this.#rejectsUsual(usual.exchange);
    const pending = new Set(acceptedValues(this.#context, this.#usual));
    try {
      while (pending.size > 0 && this.#requests < MOST_REQUESTS) {
        const values = this.#next([...pending]);
        if (values.length === 0) break;
        for (const value of values) pending.delete(value);
        await this.#findProblems(values);
      }
    } finally {
      reportRejections(this.#context, this.#usual.operation, this.#rejections);
    }
  }

  #next(pending: readonly AcceptedValue[]): AcceptedValue[] {
    const together = pending.filter(({ part }) => !this.#alone.has(part));
    return together.length > 0 ? combination(this.#usual, together, this.#most) : combination(this.#usual, pending, 1);
  }

  /** Sends values together. Returns whether there was a problem. */
  async #findProblems(values: readonly AcceptedValue[]): Promise<boolean> {
    const request = requestWithValues(this.#context, this.#usual, values);
    if (!request || this.#requests >= MOST_REQUESTS || !(await this.#context.allows(request))) return false;
    const result = await this.#sendWith(request, values);
    if (result.kind === "accepted") return false;
    const [value, ...others] = values;
    if (value && others.length === 0) {
      this.#alone.add(value.part);
      if (result.kind === "failed") await this.#addSmallest(request, values, result.found);
      else await this.#addRejectedValue(value, result.exchange);
      return true;
    }
    const middle = Math.ceil(values.length / 2);
    const inFirst = await this.#findProblems(values.slice(0, middle));
    const inSecond = await this.#findProblems(values.slice(middle));
    if (inFirst || inSecond) return true;
    if (result.kind === "failed") await this.#addFewest(request, values, result.found);
    // The document does not say which values a server accepts together.
    else this.#most = middle;
    return true;
  }

  /** Adds the findings of values that fail together only, without those that the failure does not need. */
  async #addFewest(
    request: RequestSpec,
    values: readonly AcceptedValue[],
    found: readonly RecordedFinding[],
  ): Promise<void> {
    const requestFor = (some: readonly AcceptedValue[]) => requestWithValues(this.#context, this.#usual, some);
    const fewest = await shrink(
      values,
      values,
      (from, removed) => from.filter((each) => !removed.includes(each)),
      async (some) => {
        const fewer = some.length > 1 ? requestFor(some) : undefined;
        return fewer && this.#failsAlike(fewer, some, found);
      },
    );
    if (!fewest) return this.#addSmallest(request, values, found);
    await this.#addSmallest(requestFor(fewest.request) ?? request, fewest.request, fewest.failure);
  }

  /** Adds the findings of a request, or of the smallest one with the same values that still fails. */
  async #addSmallest(
    request: RequestSpec,
    values: readonly AcceptedValue[],
    found: readonly RecordedFinding[],
  ): Promise<void> {
    const optional = removals(
      this.#context,
      request,
      values.map(({ part }) => part),
    );
    const smallest = await shrink(
      request,
      optional,
      (from, removed) => removed.reduce<RequestSpec | undefined>((rest, remove) => rest && remove(rest), from),
      (smaller) => this.#failsAlike(smaller, values, found),
    );
    this.#context.findings.push(...(smallest?.failure ?? found));
  }

  /** The findings of a request, if they are those of another one. */
  async #failsAlike(
    request: RequestSpec,
    values: readonly AcceptedValue[],
    like: readonly RecordedFinding[],
  ): Promise<RecordedFinding[] | undefined> {
    const result = await this.#sendWith(withNewValues(this.#context, request), values);
    if (result.kind !== "failed") return undefined;
    const [one, other] = [result.found, like].map((all) =>
      all.map(({ check, message }) => `${check} ${message}`).join(),
    );
    return one === other ? result.found : undefined;
  }

  #sendUsual(): Promise<TrialResult> {
    return this.#sendWith(requestWithValues(this.#context, this.#usual, []) ?? this.#usual, []);
  }

  async #sendWith(request: RequestSpec, values: readonly AcceptedValue[]): Promise<TrialResult> {
    this.#requests += 1;
    const why = values.map(({ what }) => what).join(", ") || "usual values";
    const place = values.length === 1 ? values[0]?.place : undefined;
    return sendAllowed(this.#context, request, why, place);
  }

  /** @throws Skipped if the state of the resource has changed so that usual values are rejected too */
  async #addRejectedValue(value: AcceptedValue, exchange: Exchange): Promise<void> {
    // A conflict with other data, and a right that the key lacks, say nothing of the value.
    if (exchange.status === 409 || isAccessDenied(exchange)) return;
    if (!isSafe(this.#usual.operation)) {
      const usual = await this.#sendUsual();
      if (usual.kind === "rejected") throw this.#rejectsUsual(usual.exchange);
    }
    this.#rejections.push({ value, exchange });
  }

  #rejectsUsual(exchange: Exchange): Skipped {
    const { status } = exchange;
    if (isAccessDenied(exchange)) return accessDenied("the key", status);
    return new Skipped(
      `the target responded with ${status} to usual values too, so it may lack the data that they name`,
    );
  }
}
