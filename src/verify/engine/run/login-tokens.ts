import { valueAt } from "#openapi/document/pointer.js";
import type { JournalEntry, Projection } from "#verify/journal/journal.js";
import { isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import type { Target } from "#verify/model/target/target.js";

/** The tokens that tested logins issue. They are secrets as well, so reports show none of them. */
export class LoginTokens implements Projection {
  readonly #target: Pick<Target, "credentials">;

  constructor(target: Pick<Target, "credentials">) {
    this.#target = target;
  }

  note({ request: { operation }, exchange }: JournalEntry): void {
    if (!isSuccess(exchange)) return;
    for (const { login, value, former } of Object.values(this.#target.credentials).flatMap(Object.values)) {
      if (login?.operation.id !== operation.id) continue;
      const token = valueAt(jsonOf(exchange), login.token);
      if (typeof token === "string" && token !== value && !former?.includes(token)) former?.push(token);
    }
  }
}
