import { asObject, type OpenApiDocument } from "#openapi/document/document.js";
import { jsonText } from "#openapi/document/long-integer.js";
import { openPointsAt } from "#openapi/document/requirements.js";
import { isSuccessKey } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { responseFor } from "#openapi/operations/status.js";
import type { UndocumentedField } from "#verify/checks/undocumented-fields.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import { type Exchange, jsonOf } from "#verify/model/request/exchange.js";
import type { Secrets } from "#verify/model/target/target.js";
import { sanitize } from "#verify/report/redaction/sanitize.js";
import type { RunSummary } from "#verify/report/report.js";

/** Longer texts are sanitized each time, so that a server cannot fill the memory. */
const MAX_KEPT = 400;

/** Observations of a run besides findings: behavior at open points, and undocumented fields. Each is kept once. */
export class Observations {
  readonly #document: OpenApiDocument;
  readonly #secrets: Secrets;
  /** The recorded texts, as the target sent them: sanitizing takes longer than the checks of a response. */
  readonly #recorded = new Set<string>();
  readonly #observed = new Map<string, RunSummary["observed"][number]>();
  readonly #undocumentedFields = new Map<string, RunSummary["undocumentedFields"][number]>();

  constructor(document: OpenApiDocument, secrets: Secrets) {
    this.#document = document;
    this.#secrets = secrets;
  }

  /** Records what the target does at an open point. */
  observe(id: string, text: string): void {
    const raw = `${id} ${text}`;
    if (this.#recorded.has(raw)) return;
    if (raw.length <= MAX_KEPT) this.#recorded.add(raw);
    const seen = sanitize(text, this.#secrets);
    this.#observed.set(jsonText([id, seen]), { id, seen });
  }

  /** Records a finding, if the document leaves its place open. Returns whether it does. */
  observeFinding({ place, message, expected }: FindingDraft): boolean {
    const openPoints = openPointsAt(this.#document, place);
    for (const id of openPoints) this.observe(id, `${message}, expected ${expected}`);
    return openPoints.length > 0;
  }

  /**
   * Records the behavior at the open points of a documented response, and its undocumented fields.
   *
   * @param why the response was expected, in words
   */
  observeResponse(
    operation: Operation,
    why: string,
    exchange: Exchange,
    undocumentedFields: readonly UndocumentedField[],
  ): void {
    const response = responseFor(operation, exchange.status);
    for (const id of response ? openPointsAt(this.#document, response.pointer) : []) {
      const isDocumentedSuccess = response !== undefined && isSuccessKey(response);
      const behavior = `${why}: ${exchange.status} ${bodySummary(exchange)}`;
      this.observe(id, isDocumentedSuccess ? `${operation.id} succeeds with ${exchange.status}` : behavior);
    }
    for (const { at, openPoints } of undocumentedFields) {
      const field = { operation: operation.id, at: sanitize(at, this.#secrets) };
      this.#undocumentedFields.set(jsonText(field), field);
      for (const id of openPoints) this.observe(id, `${operation.id} has the field ${at}`);
    }
  }

  get observed(): RunSummary["observed"] {
    return [...this.#observed.values()];
  }

  get undocumentedFields(): RunSummary["undocumentedFields"] {
    return [...this.#undocumentedFields.values()];
  }
}

/** The body of an error response in a few words. */
function bodySummary(exchange: Exchange): string {
  if (exchange.body === "") return "without a body";
  const type = (exchange.headers.get("content-type") ?? "no Content-Type").split(";")[0] ?? "";
  const names = Object.keys(asObject(jsonOf(exchange)))
    .toSorted()
    .join(", ");
  return names ? `${type} (${names})` : type;
}
