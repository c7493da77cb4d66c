import type { SharedResults } from "#verify/model/test-case/case-context.js";

/** Results that several test cases share, by their keys. */
export class SharedResultMap implements SharedResults {
  readonly #results = new Map<string, unknown>();

  get<Value>(key: string, make: () => Promise<Value>): Promise<Value> {
    // A key belongs to one type of result.
    const result = (this.#results.get(key) as Promise<Value> | undefined) ?? make();
    this.#results.set(key, result);
    return result;
  }

  invalidate(key: string): void {
    this.#results.delete(key);
  }
}
