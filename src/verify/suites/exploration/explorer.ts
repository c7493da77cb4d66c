import type { RecordedFinding } from "#verify/model/finding/finding.js";
import { isAccessDenied } from "#verify/model/request/exchange.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { isSkippedFor } from "#verify/model/test-case/need.js";
import { accessDenied, NoResponse, Skipped } from "#verify/model/test-case/skipped.js";
import { type RejectedValue, reportRejections } from "../accepted-values/rejections.js";
import { reasonFor, signatureOf, unusualParts } from "./causes.js";
import type { RandomScenario } from "./random-scenarios.js";
import { replayOf } from "./replay.js";
import { runScenario, type Scenario, type ScenarioResult } from "./scenario.js";
import { simplified } from "./simplify.js";

/** More failures of a test case are not looked for; nor more that say the same of other values. */
const MOST_FAILURES = { all: 10, alike: 3 };

/** So many repetitions in a row show that there is nothing else to send. */
const MOST_REPETITIONS = 30;

/** A failure that was found: what it says, and the parts of its smallest scenario. */
interface Cause {
  signature: string;
  parts: readonly string[];
}

/** Sends random scenarios, and reports the smallest of those that fail in the same way. */
export class Explorer {
  readonly #context: CaseContext;
  readonly #causes: Cause[] = [];
  readonly #sent = new Set<string>();
  readonly #rejections: RejectedValue[] = [];

  constructor(context: CaseContext) {
    this.#context = context;
  }

  /**
   * @param usual the scenario with usual values, which comes first
   * @param next makes a random one
   * @throws Skipped if the target rejects usual values
   */
  async explore(usual: Scenario, next: () => Promise<RandomScenario>): Promise<void> {
    try {
      await this.#expectUsual(usual);
      let repetitions = 0;
      while (this.#mayContinue() && repetitions < MOST_REPETITIONS) {
        const random = await next();
        const key = keyOf(random.scenario);
        const isNew = !this.#sent.has(key);
        this.#sent.add(key);
        const isSent = isNew && (await this.#try(random));
        repetitions = isSent ? 0 : repetitions + 1;
      }
    } catch (error) {
      if (!(error instanceof Skipped && isSkippedFor(error, "exploration"))) throw error;
    } finally {
      const [first] = usual;
      if (first) reportRejections(this.#context, first.request.operation, this.#rejections);
    }
  }

  #mayContinue(): boolean {
    const knowsUsual = this.#causes.some(({ parts }) => parts.length === 0);
    return this.#context.mayExplore() && !knowsUsual && this.#causes.length < MOST_FAILURES.all;
  }

  /** @throws Skipped if the target rejects usual values */
  async #expectUsual(usual: Scenario): Promise<void> {
    const result = await this.#run(usual);
    this.#sent.add(keyOf(usual));
    if (result?.kind === "failed") this.#add(result.found, usual, result, true);
    if (result?.kind !== "rejected") return;
    const { status } = result.exchange;
    if (isAccessDenied(result.exchange)) throw accessDenied("the key", status);
    throw new Skipped(
      `the target responded with ${status} to usual values too, so it may lack the data that they name`,
    );
  }

  /** @returns whether anything was sent */
  async #try(random: RandomScenario): Promise<boolean> {
    const result = await this.#run(random.scenario);
    random.learn?.(result?.kind !== "rejected");
    if (result?.kind === "failed") await this.#reportSmallest(random.scenario, result);
    else if (result?.kind === "rejected") this.#noteRejection(random, result);
    return result !== undefined;
  }

  #noteRejection(
    { scenario, values }: RandomScenario,
    { exchange }: Extract<ScenarioResult, { kind: "rejected" }>,
  ): void {
    const [value, ...others] = values;
    if (!value || others.length > 0 || scenario.length > 1) return;
    // A conflict with other data, and a right that the key lacks, say nothing of the value.
    if (exchange.status === 409 || isAccessDenied(exchange) || unusualParts(this.#context, scenario).length > 1) return;
    this.#rejections.push({ value, exchange });
  }

  async #reportSmallest(scenario: Scenario, result: Extract<ScenarioResult, { kind: "failed" }>): Promise<void> {
    const signature = signatureOf(result.found);
    const parts = new Set(unusualParts(this.#context, scenario).map(({ key }) => key));
    const alike = this.#causes.filter((cause) => cause.signature === signature);
    if (alike.length >= MOST_FAILURES.alike || alike.some((cause) => cause.parts.every((part) => parts.has(part))))
      return;
    let smallest: { scenario: Scenario; result: ScenarioResult; found: readonly RecordedFinding[] } = {
      ...{ scenario, result, found: result.found },
    };
    let isConfirmed = false;
    const failsAlike = async (each: Scenario): Promise<boolean> => {
      const again = await this.#run(each);
      if (again?.kind !== "failed" || signatureOf(again.found) !== signature) return false;
      smallest = { scenario: each, result: again, found: again.found };
      return true;
    };
    try {
      await simplified(this.#context, scenario, failsAlike);
      // The message of the last request names the parts that are left.
      isConfirmed = await failsAlike(smallest.scenario);
    } finally {
      this.#add(smallest.found, smallest.scenario, smallest.result, isConfirmed);
    }
  }

  #add(
    found: readonly RecordedFinding[],
    scenario: Scenario,
    { sent }: Pick<ScenarioResult, "sent">,
    isConfirmed: boolean,
  ): void {
    const parts = unusualParts(this.#context, scenario).map(({ key }) => key);
    this.#causes.push({ signature: signatureOf(found), parts });
    const replay = replayOf(this.#context, scenario, sent);
    const added = isConfirmed ? "" : " (not when it was repeated)";
    this.#context.findings.push(...found.map((each) => ({ ...each, message: each.message + added, replay })));
  }

  /** @throws NoResponse with the requests that had none */
  async #run(scenario: Scenario): Promise<ScenarioResult | undefined> {
    let sent: readonly Parameters<typeof replayOf>[2][number][] = [];
    try {
      return await runScenario(this.#context, scenario, reasonFor(this.#context, scenario), (requests) => {
        sent = requests;
      });
    } catch (error) {
      if (error instanceof NoResponse) error.replay = replayOf(this.#context, scenario, sent);
      throw error;
    }
  }
}

/** Equal for scenarios that send the same. */
function keyOf(scenario: Scenario): string {
  return JSON.stringify(
    scenario.map(({ request: { operation, parameters, body }, violations }) => [
      operation.id,
      parameters.map(({ parameter, value }) => [parameter.name, value]),
      body,
      violations.map(({ what, place }) => [what, place]),
    ]),
  );
}
