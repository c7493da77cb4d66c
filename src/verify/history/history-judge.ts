import type { JournalEntry, Projection, RunningRequest } from "../journal/journal.js";
import type { Contract } from "../model/contract.js";
import type { RecordedFinding } from "../model/finding/finding.js";
import { keepFirst } from "../model/finding/signature.js";
import type { TargetFacts } from "../model/test-case/request-context.js";
import type { Ledger } from "../resources/ledger/ledger.js";
import type { HistoryRule } from "./history-rule.js";
import { listedItems } from "./listed.js";
import { neighbors } from "./neighbors.js";
import { otherParent } from "./other-parent.js";
import { otherResource } from "./other-resource.js";
import { repeatedPage } from "./repeated-page.js";
import { sameIdentifier } from "./same-identifier.js";
import { shownRemoved } from "./shown-removed.js";

/** Applies each rule over the history to each exchange of a run. It stands before the ledger, so rules see what was known before. */
export class HistoryJudge implements Projection {
  readonly #contract: Contract;
  readonly #ledger: Ledger;
  readonly #target: Pick<TargetFacts, "keepsState">;
  readonly #rules: readonly HistoryRule[];
  readonly #findings = new Map<string, RecordedFinding>();

  /** @param settle milliseconds in which a change of the target has to show */
  constructor(contract: Contract, target: Pick<TargetFacts, "keepsState">, ledger: Ledger, settle: number) {
    this.#target = target;
    this.#contract = contract;
    this.#ledger = ledger;
    this.#rules = [
      sameIdentifier(contract, ledger),
      otherResource(contract, ledger),
      otherParent(contract),
      shownRemoved(settle),
      neighbors(contract, ledger),
      repeatedPage(contract),
    ];
  }

  note(entry: JournalEntry, others: Iterable<RunningRequest>): void {
    const { exchange, request } = entry;
    if (!this.#target.keepsState || exchange.isOutage || exchange.status === 0) return;
    const around = { others: [...others], listed: listedItems(this.#contract, this.#ledger, entry) };
    for (const rule of this.#rules) {
      for (const finding of rule.note(entry, around)) {
        const { operation = request.operation.id } = finding;
        keepFirst(this.#findings, { ...finding, operation, exchange, assumes: [] });
      }
    }
  }

  /** The first of the findings that say the same. */
  get findings(): RecordedFinding[] {
    return [...this.#findings.values()];
  }
}
