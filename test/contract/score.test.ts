import { beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { score } from "../faults/score.js";
import { VARIANTS } from "../faults/variants.js";

let document: OpenApiDocument;
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
});

// Whole runs, as `npm run score` makes them: a false alarm may come last.
test.each(VARIANTS.map((change) => [change.title, change] as const))("accuses nobody who: %s", async (_, change) => {
  const { verdict, reports, requests } = await score(document, change);
  const found = reports.flatMap(({ name, outcome }) =>
    outcome.verdict === "broken"
      ? outcome.findings.map(({ message, received }) => `${name}: ${message}, received ${received}`)
      : outcome.verdict === "no answer"
        ? [`${name}: ${outcome.reason}`]
        : [],
  );
  expect(found).toEqual([]);
  expect(verdict).toBe("holds");
  expect(requests).toBeLessThan(300);
});
