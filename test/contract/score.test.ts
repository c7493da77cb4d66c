import { beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { score } from "../faults/score.js";
import { VARIANTS } from "../faults/variants.js";

let document: OpenApiDocument;
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
});

// All faults take minutes: `npm run score` has them. That nobody is accused falsely is proved at every run of the tests.
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
