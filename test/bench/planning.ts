import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generatedDocument } from "./generated-document.js";
import { interleaved, median, type Row, ratios, row, type Series } from "./harness.js";
import { COMMANDS, expectCode, peer, runNode, WORK } from "./processes.js";

const SIZES = [10, 100, 1000, 3000, 10_000] as const;
const ROUNDS = 7;

/** Measures `verify --plan` of documents of several sizes, each as a process. */
export async function planning(): Promise<Row[]> {
  await mkdir(WORK, { recursive: true });
  const memory = new Map<string, number[]>();
  const planned = (name: string, file: string) => async () => {
    const args = [COMMANDS, "verify", "--plan", "--base-url", "http://127.0.0.1:9", "--spec", file];
    const ran = expectCode(await runNode(args, { env: { TEAM_API_KEY: "none" } }), `Planning ${name}`);
    memory.set(name, [...(memory.get(name) ?? []), ran.memory ?? Number.NaN]);
    return ran.time;
  };
  const candidates: Record<string, () => Promise<number>> = {};
  for (const size of SIZES) {
    const file = join(WORK, `generated-${size}.json`);
    await writeFile(file, JSON.stringify(generatedDocument(size)));
    candidates[`${size} operations`] = planned(`${size} operations`, file);
  }
  const github = "GitHub's document";
  candidates[github] = planned(github, peer("@octokit/openapi/generated/api.github.com.json"));

  const times = await interleaved(candidates, "ms", ROUNDS);
  const of = (name: string): Series => times[name] ?? { name, unit: "ms", values: [] };
  const memoryOf = (name: string): Series => ({ name: `memory, ${name}`, unit: "MiB", values: memory.get(name) ?? [] });
  // The time of one operation, without the start of the process, which the smallest document shows.
  const perOperation = (size: number): Series => {
    const start = median(of("10 operations").values);
    const values = of(`${size} operations`).values.map((time) => ((time - start) / (size - 10)) * 1000);
    return { name: `each of ${size}`, unit: "µs", values };
  };
  return [
    row({
      what: "planning 10,000 operations, time of each",
      against: "each of 3,000",
      ratios: ratios(perOperation(10_000), perOperation(3000)),
      atMost: 1.2,
      aim: "at most 1.2 (grows linearly)",
      figures: [
        perOperation(3000),
        perOperation(10_000),
        ...SIZES.map((size) => of(`${size} operations`)),
        memoryOf("10000 operations"),
      ],
    }),
    row({
      what: "planning GitHub's document (13 MB), time",
      against: "5 s",
      ratios: of(github).values.map((time) => time / 5000),
      isLimit: true,
      atMost: 1,
      figures: [of(github)],
    }),
    row({
      what: "planning GitHub's document (13 MB), peak memory",
      against: "1 GB",
      ratios: memoryOf(github).values.map((mebibytes) => (mebibytes * 1.048576) / 1000),
      isLimit: true,
      atMost: 1,
      figures: [memoryOf(github)],
    }),
  ];
}
