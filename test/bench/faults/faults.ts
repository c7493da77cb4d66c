import { mkdir } from "node:fs/promises";
import { median, type Row, row, type Series } from "../harness.js";
import { hasJava, WORK } from "../processes.js";
import type { FaultCurve, ToolPoint } from "./curve.js";
import { firstFindings } from "./first-findings.js";
import { sample } from "./sample.js";
import { type Candidate, type Subject, subjects } from "./subjects.js";
import { TOOLS, type Tool } from "./tools.js";
import { type Trial, trialOf, workflowFor } from "./trial.js";

/** The servers that all tools test, of our API and of each other one. Each run is a process. */
const SAMPLE = { own: { faults: 10, legal: 3 }, other: { faults: 3, legal: 1 } };
/** The faults of the curve, of our API and of each other one. */
const CURVE_SAMPLE = { own: 40, other: 16 };
/** How many servers are tested at once. */
const LANES = 2;
/** The maximum of requests of a run. */
const MOST_REQUESTS = 300;

/** Compares tools: the faults that they find, the legal servers that they fail, and their requests. */
export async function faults(): Promise<Row[]> {
  await mkdir(WORK, { recursive: true });
  const [all, java] = await Promise.all([subjects(), hasJava()]);
  const tools = TOOLS.filter(({ name }) => java || name !== "Specmatic");
  const compared = all.filter(({ isCompared }) => isCompared);
  const samples = compared.map(sampleOf);
  const trials = await runTrials(samples, tools);
  const summaries = tools.map((tool) => summaryOf(tool, samples, trials));
  const [own, ...others] = summaries;
  if (!own) return [];
  return [
    ...others.map((other) => foundRow(own, other, noteOf(samples, compared))),
    ...(java ? [] : [withoutJava()]),
    row({
      what: "legal servers that `verify` fails",
      against: "none",
      ratios: [own.alarms],
      isLimit: true,
      atMost: 0,
      aim: "none",
      figures: summaries.map(({ alarmFigure }) => alarmFigure),
    }),
    row({
      what: "requests of a run of `verify`: the most of all runs",
      against: `${MOST_REQUESTS}`,
      ratios: [Math.max(...own.requests, ...own.requestsWithoutFault) / MOST_REQUESTS],
      isLimit: true,
      atMost: 1,
      figures: [...own.requestFigures, figure("requests a run, servers without a fault", "", own.requestsWithoutFault)],
    }),
    await curveRow(all, summaries),
  ];
}

/** The servers of a subject that all tools test. */
interface Sample {
  subject: Subject;
  faults: Candidate[];
  legal: Candidate[];
}

function sampleOf(subject: Subject): Sample {
  const size = subject.isOwn ? SAMPLE.own : SAMPLE.other;
  return { subject, faults: sample(subject.faults, size.faults), legal: sample(subject.legal, size.legal) };
}

/** All trials of all tools. The honest server of each subject is tested, too: its failures are not findings. */
async function runTrials(samples: readonly Sample[], tools: readonly Tool[]): Promise<Trial[]> {
  const waiting: { tool: Tool; subject: Subject; candidate: Candidate; workflow: string }[] = [];
  for (const { subject, faults: wrong, legal } of samples) {
    const workflow = await workflowFor(subject);
    for (const candidate of [subject.honest, ...wrong, ...legal]) {
      waiting.push(...tools.map((tool) => ({ tool, subject, candidate, workflow })));
    }
  }
  const trials: Trial[] = [];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      trials.push(await trialOf(next.tool, next.subject, next.candidate, next.workflow));
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return trials;
}

/** The results of one tool. */
interface Summary {
  name: string;
  found: number;
  /** The number of faults that were tested. */
  faults: number;
  alarms: number;
  /** Of each run on a server with a fault. */
  requests: number[];
  /** Of each run on an honest or a legal server. */
  requestsWithoutFault: number[];
  figures: Series[];
  alarmFigure: Series;
  requestFigures: Series[];
}

