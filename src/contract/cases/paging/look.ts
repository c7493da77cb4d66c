import { pointerTo } from "../../../openapi/pointer.js";
import { NotVerified } from "../../case.js";
import type { CaseRun } from "../../case-run.js";
import { promisesStated } from "../../proves.js";
import { keepWhatRecurs } from "../recurring.js";
import { type Page, type PagedList, type Walk, wholeList } from "./walk.js";

/** What a check of a list works with. */
export interface Look {
  run: CaseRun;
  list: PagedList;
  /** The list as it was read in large pages, from its beginning. */
  whole: Walk;
  /** The places of the document that are in question. */
  places: string[];
}

/**
 * Makes a check; if it finds anything, makes sure that the list is as it was, and that it finds it again. A list whose items
 * stay and whose order never does leads nobody from page to page.
 */
export async function whileStill(run: CaseRun, list: PagedList, check: (whole: Walk) => Promise<void>): Promise<void> {
  const { restless } = run.environment;
  if (restless.has(list.operation.id)) {
    throw new NotVerified("the list is in another order each time it is read");
  }
  let isReordered = true;
  const settled = await keepWhatRecurs(run, async () => {
    const whole = await wholeList(run, list);
    const before = run.findings.length;
    await check(whole).catch((error: unknown) => {
      // What was found until then weighs more.
      if (!(error instanceof NotVerified) || run.findings.length === before) throw error;
    });
    if (run.findings.length === before) return true;
    run.environment.forget(`whole ${list.operation.id}`);
    const again = await wholeList(run, list);
    const stayed = again.ids.join() === whole.ids.join();
    isReordered &&= !stayed && again.ids.toSorted().join() === whole.ids.toSorted().join();
    return stayed;
  });
  if (settled) return;
  if (isReordered) {
    restless.add(list.operation.id);
    const look = { run, list, places: [pointerTo(list.operation.pointer, "x-pagination", "forward")] };
    const [expected, received] = ["the same order at each reading", "another order, each time"];
    broken(look, undefined, "the list is in another order each time it is read", expected, received);
  }
  throw new NotVerified("the list went on changing while it was read");
}

export function broken(
  { run, list, places }: Pick<Look, "run" | "list" | "places">,
  page: Page | undefined,
  message: string,
  expected: string,
  received: string,
): void {
  const location = places[0] ?? list.operation.pointer;
  run.findBroken(
    "paging",
    location,
    promisesStated(run.environment.promises, list.operation.id, places, true),
    { message, expected, received },
    page?.exchange,
  );
}
