import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { asList, asObject, type JsonObject } from "#openapi/document/document.js";
import { ended, start } from "#test/command-line.js";

/** The numbers of test cases in a run of `verify`, by their result. */
export interface VerifyCounts {
  passed: number;
  failed: number;
  skipped: number;
  /** Undefined if the report has no warnings. */
  warnings: number | undefined;
  /** Of the test cases that a server without state can satisfy: their number, and those skipped for want of a value. */
  stateless: number;
  withoutValue: number;
  /** The places that admit no value, with their reasons. */
  unsatisfiable: string[];
  seconds: number;
}

/** The time limit of a run, in seconds. */
const MAX_TIME = 600;

const UNSATISFIABLE = "no value could be generated, because of ";
const CONTRADICTION = "no value is valid, because of ";

/** The reasons of test cases that are skipped because the document gives no value, and none could be made. */
const WITHOUT_VALUE = [
  "no value exists for ",
  UNSATISFIABLE,
  "the document has no complete example",
  "it needs a value ",
  "it requires a body of a media type that is not generated",
];

/** Plans the test cases of a document with the command, which starts no server: the shorter one of two times. */
export async function planCases(spec: string): Promise<{ milliseconds: number }> {
  const times = [];
  for (let count = 0; count < 2; count += 1) {
    const begun = Date.now();
    const { code, stderr } = await ended(start(["src/cli.ts", "verify", "--plan", "--spec", spec]));
    if (code !== 0) throw new Error(stderr);
    times.push(Date.now() - begun);
  }
  return { milliseconds: Math.min(...times) };
}

/**
 * Verifies the mock of a document by its document, with the command.
 *
 * @param folder a folder for the reports
 */
export async function verifyMock(spec: string, folder: string): Promise<VerifyCounts> {
  const reports = join(folder, "reports");
  const begun = Date.now();
  const args = ["verify", "--spec", spec, "--reports", reports, "--max-time", String(MAX_TIME)];
  const { stderr } = await ended(start(["src/cli.ts", ...args]));
  const text = await readFile(join(reports, "report.json"), "utf8").catch(() => {
    throw new Error(stderr);
  });
  const report = asObject(JSON.parse(text));
  const counts = asObject(report.counts);
  const outcomes = asList(report.cases).map((result) => asObject(asObject(result).outcome));
  const reasons = outcomes.map(({ reason }) => reason);
  const needsState = ({ needs }: JsonObject) => asList(needs).some((need) => asObject(need).kind === "state");
  const isWithoutValue = (reason: unknown) => WITHOUT_VALUE.some((begin) => String(reason).startsWith(begin));
  return {
    passed: Number(counts.passed),
    failed: Number(counts.failed) + Number(counts.errors ?? 0),
    skipped: Number(counts.skipped),
    warnings: counts.warnings === undefined ? undefined : Number(counts.warnings),
    stateless: outcomes.filter((outcome) => !needsState(outcome)).length,
    withoutValue: reasons.filter(isWithoutValue).length,
    unsatisfiable: [
      ...new Set(
        reasons.map(String).filter((reason) => reason.startsWith(UNSATISFIABLE) || reason.startsWith(CONTRADICTION)),
      ),
    ],
    seconds: (Date.now() - begun) / 1000,
  };
}
