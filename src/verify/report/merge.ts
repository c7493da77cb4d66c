import { join } from "node:path";
import { UserError } from "#cli/user-error.js";
import { mergedCoverage } from "../model/coverage.js";
import { countingIn, withCauses } from "./cause/causes.js";
import { excludedOf } from "./excluded.js";
import { type GivenKnown, judgedKnown } from "./known/known.js";
import { readReport } from "./read-report.js";
import { explorationOf, groupBy, type Report, type UnsafeRequests } from "./report.js";
import { requirementStates } from "./requirement-states.js";
import { type Standard, verdictOf } from "./verdict.js";

/**
 * Reads the reports of the parts of one run (`--shard`), and merges them into one.
 *
 * @param folders each part's folder of reports, which holds its `report.json`
 * @throws UserError if a report cannot be read, or a part is missing or given twice. Also if the parts differ in contract or
 * target
 */
export async function mergedReport(folders: readonly string[], standard: Standard & GivenKnown = {}): Promise<Report> {
  const parts = await Promise.all(
    folders.map((folder) =>
      readReport(join(folder, "report.json"), "Name the folder of the reports of a part: --merge DIR"),
    ),
  );
  const [first] = parts;
  if (!first) throw new UserError("There is nothing to merge. Name the folders of the parts: --merge DIR --merge DIR");
  requireMatchingParts(folders, parts);
  const order = first.requirements.flatMap(({ operations }) => operations);
  const results = parts
    .flatMap((part) => part.cases)
    .toSorted((one, other) => order.indexOf(one.operation) - order.indexOf(other.operation));
  const times = timesOf(parts);
  const { complete } = first;
  const known = standard.known ?? parts.find((part) => part.known)?.known;
  const { date } = times;
  const judged = judgedKnown(withCauses(results), { ...standard, known }, { date, complete });
  const { cases } = judged;
  const coverage = mergedCoverage(parts.flatMap((part) => part.coverage ?? []));
  const { verdict, reason, counts } = verdictOf(cases, undefined, { ...standard, coverage });
  const exploration = first.isReplay ? undefined : explorationOf(cases);
  const excluded = excludedOf(cases);
  // One part may use a key that another one does not.
  const unusedKeys = first.unusedKeys?.filter((key) => parts.every((part) => part.unusedKeys?.includes(key)));
  const lines = Object.assign({}, ...parts.map((part) => part.contract.lines ?? {}));
  return {
    ...first,
    contract: { ...first.contract, lines },
    verdict,
    reason,
    counts: {
      ...counts,
      warnings: countingIn(judged.causes, "warning").length,
      requests: parts.reduce((sum, part) => sum + part.counts.requests, 0),
    },
    ...times,
    shard: undefined,
    ...judged,
    requirements: requirementStates(requirementsIn(parts), cases),
    ...(excluded.length > 0 ? { excluded } : {}),
    ...observedIn(first, parts),
    leftovers: parts.flatMap((part) => part.leftovers),
    unsafe: mergedUnsafe(parts),
    ...(unusedKeys ? { unusedKeys } : {}),
    coverage,
    ...(exploration ? { exploration } : {}),
  };
}

/** When the first part began, how long all of them took, and waited, in milliseconds. */
function timesOf(parts: readonly Report[]): Pick<Report, "date" | "duration" | "waited"> {
  const begun = Math.min(...parts.map(({ date }) => Date.parse(date)));
  const ended = Math.max(...parts.map(({ date, duration }) => Date.parse(date) + duration));
  const waited = parts.reduce((sum, part) => sum + (part.waited ?? 0), 0);
  return { date: new Date(begun).toISOString(), duration: ended - begun, ...(waited > 0 ? { waited } : {}) };
}

/** The open points and the undocumented fields that the parts saw, each once. */
function observedIn(first: Report, parts: readonly Report[]): Pick<Report, "observations" | "undocumentedFields"> {
  const observations = first.observations.map(({ id, open }) => {
    const seen = parts.flatMap((part) => part.observations.find((observation) => observation.id === id)?.seen ?? []);
    return { id, open, seen: [...new Set(seen)] };
  });
  const fields = parts.flatMap((part) => part.undocumentedFields);
  const undocumentedFields = fields.filter(({ operation, at }, index) => {
    return index === fields.findIndex((field) => field.operation === operation && field.at === at);
  });
  return { observations, undocumentedFields };
}

/** The unsafe requests of all parts, by operation and reason. */
function mergedUnsafe(parts: readonly Report[]): UnsafeRequests[] {
  const all = parts.flatMap(({ unsafe = [] }) => unsafe);
  const kinds = groupBy(all, ({ operation, method, because }) => `${operation} ${method} ${because}`);
  return [...kinds.values()].flatMap(([first, ...rest]) =>
    first ? [{ ...first, count: rest.reduce((sum, { count }) => sum + count, first.count) }] : [],
  );
}

/** Each requirement once: a part of a selection has those that its own test cases cover. */
function requirementsIn(parts: readonly Report[]): Report["requirements"] {
  const all = parts.flatMap(({ requirements }) => requirements);
  return all.filter(({ id }, index) => index === all.findIndex((state) => state.id === id));
}

function requireMatchingParts(folders: readonly string[], parts: readonly Report[]): void {
  const [first] = parts;
  const folderOf = new Map<number, string>();
  for (const [index, { shard, contract, target }] of parts.entries()) {
    const folder = folders[index] ?? "";
    if (!shard) throw new UserError(`${folder} holds the report of a whole run, not of a part (--shard).`);
    if (contract.version !== first?.contract.version || contract.title !== first.contract.title) {
      throw new UserError(
        `${folder} is of ${contract.title} ${contract.version}, ${folders[0]} of another contract: ${first?.contract.title} ${first?.contract.version}.`,
      );
    }
    if (target !== first.target) throw new UserError(`${folder} is of ${target}, ${folders[0]} of ${first.target}.`);
    if (shard.count !== first.shard?.count) {
      throw new UserError(`${folder} is part of ${shard.count}, ${folders[0]} of ${first.shard?.count}.`);
    }
    const twin = folderOf.get(shard.index);
    if (twin !== undefined)
      throw new UserError(`${twin} and ${folder} are the same part, ${shard.index}/${shard.count}.`);
    folderOf.set(shard.index, folder);
  }
  const count = first?.shard?.count ?? 0;
  const missing = Array.from({ length: count }, (_, index) => index + 1).filter((index) => !folderOf.has(index));
  if (missing.length > 0) {
    throw new UserError(
      `Part ${missing.map((index) => `${index}/${count}`).join(", ")} is missing. Name its folder: --merge DIR`,
    );
  }
}
