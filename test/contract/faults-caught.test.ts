import { beforeAll, expect, test } from "vitest";
import type { OpenApiDocument } from "../../src/openapi/document.js";
import { loadDocument } from "../../src/openapi/load.js";
import { FAULTS } from "../faults/faults.js";
import { isCaught, score } from "../faults/score.js";

let document: OpenApiDocument;
beforeAll(async () => {
  document = await loadDocument("openapi/openapi.yaml");
});

// Each run ends with its first finding; `npm run score` makes whole runs, and counts their requests.
test.concurrent.each(FAULTS.map((change) => [change.title, change] as const))("catches who: %s", async (_, change) => {
  const found = await score(document, change, false);
  expect(isCaught(found), `${change.id} passed as "${found.verdict}"`).toBe(true);
});
