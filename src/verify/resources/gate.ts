import type { Journal, JournalEntry } from "../journal/journal.js";
import type { Exchange } from "../model/request/exchange.js";
import type { CredentialUse, RequestSpec } from "../model/request/request-spec.js";
import type { Reason, UnsafeRequests } from "../model/target/ownership.js";
import type { OTHER_ACTORS, Target } from "../model/target/target.js";
import { NoResponse, Skipped } from "../model/test-case/skipped.js";
import { prepareRequest } from "../transport/prepare-request.js";
import { Transport } from "../transport/transport.js";
import { type Facts, type Purpose, permissionFor } from "./permission/permission.js";

/** A request may change data that the run did not create, so it is not sent. The message says which, and what allows it. */
class NotAllowed extends Skipped {
  override name = "NotAllowed";
}

/**
 * The gate through which every request of a run passes. It sends those that are permitted, and writes them into the journal.
 * Nothing else imports the transport, which a lint proves.
 */
export class Gate {
  readonly #facts: Facts;
  readonly #journal: Journal;
  readonly #settings: Target;
  readonly #transport: Transport;
  readonly #unsafe = new Map<string, UnsafeRequests>();
  readonly #credentials = new Set<CredentialUse>();

  /**
   * @param settings of the target: its address and its keys
   * @param onRateLimited called with the operation's id for each 429
   */
  constructor(facts: Facts, settings: Target, journal: Journal, onRateLimited: (operation: string) => void) {
    this.#facts = facts;
    this.#journal = journal;
    this.#settings = settings;
    this.#transport = new Transport(settings, onRateLimited);
  }

  /** How requests reach the target, and how many were sent. */
  get wire(): Pick<
    Transport,
    "requests" | "concurrency" | "onExchange" | "connection" | "waiting" | "outages" | "putsOff" | "isLimited"
  > {
    return this.#transport;
  }

  /** Whether a request was sent with the key of an actor. */
  hasUsed(actor: (typeof OTHER_ACTORS)[number]): boolean {
    return this.#credentials.has(actor);
  }

  /** The unsafe requests that were sent, by operation and reason. */
  get unsafe(): readonly UnsafeRequests[] {
    return [...this.#unsafe.values()];
  }

  /**
   * Sends a request, and writes it into the journal, also without a response. The target may have stored what it did not
   * respond to.
   *
   * @param sender the test case that sends it
   * @param options the purpose of the test case, and a signal that ends all waiting, and safe requests
   * @throws NotAllowed if it may change data that the run does not own; NoResponse without a response; Skipped after the signal
   */
  async send(
    request: RequestSpec,
    sender: Pick<JournalEntry, "by" | "isRemoval">,
    { signal, ...purpose }: Purpose & { signal?: AbortSignal | undefined } = {},
  ): Promise<Exchange> {
    const prepared = await prepareRequest(request, this.#settings, this.#facts.contract.schemes);
    // Decided at the last moment: another request may have removed the resource meanwhile.
    const because = this.require(request, purpose);
    if (because !== "safe") this.#count(request, because);
    if (request.credential !== undefined) this.#credentials.add(request.credential);
    const begun = this.#journal.begin(request);
    try {
      const exchange = await this.#transport.exchange(prepared, signal);
      this.#journal.add(begun, { ...sender, exchange, because });
      return exchange;
    } catch (error) {
      if (error instanceof NoResponse && error.isSent)
        this.#journal.add(begun, { ...sender, exchange: error.exchange, because });
      else this.#journal.forget(begun);
      throw error;
    }
  }

  allows(request: RequestSpec, { showsRemoval }: Purpose = {}): boolean {
    return permissionFor(request, { ...this.#facts, showsRemoval }).isAllowed;
  }

  /** @throws NotAllowed if a request may not be sent */
  require(request: RequestSpec, { showsRemoval }: Purpose = {}): Reason | "safe" {
    const permission = permissionFor(request, { ...this.#facts, showsRemoval });
    if (!permission.isAllowed) throw new NotAllowed(permission.why);
    return permission.because;
  }

  #count({ operation, method = operation.method }: RequestSpec, because: Reason): void {
    const key = `${operation.id} ${method} ${because}`;
    const known = this.#unsafe.get(key) ?? { operation: operation.id, method: method.toUpperCase(), because, count: 0 };
    this.#unsafe.set(key, { ...known, count: known.count + 1 });
  }
}
