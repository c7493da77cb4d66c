import { beforeAll, expect, test } from "vitest";
import { loadDocument } from "#openapi/load/load.js";
import { Contract } from "#verify/model/contract.js";
import { failuresOf } from "../verify/failures.js";
import type { Change } from "./change.js";
import { score } from "./score.js";
import { VARIANTS } from "./variants.js";

let contract: Contract;
beforeAll(async () => {
  contract = new Contract(await loadDocument("openapi/openapi.yaml"));
});

// Whole runs, because a false alarm may come last. Servers that mostly wait run at the same time.
const [waiting, others] = [VARIANTS.filter(({ waits }) => waits), VARIANTS.filter(({ waits }) => !waits)];
test.concurrent.each(titled(waiting))("a legal server passes: %s", (_, change) => expectPass(change));
test.each(titled(others))("a legal server passes: %s", (_, change) => expectPass(change));

function titled(changes: readonly Change[]): (readonly [title: string, change: Change])[] {
  return changes.map((change) => [change.title, change]);
}

async function expectPass(change: Change): Promise<void> {
  const { verdict, results, requests } = await score(contract, change);
  expect(failuresOf(results)).toEqual([]);
  expect(verdict).toBe("passed");
  expect(requests).toBeLessThan(400);
}
