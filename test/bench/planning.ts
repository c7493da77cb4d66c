import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generatedDocument } from "./generated-document.js";
import { interleaved, median, type Row, ratios, row, type Series } from "./harness.js";
import { COMMANDS, expectCode, peer, type Ran, runNode, WORK } from "./processes.js";

const SIZES = [10, 100, 1000, 3000, 10_000] as const;
const ROUNDS = 5;
/** For GitHub's document. Each of the other documents is planned once with a target, and once without one. */
const ROUNDS_OF_GITHUB = 3;
/** Milliseconds. */
const TIME_LIMIT = 3000;
/** MiB: 1 GB. */
const MEMORY_LIMIT = 1e9 / 2 ** 20;

const GITHUB = "GitHub's document (13 MB)";
const OTHERS = ["ghec", "ghes-3.17", "ghes-3.18", "ghes-3.19"] as const;
const NO_ADDRESS = "http://127.0.0.1:9";

/** With a target, and without one. */
const TARGETS = { "with a target": ["--base-url", NO_ADDRESS], "without a target": [] } as const;

/** Measures `verify --plan` of documents, each as a process. */
export async function planning(): Promise<Row[]> {
  await mkdir(WORK, { recursive: true });
  const generated = await generatedDocuments();
  return [await growth(generated), ...(await limits(generated.get(1000) ?? ""))];
}

/** The files of generated documents by their number of operations. */
async function generatedDocuments(): Promise<Map<number, string>> {
  const files = SIZES.map((size): [number, string] => [size, join(WORK, `generated-${size}.json`)]);
  for (const [size, file] of files) await writeFile(file, JSON.stringify(generatedDocument(size)));
  return new Map(files);
}

async function planned(name: string, file: string, target: readonly string[]): Promise<Ran> {
  const args = [COMMANDS, "verify", "--plan", ...target, "--spec", file];
  return expectCode(await runNode(args, { env: { TEAM_API_KEY: "none" } }), `Planning ${name}`);
}

/** How the time grows with the document. */
async function growth(files: ReadonlyMap<number, string>): Promise<Row> {
  const memory: number[] = [];
  const candidates = Object.fromEntries(
    SIZES.map((size) => [
      `${size} operations`,
      async () => {
        const ran = await planned(`${size} operations`, files.get(size) ?? "", TARGETS["with a target"]);
        if (size === 10_000) memory.push(ran.memory ?? Number.NaN);
        return ran.time;
      },
    ]),
  );
  const times = await interleaved(candidates, "ms", ROUNDS);
  const of = (size: number): Series =>
    times[`${size} operations`] ?? { name: `${size} operations`, unit: "ms", values: [] };
  // The time of one operation, without the start of the process, which the smallest document shows.
  const perOperation = (size: number): Series => {
    const start = median(of(10).values);
    const values = of(size).values.map((time) => ((time - start) / (size - 10)) * 1000);
    return { name: `each of ${size}`, unit: "µs", values };
  };
  return row({
    what: "planning 10,000 operations, time of each",
    against: "each of 3,000",
    ratios: ratios(perOperation(10_000), perOperation(3000)),
    atMost: 1.2,
    aim: "at most 1.2 (grows linearly)",
    figures: [
      ...[perOperation(3000), perOperation(10_000), ...SIZES.map(of)],
      { name: "memory, 10000 operations", unit: "MiB", values: memory },
    ],
  });
}

/** One way to plan one document, and its measurements, one for each round. */
interface Way {
  document: string;
  target: keyof typeof TARGETS;
  times: number[];
  memory: number[];
  /** Servers that the processes started. */
  listened: number[];
}

/** The largest documents, with a target and without one: time, memory, and started servers. */
async function limits(generated: string): Promise<Row[]> {
  const documents: Record<string, string> = {
    [GITHUB]: peer("@octokit/openapi/generated/api.github.com.json"),
    ...Object.fromEntries(OTHERS.map((name) => [name, peer(`@octokit/openapi/generated/${name}.json`)])),
    "Figma's document": peer("@figma/rest-api-spec/openapi/openapi.yaml"),
    "1000 operations": generated,
  };
  const ways = Object.keys(documents).flatMap((document) =>
    Object.keys(TARGETS).map(
      (target): Way => ({ document, target: target as Way["target"], times: [], memory: [], listened: [] }),
    ),
  );
  for (let round = 0; round < ROUNDS_OF_GITHUB; round += 1) {
    for (const { document, target, times, memory, listened } of ways) {
      if (round > 0 && document !== GITHUB) continue;
      const ran = await planned(document, documents[document] ?? "", TARGETS[target]);
      times.push(ran.time);
      memory.push(ran.memory ?? Number.NaN);
      listened.push(ran.listened ?? Number.NaN);
    }
  }
  const others = ways.filter(({ document }) => document !== GITHUB);
  return [
    ...ways.filter(({ document }) => document === GITHUB).flatMap((way) => limitRows(`${GITHUB} ${way.target}`, [way])),
    ...limitRows(
      "GitHub's four other documents (11 to 14 MB), Figma's, and 1,000 operations, each with and without a target",
      others,
    ),
    row({
      what: "planning without a target: servers that are started, such as a mock",
      against: "none",
      ratios: [Math.max(...ways.flatMap(({ listened }) => listened))],
      isLimit: true,
      atMost: 0,
      aim: "none",
      figures: [],
    }),
  ];
}

/** The time and the memory of the slowest and the largest one of each round. */
function limitRows(what: string, ways: readonly Way[]): Row[] {
  const rounds = ways[0]?.times.map((_, round) => round) ?? [];
  const most = (values: (way: Way) => readonly number[]) =>
    rounds.map((round) => Math.max(...ways.map((way) => values(way)[round] ?? Number.NaN)));
  const figures = (values: (way: Way) => readonly number[], unit: string) =>
    ways.map((way): Series => ({ name: `${way.document} ${way.target}`, unit, values: values(way) }));
  return [
    row({
      what: `planning ${what}: time`,
      against: "3 s",
      ratios: most(({ times }) => times).map((time) => time / TIME_LIMIT),
      isLimit: true,
      atMost: 1,
      figures: figures(({ times }) => times, "ms"),
    }),
    row({
      what: `planning ${what}: peak memory`,
      against: "1 GB",
      ratios: most(({ memory }) => memory).map((mebibytes) => mebibytes / MEMORY_LIMIT),
      isLimit: true,
      atMost: 1,
      figures: figures(({ memory }) => memory, "MiB"),
    }),
  ];
}
