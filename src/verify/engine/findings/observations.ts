import type { Secrets } from "#verify/model/target/target.js";
import type { RunSummary } from "#verify/report/report.js";
import { sanitize } from "#verify/report/sanitize.js";

/** Longer texts are sanitized each time, so that a server cannot fill the memory. */
const MAX_KEPT = 400;

/** Observations of a run besides findings: behavior at open points, and undocumented fields. Each is kept once. */
export class Observations {
  readonly #secrets: Secrets;
  /** The recorded texts, as the target sent them: sanitizing takes longer than the checks of a response. */
  readonly #recorded = new Set<string>();
  readonly #observed = new Map<string, RunSummary["observed"][number]>();
  readonly #undocumentedFields = new Map<string, RunSummary["undocumentedFields"][number]>();

  constructor(secrets: Secrets) {
    this.#secrets = secrets;
  }

  /** Records what the target does at an open point. */
  observe(id: string, text: string): void {
    const raw = `${id} ${text}`;
    if (this.#recorded.has(raw)) return;
    if (raw.length <= MAX_KEPT) this.#recorded.add(raw);
    const seen = sanitize(text, this.#secrets);
    this.#observed.set(JSON.stringify([id, seen]), { id, seen });
  }

  /** Records a field that the document does not have. */
  addUndocumentedField(operation: string, pointer: string): void {
    const at = sanitize(pointer, this.#secrets);
    this.#undocumentedFields.set(JSON.stringify([operation, at]), { operation, at });
  }

  get observed(): RunSummary["observed"] {
    return [...this.#observed.values()];
  }

  get undocumentedFields(): RunSummary["undocumentedFields"] {
    return [...this.#undocumentedFields.values()];
  }
}