function summaryOf(tool: Tool, samples: readonly Sample[], trials: readonly Trial[]): Summary {
  const groups = [samples.filter(({ subject }) => subject.isOwn), samples.filter(({ subject }) => !subject.isOwn)];
  const parts = groups.map((group) => ({
    name: group.length === 1 ? "this API" : `${group.length} other APIs`,
    ...countsOf(
      group,
      trials.filter((trial) => trial.tool === tool),
    ),
  }));
  const { name } = tool;
  const sum = (value: (part: (typeof parts)[number]) => number) => parts.reduce((all, part) => all + value(part), 0);
  const tested = sum(({ ofFaults }) => ofFaults.length);
  const alarmFigure = figure(`${name} fails`, `of ${sum(({ legal }) => legal)} legal ones`, [
    sum(({ alarms }) => alarms),
  ]);
  const requestFigures = parts.map((part) =>
    figure(
      `requests a run, ${part.name}`,
      "",
      part.ofFaults.map(({ requests }) => requests),
    ),
  );
  return {
    ...{ name, alarmFigure, requestFigures, faults: tested },
    found: sum(({ found }) => found),
    alarms: sum(({ alarms }) => alarms),
    requests: parts.flatMap(({ ofFaults }) => ofFaults.map(({ requests }) => requests)),
    requestsWithoutFault: parts.flatMap(({ others }) => others.map(({ requests }) => requests)),
    figures: [
      ...parts.map((part) => figure(`${name} finds, ${part.name}`, `of ${part.ofFaults.length}`, [part.found])),
      alarmFigure,
      ...requestFigures,
      figure(
        "a run",
        "s",
        parts.flatMap(({ ofFaults }) => ofFaults.map(({ seconds }) => seconds)),
      ),
    ],
  };
}

/** The faults and the legal servers of some subjects that one tool failed, beyond the failures of their honest servers. */
function countsOf(samples: readonly Sample[], trials: readonly Trial[]) {
  const isFailed = ({ subject, failures }: Trial) => {
    const honest = trials.filter((trial) => trial.candidate === subject.honest).flatMap((trial) => trial.failures);
    return failures.some((each) => !honest.includes(each));
  };
  const of = (kind: "faults" | "legal") =>
    trials.filter(({ subject, candidate }) =>
      samples.some((each) => each.subject === subject && each[kind].includes(candidate)),
    );
  const [ofFaults, ofLegal] = [of("faults"), of("legal")];
  return {
    ofFaults,
    others: trials.filter(
      (trial) => !ofFaults.includes(trial) && samples.some((each) => each.subject === trial.subject),
    ),
    found: ofFaults.filter(isFailed).length,
    legal: ofLegal.length,
    alarms: ofLegal.filter(isFailed).length,
  };
}

function figure(name: string, unit: string, values: number[]): Series {
  return { name, unit, values };
}

function foundRow(own: Summary, other: Summary, note: string): Row {
  return row({
    what: "faults that `verify` finds",
    against: other.name,
    // A tool that finds none counts as one that finds one.
    ratios: [own.found / Math.max(1, other.found)],
    atLeast: 1,
    aim: "more than any",
    figures: [...own.figures, ...other.figures],
    note,
  });
}

function noteOf(samples: readonly Sample[], all: readonly Subject[]): string {
  const count = (lists: readonly (readonly unknown[])[]) => lists.reduce((sum, list) => sum + list.length, 0);
  const wrong = `${count(samples.map((each) => each.faults))} of ${count(all.map((each) => each.faults))} faults`;
  const legal = `${count(samples.map((each) => each.legal))} of ${count(all.map((each) => each.legal))} legal variants`;
  return `${wrong}, ${legal}, at even distances; a failure counts if an honest server does not get it too`;
}

function withoutJava(): Row {
  return row({
    what: "faults that `verify` finds",
    against: "Specmatic",
    ratios: [],
    figures: [],
    note: "no Java on this machine",
  });
}

/** The faults that a run has found by the requests that it has sent. For information: the aims are above. */
async function curveRow(all: readonly Subject[], summaries: readonly Summary[]): Promise<Row> {
  const firsts: (number | undefined)[] = [];
  for (const subject of all) {
    const size = subject.isOwn ? CURVE_SAMPLE.own : CURVE_SAMPLE.other;
    firsts.push(...(await firstFindings(subject, sample(subject.faults, size))));
  }
  const found = firsts.filter((each) => each !== undefined);
  const more = all.filter(({ isCompared }) => !isCompared).length;
  const tools = summaries.map(
    ({ name, requests, found: count, faults: tested }): ToolPoint => ({
      name,
      requests: median(requests),
      share: count / tested,
    }),
  );
  const curve: FaultCurve = { faults: firsts.length, firstFindings: found, tools };
  return row({
    what: "faults that a run of `verify` has found after its last finding",
    against: "all",
    ratios: [found.length / firsts.length],
    figures: [],
    note: `${all.length} APIs, ${more} of them too large for other tools; one test case at a time, in the order of the plan; the picture below shows the way there`,
    curve,
  });
}
