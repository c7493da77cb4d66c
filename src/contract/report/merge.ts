import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promiseStates } from "../promises.js";
import { judge } from "../verdict.js";
import type { Report } from "./report.js";

/**
 * Reads the reports of the parts of one run (`--shard`), and makes one of them.
 *
 * @param folders where each part wrote its `report.json`
 * @throws Error if one cannot be read, a part is missing or there twice, or they are of different contracts or targets
 */
export async function mergedReport(folders: readonly string[], requireAll: boolean): Promise<Report> {
  const parts = await Promise.all(folders.map(readReport));
  const [first] = parts;
  if (!first) throw new Error("There is nothing to merge. Name the folders of the parts: --merge DIR --merge DIR");
  expectParts(folders, parts);
  const order = first.promises.flatMap(({ operations }) => operations);
  const cases = parts
    .flatMap((part) => part.cases)
    .toSorted((one, other) => order.indexOf(one.operation) - order.indexOf(other.operation));
  const { verdict, reason, counts } = judge(cases, "the key", requireAll);
  const begun = parts.map(({ date }) => Date.parse(date));
  const ended = parts.map(({ date, duration }) => Date.parse(date) + duration);
  return {
    ...first,
    verdict,
    reason,
    counts: { ...counts, requests: parts.reduce((sum, part) => sum + part.counts.requests, 0) },
    date: new Date(Math.min(...begun)).toISOString(),
    duration: Math.max(...ended) - Math.min(...begun),
    shard: undefined,
    cases,
    promises: promiseStates(first.promises, cases),
    observed: first.observed.map(({ id, open }) => {
      const seen = parts.flatMap((part) => part.observed.find((each) => each.id === id)?.seen ?? []);
      return { id, open, seen: [...new Set(seen)] };
    }),
    undocumented: parts
      .flatMap((part) => part.undocumented)
      .filter(({ operation, at }, index, all) => {
        return index === all.findIndex((each) => each.operation === operation && each.at === at);
      }),
    leftovers: parts.flatMap((part) => part.leftovers),
  };
}

async function readReport(folder: string): Promise<Report> {
  const file = join(folder, "report.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error(`${file} cannot be read. Name the folder that a part of the run wrote its reports to.`);
  });
  try {
    const report: Report = JSON.parse(text);
    if (Array.isArray(report.cases) && Array.isArray(report.promises)) return report;
  } catch {
    // Told below, as for JSON of another form.
  }
  throw new Error(`${file} is no report of verify.`);
}

function expectParts(folders: readonly string[], parts: readonly Report[]): void {
  const [first] = parts;
  const known = new Map<number, string>();
  for (const [index, { shard, contract, target }] of parts.entries()) {
    const folder = folders[index] ?? "";
    if (!shard) throw new Error(`${folder} holds the report of a whole run, not of a part (--shard).`);
    if (contract.version !== first?.contract.version || contract.title !== first.contract.title) {
      throw new Error(
        `${folder} is of ${contract.title} ${contract.version}, ${folders[0]} of another contract: ${first?.contract.title} ${first?.contract.version}.`,
      );
    }
    if (target !== first.target) throw new Error(`${folder} is of ${target}, ${folders[0]} of ${first.target}.`);
    if (shard.count !== first.shard?.count) {
      throw new Error(`${folder} is part of ${shard.count}, ${folders[0]} of ${first.shard?.count}.`);
    }
    const twin = known.get(shard.index);
    if (twin !== undefined) throw new Error(`${twin} and ${folder} are the same part, ${shard.index}/${shard.count}.`);
    known.set(shard.index, folder);
  }
  const count = first?.shard?.count ?? 0;
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !known.has(index));
  if (missing.length > 0) {
    throw new Error(
      `Part ${missing.map((index) => `${index}/${count}`).join(", ")} is missing. Name its folder: --merge DIR`,
    );
  }
}
