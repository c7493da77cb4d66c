import { createHash } from "node:crypto";
import { UserError } from "#cli/user-error.js";
import { announcesDocument } from "#http/mock-state.js";
import { isSafe, isSuccessKey } from "#openapi/operations/methods.js";
import { responseFor } from "#openapi/operations/status.js";
import { checkExchange } from "#verify/checks/registry.js";
import { documentsStatus } from "#verify/checks/status.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import type { Contract } from "#verify/model/contract.js";
import type { FindingDraft, RecordedFinding } from "#verify/model/finding/finding.js";
import type { CheckId } from "#verify/model/finding/kinds.js";
import { keepFirst } from "#verify/model/finding/signature.js";
import { type Exchange, isRejection, isServerError, isSuccess } from "#verify/model/request/exchange.js";
import { anyResponse, faultOf, type RequestFault } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { TargetFacts } from "#verify/model/test-case/request-context.js";
import { isAllowedRequest } from "#verify/requests/allowed-request.js";

/** The checks of the form of a response, apart from those that compare it with its request. */
const FORM: readonly CheckId[] = ["media-type", "headers", "body", "undocumented-fields"];

/** The request that led to a server error, if nothing shows that it was valid. */
const OF_PREPARATION = { part: "request", what: "requests that prepare test cases" };
const OF_REMOVAL = { part: "removal", what: "the removal of what the run created" };

/**
 * Judges the exchanges that no test case judged: reads that others needed, preparations, removals. No server error that the document
 * lacks is right, whatever was sent; a documented response has the documented form.
 */
export class UnjudgedExchanges implements Projection {
  readonly #contract: Contract;
  readonly #target: Pick<TargetFacts, "keepsState" | "strict">;
  /** By their signatures. */
  readonly #findings = new Map<string, RecordedFinding>();
  /** The hashes of responses whose form is right. */
  readonly #right = new Set<string>();
  /** Whether the target accepted a change that the document does not allow. */
  #hasAcceptedInvalid = false;

  constructor(contract: Contract, target: Pick<TargetFacts, "keepsState" | "strict">) {
    this.#contract = contract;
    this.#target = target;
  }

  /** The first of the findings that say the same. */
  get findings(): RecordedFinding[] {
    return [...this.#findings.values()];
  }

  /** Notes whether the target stored a value that the document does not allow. */
  note({ request, exchange }: JournalEntry): void {
    const { operation, method = operation.method } = request;
    if (this.#hasAcceptedInvalid || isSafe({ method }) || !isSuccess(exchange)) return;
    this.#hasAcceptedInvalid = !isAllowedRequest(this.#contract, request);
  }

  async judge(entries: readonly JournalEntry[]): Promise<void> {
    for (const entry of entries) {
      for (const finding of await this.#findingsOf(entry)) {
        const { request, exchange } = entry;
        keepFirst(this.#findings, { ...finding, operation: request.operation.id, exchange, assumes: [] });
      }
    }
  }

  async #findingsOf({ request, exchange, isRemoval }: JournalEntry): Promise<FindingDraft[]> {
    const { operation, method = operation.method } = request;
    // Without a response, in an outage or at a limit, nothing shows how the operation responds.
    if (method !== operation.method || exchange.isOutage || exchange.status === 0 || exchange.status === 429) return [];
    const response = responseFor(operation, exchange.status);
    const isValid = isSafe(operation) && isAllowedRequest(this.#contract, request);
    const fault = isRemoval ? OF_REMOVAL : isValid ? undefined : OF_PREPARATION;
    if (isServerError(exchange)) return documentsStatus(response) ? [] : this.#checked(request, exchange, fault);
    const isDocumentedRejection = isRejection(exchange) && documentsStatus(response);
    const isDocumentedRead = isValid && isSuccess(exchange) && response !== undefined && isSuccessKey(response);
    if (!isDocumentedRejection && !isDocumentedRead) return [];
    const hash = createHash("sha1").update(`${operation.id} ${exchange.status} ${exchange.body}`).digest("base64");
    if (this.#right.has(hash)) return [];
    const ofForm = (await this.#checked(request, exchange, fault)).filter(({ check }) => this.#judges(check));
    if (ofForm.length === 0) this.#right.add(hash);
    const invented = inventedPart(request);
    return invented === undefined ? ofForm : ofForm.map((draft) => ({ ...draft, about: { ...draft.about, invented } }));
  }

  async #checked(spec: RequestSpec, exchange: Exchange, fault: RequestFault | undefined): Promise<FindingDraft[]> {
    const why = "a test case needs its response";
    const expected = anyResponse(spec.operation, why, fault);
    const { strict } = this.#target;
    const keepsState = this.#target.keepsState && !announcesDocument(exchange);
    try {
      return (await checkExchange({ contract: this.#contract, spec, expected, exchange, keepsState }, strict)).findings;
    } catch (error) {
      // Where a schema cannot be used, or not in time, nothing is known to be wrong.
      if (error instanceof UserError) return [];
      throw error;
    }
  }

  /** Whether a check says something here. A body may show an invalid value that the target had accepted. */
  #judges(check: CheckId): boolean {
    return FORM.includes(check) && (check !== "body" || !this.#hasAcceptedInvalid);
  }
}

/** The part of the path that the run invented. A success for it is perhaps a fault of its own. */
function inventedPart({ parameters }: RequestSpec): string | undefined {
  const invented = parameters.findLast(
    ({ parameter, source }) => parameter.in === "path" && source.kind === "generated",
  );
  return invented && faultOf(invented.parameter).part;
}
