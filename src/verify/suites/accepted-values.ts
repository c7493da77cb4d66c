import { isDeepStrictEqual } from "node:util";
import { type Exchange, isConflict } from "../model/request/exchange.js";
import { type RequestSpec, structuredBody } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import {
  acceptedValues as acceptedValuesOf,
  combination,
  hasAcceptedValues,
} from "../requests/accepted-values/accepted-values.js";
import type { AllowedValue } from "../requests/accepted-values/allowed-value.js";
import { areOfOnePart, varied } from "../requests/variation.js";
import { requireAllowedRequest } from "../resources/valid-request.js";
import { expectStoredValues } from "../trial/stored-values.js";
import { Trial } from "../trial/trial.js";
import { type Suite, testCase } from "./suite.js";

/** The most scenarios of one operation. */
const MOST_REQUESTS = 40;

/** After so many of them, what they stored is read. */
const MOST_READS = 6;

/**
 * Sends the values that the document allows. They are bounds, members of enums, null, texts of every length, and optional
 * parts present and absent. None leads to a server error, or to a response that violates the document.
 */
export const acceptedValues: Suite = ({ target }, operation) => {
  if (!hasAcceptedValues(operation, target)) return [];
  return [
    testCase("accepted-values", operation, "accepts the values that the document allows", {
      run: async (context) => new ValueSearch(context, await requireAllowedRequest(context, operation)).run(),
    }),
  ];
};

/**
 * Sends all documented values of an operation, as many as possible in one request. If a target rejects such a request, its
 * values are sent in ever smaller parts. This finds the values that it rejects alone.
 */
class ValueSearch {
  readonly #context: CaseContext;
  readonly #trial: Trial;
  /** The parts of which a value had a problem: their further values are sent alone. */
  readonly #alone = new Set<string>();
  /** The fields of which a loss is reported. */
  readonly #lost = new Set<string>();
  /** How often something was read. */
  #reads = 0;
  /** How many values one request has at most. */
  #most = Number.POSITIVE_INFINITY;

  constructor(context: CaseContext, usual: RequestSpec) {
    this.#context = context;
    this.#trial = new Trial(context, usual);
  }

  run(): Promise<void> {
    return this.#trial.run(async () => {
      const pending = new Set(acceptedValuesOf(this.#context, this.#trial.usual));
      for (const value of await this.#acceptedMembers([...pending])) pending.delete(value);
      while (pending.size > 0 && this.#mayContinue) {
        const values = this.#next([...pending]);
        if (values.length === 0) break;
        for (const value of values) pending.delete(value);
        await this.#hasProblem(values);
      }
    });
  }

  get #mayContinue(): boolean {
    return this.#trial.count < MOST_REQUESTS && !this.#trial.isOver;
  }

  #next(pending: readonly AllowedValue[]): AllowedValue[] {
    const together = pending.filter(({ part }) => !this.#alone.has(part));
    const { usual } = this.#trial;
    return together.length > 0 ? combination(usual, together, this.#most) : combination(usual, pending, 1);
  }

  /**
   * Sends flags and members of enums alone, because a target may reject other values beside them. Returns those that it
   * accepts. Others are sent with the rest.
   */
  async #acceptedMembers(pending: readonly AllowedValue[]): Promise<readonly AllowedValue[]> {
    const { usual } = this.#trial;
    const others = pending.filter((value) => this.#isOtherMember(value));
    const values = combination(usual, others, this.#most);
    const request = values.length > 0 ? varied(usual, values) : undefined;
    const result = request && (await this.#trial.try([{ usual, request, values, violations: [] }]));
    if (result?.kind !== "accepted") return [];
    await this.#expectStored(result.request, result.exchange);
    return values;
  }

  /** Whether a value is a flag or a member of an enum that the usual request does not have. */
  #isOtherMember({ isMember, apply }: AllowedValue): boolean {
    const { usual } = this.#trial;
    return isMember === true && !isDeepStrictEqual(structuredBody(apply(usual) ?? usual), structuredBody(usual));
  }

  /** Reads what an accepted request stored: some values show their loss there alone. */
  async #expectStored(request: RequestSpec, exchange: Exchange): Promise<void> {
    if (this.#reads >= MOST_READS) return;
    if (await expectStoredValues(this.#context, request, exchange, this.#lost)) this.#reads += 1;
  }

  /** Sends values together, and finds those that have a problem. Returns whether there was one. */
  async #hasProblem(values: readonly AllowedValue[]): Promise<boolean> {
    const { usual } = this.#trial;
    const request = varied(usual, values);
    if (!request || values.length === 0 || !this.#mayContinue) return false;
    const step = { usual, request, values, violations: [] };
    const result = await this.#trial.try([step]);
    if (!result) return false;
    if (result.kind === "accepted") {
      await this.#expectStored(result.request, result.exchange);
      return false;
    }
    if (result.kind === "rejected" && isConflict(result.exchange) && (await this.#trial.renew(result.exchange)))
      return this.#hasProblem(values);
    const parts = result.kind === "failed" ? (result.cause?.parts ?? []) : [];
    const needed = values.filter((value) => parts.some((part) => areOfOnePart(part, value)));
    for (const { part } of needed) this.#alone.add(part);
    if (needed.length > 0) {
      // The failure may hide problems of the other values.
      await this.#hasProblem(values.filter((value) => !needed.includes(value)));
      return true;
    }
    const [value, ...rest] = values;
    if (value && rest.length === 0) {
      this.#alone.add(value.part);
      if (result.kind === "rejected") await this.#trial.noteRejection(step, value, result.exchange);
      return true;
    }
    const middle = Math.ceil(values.length / 2);
    const inFirst = await this.#hasProblem(values.slice(0, middle));
    const inSecond = await this.#hasProblem(values.slice(middle));
    // The document does not say which values a server accepts together.
    if (!inFirst && !inSecond && result.kind === "rejected") this.#most = middle;
    return true;
  }
}
