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

/** The least share of faults that a run has to find: of those that one exchange shows, and of those that need two. */
export const AIM = { one: 0.95, two: 0.75 };

/** Whether a run finds enough faults of a service, and no legal variant fails. */
export function reachesAim({ one, two, alarms }: Pick<Reach, "one" | "two" | "alarms">): boolean {
  const reaches = ({ found, all }: Share, least: number) => found >= all * least;
  return alarms.length === 0 && reaches(one, AIM.one) && reaches(two, AIM.two);
}

/** No fault is a delay, so nothing is worth a longer wait. */
const settled = { settle: 50 };

/** The runs against a service without a variation, and the texts of their findings and warnings. */
export async function measurePlain({ file, plain }: Pick<ServiceRows, "file" | "plain">) {
  const settings = { ...settled, values: GIVEN[file] ?? {} };
  const usual = await plain.run({ settings });
  const again = await plain.run({ settings });
  return { settings, usual, known: new Set([usual, again].flatMap(textsOf)) };
}

/**
 * The findings and warnings that tell a fault apart: those that the service without it does not have.
 *
 * @param only the run has these test cases only (default: all)
 */
export async function newTextsOf(
  fault: ServerRow,
  { settings, known }: Pick<Awaited<ReturnType<typeof measurePlain>>, "settings" | "known">,
  only: readonly string[] = [],
): Promise<string[]> {
  const run = await fault.run({ settings, knownFindings: [...known], only });
  const usual = new Set([...known].map(withoutDrawn));
  return textsOf(run).filter((text) => !usual.has(withoutDrawn(text)));
}

/** A text without the numbers that each run draws anew: "400, although the document allows original 289". */
function withoutDrawn(text: string): string {
  return text.replace(/although the document allows .*/, (allowed) => allowed.replace(/\d+/g, "…"));
}

function textsOf({ findings, warnings }: Run): string[] {
  return [...findings, ...warnings];
}

/** Measures a service. */
export async function measureReach(service: ServiceRows): Promise<Reach> {
  const { file, operations, faults, legal } = service;
  const plain = await measurePlain(service);
  const { usual, known } = plain;
  const missed: ServerRow[] = [];
  for (const fault of faults) if ((await newTextsOf(fault, plain)).length === 0) missed.push(fault);
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
