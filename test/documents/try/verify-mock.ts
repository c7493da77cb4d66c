import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { asList, asObject, type Json, type JsonObject } from "#openapi/document/document.js";
import { start } from "#test/command-line.js";
import { BOUNDS, bounded, requireEnd } from "./bounded-process.js";
import type { Cost } from "./measure.js";

/** The numbers of test cases in a run of `verify`, by their result. */
export interface VerifyCounts extends Cost {
  passed: number;
  failed: number;
  skipped: number;
  warnings: number;
  /** Test cases for which the time was too short. */
  late: number;
  /** Why the run proves nothing; undefined if it does. */
  reason: string | undefined;
  /** Of the test cases that a server without state can satisfy: their number, and those skipped for want of a value. */
  stateless: number;
  withoutValue: number;
  /** The places that admit no value, with their reasons. */
  unsatisfiable: string[];
  /** The failed test cases, each with its first finding or its error. */
  failures: string[];
}

/** The time limit of a run, in seconds: the process ends within its bound. */
const MAX_TIME = BOUNDS.milliseconds / 1000 - 5;

/** The reason of a test case for which the time was too short. */
const LATE = "the run reached its time limit";

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

/**
 * Verifies the mock of a document by its document, with the command.
 *
 * @param folder a folder for the reports
 */
export async function verifyMock(spec: string, folder: string): Promise<VerifyCounts> {
  const reports = join(folder, "reports");
  const args = ["verify", "--spec", spec, "--reports", reports, "--max-time", String(MAX_TIME)];
  const result = await bounded(start(["src/cli.ts", ...args]));
  requireEnd(result, [0, 1, 2]);
  const text = await readFile(join(reports, "report.json"), "utf8").catch(() => {
    throw new Error(result.stderr);
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
    warnings: Number(counts.warnings),
    late: reasons.filter((reason) => reason === LATE).length,
    reason: result.code === 2 ? (result.stderr || result.stdout).slice(-600) : undefined,
    stateless: outcomes.filter((outcome) => !needsState(outcome)).length,
    withoutValue: reasons.filter(isWithoutValue).length,
    unsatisfiable: [
      ...new Set(
        reasons.map(String).filter((reason) => reason.startsWith(UNSATISFIABLE) || reason.startsWith(CONTRADICTION)),
      ),
    ],
    failures: asList(report.cases).flatMap(failureOf),
    milliseconds: result.milliseconds,
    megabytes: result.megabytes,
  };
}

/** A test case that failed, in a line. */
function failureOf(result: Json): string[] {
  const { operation, name, suite, outcome } = asObject(result);
  const { verdict, findings, message } = asObject(outcome);
  if (verdict !== "failed" && verdict !== "error") return [];
  const [first] = asList(findings);
  return [
    `${String(operation)} ${String(suite)} ${String(name)}: ${JSON.stringify(first ?? message ?? outcome).slice(0, 600)}`,
  ];
}
