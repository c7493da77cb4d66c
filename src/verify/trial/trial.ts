import { openPointsAt } from "#openapi/document/requirements.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { RecordedFinding } from "../model/finding/finding.js";
import { signatureOf } from "../model/finding/signature.js";
import { groupBy } from "../model/group-by.js";
import { type Exchange, isAccessDenied } from "../model/request/exchange.js";
import type { RequestSpec } from "../model/request/request-spec.js";
import type { CaseContext } from "../model/test-case/case-context.js";
import { ownAccessDenied, Skipped } from "../model/test-case/skipped.js";
import type { AcceptedValue } from "../requests/accepted-values/accepted-value.js";
import { runScenario, type Scenario, usualScenario } from "./scenario.js";
import type { StepResult } from "./send-step.js";
import { simplified } from "./simplify.js";
import { isSamePart, reasonFor, type UnusualPart, unusualParts } from "./unusual-parts.js";

/** More failures of a test case are not looked for; nor more that say the same of other values. */
const MOST_FAILURES = { all: 10, alike: 3 };

/** A failure that was found: what it says, and the parts of its smallest scenario. */
export interface Cause {
  signature: string;
  parts: readonly UnusualPart[];
}

/** The response to a scenario. The cause of a failure is reported; it is undefined if others like it were reported. */
export type TrialResult = { kind: "accepted" | "rejected"; exchange: Exchange } | { kind: "failed"; cause?: Cause };

/** A documented value that the target rejected, while it accepted usual values. */
interface RejectedValue {
  value: AcceptedValue;
  exchange: Exchange;
}

/**
 * Sends scenarios of an operation, classifies the responses, and reports: the smallest scenario of those that fail in the
 * same way, and the documented values that the target rejects.
 */
export class Trial {
  readonly #context: CaseContext;
  readonly #usual: RequestSpec;
  readonly #explores: boolean;
  readonly #causes: Cause[] = [];
  readonly #rejections: RejectedValue[] = [];
  #count = 0;

  /**
   * @param usual a request that the document allows
   * @param explores whether scenarios are random: then simpler values of a failing one are tried too (default: false)
   */
  constructor(context: CaseContext, usual: RequestSpec, { explores = false } = {}) {
    this.#context = context;
    this.#usual = usual;
    this.#explores = explores;
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
      this.#reportRejections();
    }
  }

  /** Sends a scenario, and reports its failure. Returns undefined if nothing of it may be sent. */
  async try(scenario: Scenario): Promise<TrialResult | undefined> {
    const result = await this.#send(scenario);
    return result?.kind === "failed" ? { kind: "failed", ...(await this.#causeOf(scenario, result.found)) } : result;
  }

  /** @throws Skipped if the state of the resource has changed so that usual values are rejected too */
  async noteRejection(value: AcceptedValue, exchange: Exchange): Promise<void> {
    // A conflict with other data, and a right that the key lacks, say nothing of the value.
    if (exchange.status === 409 || isAccessDenied(exchange)) return;
    if (!this.#explores && !isSafe(this.#usual.operation)) await this.#expectUsual();
    this.#rejections.push({ value, exchange });
  }

  async #expectUsual(): Promise<void> {
    const scenario = usualScenario(this.#usual);
    const result = await this.#send(scenario);
    if (result?.kind === "failed") this.#report(scenario, result.found);
    if (result?.kind !== "rejected") return;
    const { status } = result.exchange;
    if (isAccessDenied(result.exchange)) throw ownAccessDenied(this.#context, this.#usual.operation, status);
    throw new Skipped(
      `the target responded with ${status} to usual values too, so it may lack the data that they name`,
    );
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
    let smallest = { scenario, found };
    let isConfirmed = false;
    const failsAlike = async (candidate: Scenario): Promise<boolean> => {
      const again = await this.#send(candidate);
      if (again?.kind !== "failed" || signatureOfAll(again.found) !== signature) return false;
      smallest = { scenario: candidate, found: again.found };
      isConfirmed = true;
      return true;
    };
    let cause: Cause | undefined;
    try {
      await simplified(this.#context, scenario, failsAlike, this.#explores);
      if (!isConfirmed) await failsAlike(scenario);
    } finally {
      cause = this.#report(smallest.scenario, smallest.found, isConfirmed ? "" : " (not when it was repeated)");
    }
    return { cause };
  }

  #report(scenario: Scenario, found: readonly RecordedFinding[], note = ""): Cause {
    const cause = { signature: signatureOfAll(found), parts: unusualParts(this.#context, scenario) };
    this.#causes.push(cause);
    this.#context.report(found.map((finding) => ({ ...finding, message: finding.message + note })));
    return cause;
  }

  /** Warns of rejected values: once for the values of one part, by the same constraint, with the same status. */
  #reportRejections(): void {
    const groups = groupBy(
      this.#rejections,
      ({ value: { part, place }, exchange: { status } }) => `${status} ${part} ${place}`,
    );
    for (const group of groups.values()) {
      const [first] = group;
      if (!first) continue;
      const { value, exchange } = first;
      this.#context.fail(
        {
          check: "status",
          basis: "lenient",
          operation: this.#usual.operation.id,
          message: `${exchange.status}, although the document allows ${group.map(({ value: { what } }) => what).join(", ")}`,
          place: this.#openPlace(value) ?? value.place,
          expected: "a success (the document allows the value)",
          received: `${exchange.status} ${exchange.body}`,
        },
        exchange,
      );
    }
  }

  /** The place of the value, or of the parameter or body around it, at which the document leaves something open. */
  #openPlace({ place, whole }: AcceptedValue): string | undefined {
    const { document } = this.#context.contract;
    return [place, whole].find((pointer) => openPointsAt(document, pointer).length > 0);
  }
}

/** Equal for responses with the same findings, wherever they are. */
function signatureOfAll(found: readonly RecordedFinding[]): string {
  const signatures = found.map(({ check, basis = "stated", message, exchange, operation = exchange?.operation }) =>
    signatureOf({ operation, check, basis, message }),
  );
  return [...new Set(signatures)].toSorted().join("\n");
}
