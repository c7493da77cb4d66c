import type { Direction } from "#openapi/direction/absent-properties.js";
import type { Use } from "../change.js";
import type { Difference } from "../difference.js";
import type { Result } from "../schemas/result.js";

/** A difference, and the operations that it concerns. */
export interface FoundDifference extends Difference {
  /** Those that it breaks or, if it breaks none, all. */
  uses: readonly Use[];
  breaksSome: boolean;
}

/** Two schemas of an operation. */
interface Root {
  result: Result;
  operation: string;
  direction: Direction;
}

/** The differences of two documents, each once, however many operations it concerns. */
export class FoundDifferences {
  readonly #roots: Root[] = [];
  readonly #found = new Map<string, { difference: Difference; broken: Use[]; others: Use[] }>();

  /** @param use the operation; undefined for a part that no operation has */
  add(difference: Difference, operation: string | undefined, direction: Direction | undefined): void {
    const key = `${difference.rule} ${difference.place} ${difference.message}`;
    const entry = this.#found.get(key) ?? { difference, broken: [], others: [] };
    this.#found.set(key, entry);
    const isBroken = direction ? difference.breaks[direction] : difference.breaks.request || difference.breaks.response;
    if (isBroken) entry.difference = difference;
    const uses = isBroken ? entry.broken : entry.others;
    const use = { operation: operation ?? "", direction };
    if (!uses.some((known) => known.operation === use.operation && known.direction === direction)) uses.push(use);
  }

  /** Adds the differences of two schemas, and of the schemas in them, once all schemas are compared. */
  addAll(result: Result, operation: string, direction: Direction): void {
    this.#roots.push({ result, operation, direction });
  }

  #addRoots(): void {
    const relevant = withDifferences(this.#roots.map(({ result }) => result));
    for (const { result, operation, direction } of this.#roots.splice(0)) {
      const seen = new Set<Result>();
      const waiting = [result];
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        if (seen.has(next) || !relevant.has(next)) continue;
        seen.add(next);
        for (const difference of next.differences) this.add(difference, operation, direction);
        waiting.push(...next.children);
      }
    }
  }

  /** In the order in which they were found. */
  all(): FoundDifference[] {
    this.#addRoots();
    return [...this.#found.values()].map(({ difference, broken, others }) => {
      const uses = (broken.length > 0 ? broken : others).filter(({ operation }) => operation !== "");
      return { ...difference, uses, breaksSome: broken.length > 0 };
    });
  }
}

/** The results that lead to a difference. Most operations of a large document share most schemas, and few of these differ. */
function withDifferences(roots: readonly Result[]): ReadonlySet<Result> {
  const parents = new Map<Result, Result[]>();
  const waiting = [...roots];
  const different: Result[] = [];
  const seen = new Set<Result>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    if (next.differences.length > 0) different.push(next);
    for (const child of next.children) {
      const known = parents.get(child);
      if (known) known.push(next);
      else parents.set(child, [next]);
      waiting.push(child);
    }
  }
  const results = new Set<Result>();
  for (let next = different.pop(); next; next = different.pop()) {
    if (results.has(next)) continue;
    results.add(next);
    different.push(...(parents.get(next) ?? []));
  }
  return results;
}
