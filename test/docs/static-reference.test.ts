import { expect, test } from "vitest";
import { staticReference } from "#scripts/docs/static-reference.js";

test("the reference without scripts lists successes before errors, and `default` last", () => {
  const statuses = ["404", "503", "default", "200", "4XX", "302", "2XX"];
  const responses = Object.fromEntries(statuses.map((status) => [status, { description: `Case ${status}.` }]));
  const html = staticReference({
    openapi: "3.1.1",
    info: { title: "Things", version: "1.0.0" },
    paths: { "/things": { get: { operationId: "listThings", responses } } },
  });
  const shown = [...html.matchAll(/<dt><code>(\w+)<\/code><\/dt>/g)].map(([, status]) => status);
  expect(shown).toEqual(["200", "2XX", "302", "404", "4XX", "503", "default"]);
});
