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

test("the reference without scripts has a menu with a link to each operation, and describes each of a large document", () => {
  const numbers = Array.from({ length: 150 }, (_, index) => index);
  const html = staticReference({
    openapi: "3.1.1",
    info: { title: "Things", version: "1.0.0" },
    paths: Object.fromEntries(numbers.map((number) => [`/things-${number}`, { get: thing(number) }])),
  });
  const links = [...html.matchAll(/<a href="#([^"]+)" title="GET \/things-\d+">/g)].map(([, name]) => name);
  expect(links).toEqual(numbers.map((number) => `tag/things/read${number}`));
  for (const [index, name] of links.entries()) {
    expect(html).toContain(`<article id="${name}">`);
    expect(html).toContain(`<dd><p>Size ${index}.</p></dd>`);
  }
});

function thing(number: number) {
  const parameters = [{ name: "size", in: "query", description: `Size ${number}.`, schema: { type: "integer" } }];
  return {
    operationId: `read${number}`,
    tags: ["things"],
    parameters,
    responses: { "200": { description: "It." } },
  };
}
