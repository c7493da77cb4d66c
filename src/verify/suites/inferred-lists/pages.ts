import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { skipFor } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { type InferredPaging, inferredPaging } from "#verify/relations/paging.js";
import { schemaOf } from "#verify/relations/parameter-schema.js";
import type { ListOperation } from "#verify/relations/resource.js";
import { largestPage, readPages } from "#verify/resources/lists/read-pages.js";
import { validRequest } from "#verify/resources/valid-request.js";
import { isMoving, type PageProblem, pageProblems, type TwoReadings } from "./page-problems.js";

/** How often a list is read until its problems are certain. */
const TRIES = 3;

/** The name under which a run remembers that a list is paged as its parameters suggest. */
export function pagingKey({ operation }: Pick<ListOperation, "operation">): string {
  return `paging of ${operation.id}`;
}

/** Reads a list twice, in large and in small pages. The pages do not overlap, they end, and have the same items. */
export async function pagesFitTogether(context: CaseContext, list: ListOperation): Promise<void> {
  const paging = inferredPaging(context.contract.document, list.operation);
  const base = await validRequest(context, list.operation);
  if (!base || !paging) throw new Skipped("the list could not be read");
  let suspected: PageProblem[] = [];
  for (let tries = TRIES; tries > 0; tries -= 1) {
    const readings = await readTwice(context, list, base, paging);
    if (isMoving(readings.small)) context.corroboration.add(pagingKey(list), "second page");
    const problems = pageProblems(readings);
    if (problems.length === 0) return;
    const recurring = problems.filter(({ message }) => suspected.some((each) => each.message === message));
    // Others may add and delete items meanwhile, which moves the rest to other pages.
    if (recurring.length > 0 && (await isStable(context, list, base, readings))) {
      for (const each of recurring) failPages(context, list, paging, each);
      return;
    }
    suspected = problems;
  }
  throw new Skipped("the list changed each time it was read");
}

async function readTwice(
  context: CaseContext,
  list: ListOperation,
  base: RequestSpec,
  { pageSize, next }: InferredPaging,
): Promise<TwoReadings> {
  const whole = await readPages(context, list, base, largestPage(context, list));
  const [first] = whole.ids.length < 2 ? (await readPages(context, list, base)).pages : [];
  const usual = first?.ids ?? [];
  const hasNext = next !== undefined;
  const count = Math.max(whole.ids.length, usual.length);
  if (count < 2) throw new Skipped(skipFor({ kind: "items", found: count, wanted: 2 }));
  if (!pageSize) return { whole, small: whole, size: undefined, sizeName: "", hasNext, usual };
  const { minimum } = schemaOf(context.contract.document, pageSize);
  const size = Math.max(typeof minimum === "number" ? minimum : 1, Math.min(Math.ceil(count / 3), 10));
  const small = await readPages(context, list, base, size);
  return { whole, small, size, sizeName: pageSize.name, hasNext, usual };
}

/** Whether the first page is the same as before. */
async function isStable(
  context: CaseContext,
  list: ListOperation,
  base: RequestSpec,
  { small, size }: TwoReadings,
): Promise<boolean> {
  const again = await readPages(context, list, base, size);
  return again.ids.join() === small.ids.join();
}

function failPages(
  context: CaseContext,
  { operation }: ListOperation,
  { isStated }: InferredPaging,
  problem: PageProblem,
): void {
  const { message, expected, received, exchange, isCorroborated } = problem;
  const basis = isStated ? "stated" : isCorroborated ? "observed" : "inferred";
  context.fail({ check: "pagination", basis, message, place: operation.pointer, expected, received }, exchange);
}
