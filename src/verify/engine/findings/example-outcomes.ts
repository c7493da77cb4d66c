import type { Operation } from "#openapi/operations/operation.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import type { RecordedFinding } from "#verify/model/finding/finding.js";
import { type Exchange, isSuccess, isWrong } from "#verify/model/request/exchange.js";
import { quoted } from "#verify/model/request/quoted.js";
import { broken } from "#verify/rules/sentence.js";

/** The outcomes of the examples of an operation. */
interface Outcomes {
  /** The key of the first accepted one. */
  accepted: string | undefined;
  rejected: { key: string; place: string; exchange: Exchange }[];
}

/** Which examples of the document were accepted, and which rejected. */
export class ExampleOutcomes implements Projection {
  readonly #outcomes = new Map<Operation, Outcomes>();

  note({ request: { operation, purpose }, exchange }: JournalEntry): void {
    if (purpose?.kind !== "example") return;
    const outcomes = this.#outcomes.get(operation) ?? { accepted: undefined, rejected: [] };
    this.#outcomes.set(operation, outcomes);
    const { key, place, mayLackData } = purpose;
    if (isSuccess(exchange)) outcomes.accepted ??= key;
    else if (mayLackData && isWrong(exchange)) outcomes.rejected.push({ key, place, exchange });
  }

  /**
   * An example that the target rejected as wrong, although it accepted another one of the operation. The document is wrong,
   * or the server. It may also name data that the target lacks, so it is a warning.
   */
  get findings(): RecordedFinding[] {
    return [...this.#outcomes].flatMap(([{ id }, { accepted, rejected }]) => {
      if (accepted === undefined) return [];
      return rejected.map(({ key, place, exchange }): RecordedFinding => {
        const breach = broken("example-rejected", { example: key, response: quoted(exchange), accepted });
        const received = `${exchange.status} ${exchange.body}`;
        return {
          basis: "lenient",
          ...breach,
          operation: id,
          place,
          expected: "a success",
          received,
          exchange,
          assumes: [],
        };
      });
    });
  }
}
