import type { DocumentedResponse, Operation } from "#openapi/operations/operation.js";
import { responsePlaces } from "#openapi/operations/places.js";
import { responseFor } from "#openapi/operations/status.js";
import { coveredRequirements } from "../engine/findings/attribution.js";
import { resultOf } from "../engine/run/run-case.js";
import type { Contract } from "../model/contract.js";
import type { Finding } from "../model/finding/finding.js";
import { signatureOf } from "../model/finding/signature.js";
import type { CaseResult, Outcome } from "../model/test-case/outcome.js";
import { coversStated, type TestCase } from "../model/test-case/test-case.js";

/** How many different findings one test case keeps: traffic may last for days. */
const MAX_FINDINGS = 100;

/** The exchanges of one documented response, or of one undocumented status. */
interface Tally {
  /** The different ones: traffic may last for days. */
  statuses: Set<number>;
  duration: number;
  findings: Map<string, Finding>;
  warnings: Map<string, Finding>;
  /** Whether a body was recorded, so that the traffic says something about it. */
  hasBody: boolean;
  silence?: Silence;
}

/** A request without a response: why, and a command line that sends it again. */
interface Silence {
  reason: string;
  reproduce: string;
}

const NO_RESPONSE = "no response";

/**
 * The test cases of traffic. There is one for each documented response of each operation, which shows how much of the
 * contract the traffic covers. There is also one for each undocumented status.
 */
export class TrafficCases {
  readonly #contract: Contract;
  readonly #tallies = new Map<string, Tally>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /** Adds an exchange. */
  add(
    operation: Operation,
    exchange: { status: number; duration: number; hasBody: boolean },
    { findings, warnings }: { findings: readonly Finding[]; warnings: readonly Finding[] },
  ): void {
    const { status, duration, hasBody } = exchange;
    const tally = this.#tallyOf(operation, responseFor(operation, status)?.status ?? String(status));
    tally.statuses.add(status);
    tally.duration += duration;
    tally.hasBody ||= hasBody;
    addNew(tally.findings, findings);
    addNew(tally.warnings, warnings);
  }

  /** Adds a request that had no response. The first one of an operation is reported. */
  addSilence(operation: Operation, silence: Silence): void {
    const tally = this.#tallyOf(operation, NO_RESPONSE);
    tally.silence ??= silence;
  }

  /** The results of the test cases, by operation in the order of the document. */
  get results(): CaseResult[] {
    return this.#contract.operations.flatMap((operation) => {
      const documented = operation.responses.map(({ status }) => status);
      const prefix = `${operation.id} › `;
      const seen = [...this.#tallies.keys()].flatMap((name) =>
        name.startsWith(prefix) ? [name.slice(prefix.length)] : [],
      );
      return [...new Set([...documented, ...seen])].map((key) =>
        this.#resultOf(
          operation,
          operation.responses.find(({ status }) => status === key),
          key,
        ),
      );
    });
  }

  #resultOf(operation: Operation, response: DocumentedResponse | undefined, key: string): CaseResult {
    const { document, requirements } = this.#contract;
    const tally = this.#tallies.get(nameOf(operation, key));
    const places = response && tally?.hasBody ? responsePlaces(document, response) : [];
    const covers = places.length > 0 ? [coversStated(operation, places)] : [];
    const isUndocumented = !response && key !== NO_RESPONSE;
    const name = nameOf(operation, isUndocumented ? `${key}, which is undocumented` : key);
    const testCase: TestCase = { name, suite: "traffic", operation, covers, writes: false, run: async () => {} };
    const planned = { testCase, covers: coveredRequirements(requirements, covers), skip: undefined };
    return resultOf(planned, outcomeOf(tally), [...(tally?.warnings.values() ?? [])]);
  }

  #tallyOf(operation: Operation, key: string): Tally {
    const name = nameOf(operation, key);
    const tally = this.#tallies.get(name) ?? {
      statuses: new Set(),
      duration: 0,
      hasBody: false,
      findings: new Map<string, Finding>(),
      warnings: new Map<string, Finding>(),
    };
    this.#tallies.set(name, tally);
    return tally;
  }
}

function nameOf({ id }: Operation, key: string): string {
  return `${id} › ${key}`;
}

function outcomeOf(tally: Tally | undefined): Outcome {
  if (!tally) return { verdict: "skipped", reason: "the traffic has no such response", needs: [], statuses: [] };
  const { findings, silence } = tally;
  const statuses = [...tally.statuses];
  if (silence) return { verdict: "error", ...silence, statuses, findings: [], stack: undefined };
  const duration = Math.round(tally.duration);
  if (findings.size === 0) return { verdict: "passed", statuses, duration };
  return { verdict: "failed", statuses, duration, findings: [...findings.values()] };
}

/** Adds findings under their signatures. */
function addNew(known: Map<string, Finding>, findings: readonly Finding[]): void {
  for (const finding of findings) {
    const key = signatureOf(finding);
    if (!known.has(key) && known.size < MAX_FINDINGS) known.set(key, finding);
  }
}
