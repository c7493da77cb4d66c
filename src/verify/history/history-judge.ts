import { announcesDocument } from "#http/mock-state.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { JournalEntry, Projection, RunningRequest } from "../journal/journal.js";
import type { Contract } from "../model/contract.js";
import type { RecordedFinding } from "../model/finding/finding.js";
import { keepFirst, signatureOf } from "../model/finding/signature.js";
import type { Exchange } from "../model/request/exchange.js";
import { methodOf } from "../model/request/request-spec.js";
import type { TargetFacts, ValueGenerator } from "../model/test-case/request-context.js";
import type { Ledger } from "../resources/ledger/ledger.js";
import { generatedTexts } from "../resources/ledger/proof.js";
import { Changes, changeOf } from "./changes.js";
import type { Around, HistoryRule } from "./history-rule.js";
import { listedItems } from "./listed.js";
import { createdListed } from "./lists/created-listed.js";
import { listedTwice } from "./lists/listed-twice.js";
import { pageNumber } from "./lists/page-number.js";
import { pages } from "./lists/pages.js";
import { rejectedCreations } from "./lists/rejected-creations.js";
import { repeatedPage } from "./lists/repeated-page.js";
import { createdFound } from "./resources/created-found.js";
import { keptValues } from "./resources/kept-values.js";
import { missedParent } from "./resources/missed-parent.js";
import { namedFound } from "./resources/named-found.js";
import { neighbors } from "./resources/neighbors.js";
import { otherParent } from "./resources/other-parent.js";
import { otherResource } from "./resources/other-resource.js";
import { readMovesMoment } from "./resources/read-moves-moment.js";
import { sameIdentifier } from "./resources/same-identifier.js";
import { shownRemoved } from "./resources/shown-removed.js";
import { strongTags } from "./resources/strong-tags.js";
import { unsentByUpdates } from "./resources/unsent-fields.js";
import { sightingsIn } from "./sightings.js";

/** Applies each rule over the history to each exchange of a run. It stands before the ledger, so rules see what was known before. */
export class HistoryJudge implements Projection {
  readonly #contract: Contract;
  readonly #ledger: Ledger;
  readonly #target: Pick<TargetFacts, "keepsState">;
  readonly #generator: ValueGenerator;
  readonly #rules: readonly HistoryRule[];
  readonly #changes = new Changes();
  readonly #ends = new WeakMap<Exchange, number>();
  readonly #findings = new Map<string, RecordedFinding>();
  /** Responses that came too early to show a change of their own test case, perhaps. */
  readonly #doubtful = new WeakSet<Exchange>();
  readonly #settle: number;

  /** @param settle milliseconds in which a change of the target has to show */
  constructor(
    {
      contract,
      target,
      generator,
    }: { contract: Contract; target: Pick<TargetFacts, "keepsState">; generator: ValueGenerator },
    ledger: Ledger,
    settle: number,
  ) {
    this.#target = target;
    this.#generator = generator;
    this.#contract = contract;
    this.#ledger = ledger;
    this.#settle = settle;
    this.#rules = [
      sameIdentifier(contract, ledger),
      otherResource(contract, ledger),
      otherParent(contract),
      shownRemoved(),
      neighbors(),
      keptValues(contract, ledger),
      unsentByUpdates(contract, ledger),
      createdFound(),
      createdListed(contract, ledger),
      missedParent(contract, ledger),
      namedFound(contract, ledger),
      rejectedCreations(contract),
      listedTwice(contract),
      strongTags(),
      readMovesMoment(),
      pages(contract),
      repeatedPage(contract),
      pageNumber(contract),
    ];
  }

  note(entry: JournalEntry, others: Iterable<RunningRequest>): void {
    const { exchange, request } = entry;
    if (!this.#target.keepsState || announcesDocument(exchange) || exchange.isOutage || exchange.status === 0) return;
    const listed = listedItems(this.#contract, this.#ledger, entry);
    const sightings = sightingsIn(this.#contract, this.#ledger, entry, listed);
    const running = [...others];
    const around: Around = {
      others: running,
      running: sightings.length > 0 ? running.map((other) => changeOf(other, entry.ended)) : [],
      changes: this.#changes,
      endOf: (response) => this.#ends.get(response),
      isSettled: (since, begun = entry.begun) => begun >= since + this.#settle,
      texts: isSafe({ method: methodOf(request) }) ? [] : generatedTexts(this.#generator, request),
      listed,
      sightings,
    };
    for (const rule of this.#rules) {
      for (const { unshown, ...finding } of rule.note(entry, around)) {
        const found = { ...finding, operation: finding.operation ?? request.operation.id, exchange, assumes: [] };
        if (unshown === undefined || around.isSettled(unshown.since)) keepFirst(this.#findings, found);
        // Another test case may remove its resource meanwhile.
        else if (unshown.of.by === entry.by && !this.#findings.has(signatureOf(found))) this.#doubtful.add(exchange);
      }
    }
    this.#changes.add(entry);
    if (!isSafe({ method: methodOf(request) })) this.#ends.set(exchange, entry.ended);
  }

  /** Whether a response may have come too early to show a change of the test case that read it. */
  isDoubtful(exchange: Exchange): boolean {
    return this.#doubtful.has(exchange);
  }

  /** The first of the findings that say the same. */
  get findings(): RecordedFinding[] {
    return [...this.#findings.values()];
  }
}
