import { beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import type { Change } from "../faults/change.js";
import { score } from "../faults/score.js";
import { VARIANTS } from "../faults/variants.js";
import { accusations } from "./accusations.js";

let document: OpenApiDocument;
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
});

// Whole runs, as `npm run score` makes them: a false alarm may come last.
const [waiting, others] = [VARIANTS.filter(({ waits }) => waits), VARIANTS.filter(({ waits }) => !waits)];
test.concurrent.each(titled(waiting))("accuses nobody who: %s", (_, change) => accusesNobody(change));
test.each(titled(others))("accuses nobody who: %s", (_, change) => accusesNobody(change));

function titled(changes: readonly Change[]): (readonly [title: string, change: Change])[] {
  return changes.map((change) => [change.title, change]);
}

async function accusesNobody(change: Change): Promise<void> {
  const { verdict, reports, requests } = await score(document, change);
  expect(accusations(reports)).toEqual([]);
  expect(verdict).toBe("holds");
  expect(requests).toBeLessThan(400);
}
