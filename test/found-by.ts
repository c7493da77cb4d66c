import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { exhaustive } from "./sample.js";

/** The name of a test case that finds a fault, by the name of the fault. */
type Names = Readonly<Record<string, string>>;

/** The test cases that come first. What they create and find is needed by some of the others. */
const FIRST = "usual values";

/**
 * The test cases that find the faults of a table, in a file of the repo. A run with that test case alone shows in a tenth of
 * the time that a server with the fault fails. Where it does not, a whole run decides.
 *
 * `FOUND_BY=update npm run test:all` makes whole runs, and writes the file anew.
 */
export class FoundBy {
  readonly #file: string;
  readonly #names: Names;
  readonly #found: Record<string, string> = {};
  #outdated = 0;

  /** Whether the file is written anew. */
  readonly #isUpdated = process.env.FOUND_BY === "update";

  /** @param file relative to the folder of the tests */
  constructor(file: string) {
    this.#file = fileURLToPath(new URL(file, import.meta.url));
    this.#names = this.#isUpdated ? {} : JSON.parse(readFileSync(this.#file, "utf8"));
  }

  /**
   * Finds a fault by its test case, or by a whole run.
   *
   * @param run makes a run with some test cases (empty: with all), and returns what it found: lines that begin with the name
   * of a test case, and a colon after it
   * @returns the lines
   */
  async find(fault: string, run: (only: readonly string[]) => Promise<string[]>): Promise<string[]> {
    const name = this.#names[fault];
    for (const only of name === undefined ? [] : [[name], [name, FIRST]]) {
      const found = await run(only);
      if (found.length > 0) return found;
    }
    const found = await run([]);
    const [first] = found;
    if (first === undefined) return [];
    this.#outdated += 1;
    this.#found[fault] = first.slice(0, first.indexOf(": "));
    return found;
  }

  /** The kind of a fault, for a sample of the table: the test case that finds it, of whichever operation. */
  kindOf(fault: string): string {
    return this.#names[fault]?.split(" › ").at(-1) ?? fault;
  }

  /** Declares the last test of the table: few test cases of the file found nothing. Then the file is written, if it is written anew. */
  testOutdated(): void {
    test.runIf(exhaustive && !this.#isUpdated)("found-by.json names the test cases that find the faults", () => {
      expect(this.#outdated, "faults whose test case found nothing: FOUND_BY=update writes the file anew").toBeLessThan(
        10,
      );
    });
    afterAll(async () => {
      if (this.#isUpdated) await writeFile(this.#file, `${JSON.stringify(this.#found, undefined, 2)}\n`);
    });
  }
}
