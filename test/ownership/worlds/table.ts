import type { Level } from "./levels.js";
import type { WorldRun } from "./run-world.js";

/** The numbers of runs. */
export interface Sums {
  runs: number;
  unsafe: number;
  own: number;
  violations: number;
  beyond: number;
  unnamed: number;
  secret: number;
  differences: number;
}

const NAMES = ["runs", "unsafe", "own", "violations", "beyond", "unnamed", "secret", "differences"] as const;
const HEADS: Readonly<Record<keyof Sums, string>> = {
  runs: "runs",
  unsafe: "unsafe requests",
  own: "created or changed its own",
  violations: "changed or used what is not its own",
  beyond: "created what nothing removes",
  unnamed: "left and not named",
  secret: "made in secret",
  differences: "differences of data",
};

/** The sums over runs. */
export function sumsOf(runs: readonly WorldRun[]): Sums {
  const sum = (count: (run: WorldRun) => number) => runs.reduce((total, run) => total + count(run), 0);
  return {
    runs: runs.length,
    unsafe: sum(({ unsafe }) => unsafe.length),
    own: sum(({ unsafe }) => unsafe.filter(({ created, changedOwn }) => changedOwn || created.length > 0).length),
    violations: sum(({ violations }) => violations.length),
    beyond: sum(({ beyond }) => beyond.length),
    unnamed: sum(({ unnamed }) => unnamed.length),
    secret: sum(({ secret }) => secret.length),
    differences: sum(({ differences }) => differences.length),
  };
}

/** A table of the worlds of a level, in Markdown: all sums, and those of each world. */
export function tableOf(level: Level, runs: readonly WorldRun[]): string {
  const ofLevel = runs.filter((run) => run.level === level);
  const names = [...new Set(ofLevel.map(({ world }) => world.name))];
  const rowOf = (title: string, chosen: readonly WorldRun[]) => {
    const sums = sumsOf(chosen);
    return `| ${[title, ...NAMES.map((name) => sums[name])].join(" | ")} |`;
  };
  return [
    `| ${["world", ...NAMES.map((name) => HEADS[name])].join(" | ")} |`,
    `| --- |${NAMES.map(() => " ---: |").join("")}`,
    rowOf(`all, level ${level}`, ofLevel),
    rowOf(
      "all, explored",
      ofLevel.filter(({ explored }) => explored),
    ),
    ...names.map((name) =>
      rowOf(
        name,
        ofLevel.filter(({ world }) => world.name === name),
      ),
    ),
  ].join("\n");
}
