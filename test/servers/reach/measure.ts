import type { Run } from "../run.js";
import type { ServerRow, ServiceRows } from "../services.js";
import { GIVEN } from "./services.js";

/** How many of some faults are told apart from the service without a fault. */
export interface Share {
  found: number;
  all: number;
}

/** The results of the runs against one service and its variations. */
export interface Reach {
  file: string;
  operations: number;
  /** Operations with a success. */
  succeeded: number;
  /** The requests of the run against the service without a variation. */
  requests: number;
  /** Faults that one exchange shows, and those that need two. */
  one: Share;
  two: Share;
  missed: string[];
  legal: number;
  /** The legal variants that fail, and why. */
  alarms: string[];
}

/** No fault is a delay, so nothing is worth a longer wait. */
const settled = { settle: 50 };

/** Measures a service. A fault is told apart by a finding or a warning that the service without it does not have. */
export async function measureReach({ file, operations, plain, faults, legal }: ServiceRows): Promise<Reach> {
  const settings = { ...settled, values: GIVEN[file] ?? {} };
  const usual = await plain.run({ settings });
  const again = await plain.run({ settings });
  const known = new Set([usual, again].flatMap(({ findings, warnings }) => [...findings, ...warnings]));
  const missed: ServerRow[] = [];
  for (const fault of faults) {
    const { findings, warnings } = await fault.run({ settings });
    if ([...findings, ...warnings].every((text) => known.has(text))) missed.push(fault);
  }
  const alarms: string[] = [];
  for (const variant of legal) {
    const { findings } = await variant.run(variant.waits ? {} : { settings: settled });
    const [first] = findings.filter((text) => !known.has(text));
    if (first !== undefined) alarms.push(`${variant.title}: ${first}`);
  }
  const shareOf = (needsTwo: boolean): Share => {
    const count = (rows: readonly ServerRow[]) => rows.filter((row) => row.needsTwo === needsTwo).length;
    return { found: count(faults) - count(missed), all: count(faults) };
  };
  return {
    ...{ file, operations, succeeded: succeededIn(usual).length, requests: usual.requests },
    ...{ one: shareOf(false), two: shareOf(true), missed: missed.map(({ title }) => title) },
    ...{ legal: legal.length, alarms },
  };
}

/** The operations whose usual request succeeded. */
export function succeededIn({ report }: Run): string[] {
  const succeeded = report.cases.filter(({ suite, outcome }) => suite === "examples" && outcome.verdict === "passed");
  return [...new Set(succeeded.map(({ operation }) => operation))];
}
