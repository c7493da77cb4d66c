import { pointerTo } from "../../../openapi/pointer.js";
import { NotVerified } from "../../case.js";
import type { CaseRun } from "../../case-run.js";
import { promisesStated } from "../../proves.js";
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

/** How often a check is made again because the list changed meanwhile. */
const TRIES = 3;

/**
 * Makes a check; if it finds anything, makes sure that the list is as it was, or else makes the check again. A list whose
 * items stay and whose order never does leads nobody from page to page.
 */
export async function whileStill(run: CaseRun, list: PagedList, check: (whole: Walk) => Promise<void>): Promise<void> {
  const { restless } = run.environment;
  if (restless.has(list.operation.id)) {
    throw new NotVerified("the list is in another order each time it is read");
  }
  let reordered = 0;
  for (let tries = TRIES; tries > 0; tries -= 1) {
    const whole = await wholeList(run, list);
    const before = run.findings.length;
    await check(whole);
    if (run.findings.length === before) return;
    run.environment.forget(`whole ${list.operation.id}`);
    const again = await wholeList(run, list);
    if (again.ids.join() === whole.ids.join()) return;
    run.findings.length = before;
    if (again.ids.toSorted().join() === whole.ids.toSorted().join()) reordered += 1;
  }
  if (reordered === TRIES) {
    restless.add(list.operation.id);
    const look = { run, list, places: [pointerTo(list.operation.pointer, "x-pagination", "forward")] };
    const [expected, received] = ["the same order at each reading", `another order, ${TRIES} times of ${TRIES}`];
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
