import { expect, test } from "vitest";
import { asObject, type Json, type JsonObject, type OpenApiDocument } from "#openapi/document/document.js";
import { type Comparison, compare } from "#scripts/diff/compare.js";
import { FORMATS } from "#scripts/diff/print/formats.js";

/** A document with one operation, whose response has these properties. */
function documentWith(properties: Record<string, Json>, maximum = 100): OpenApiDocument {
  const schema = { type: "object", properties, required: Object.keys(properties) };
  const limit = { name: "limit", in: "query", schema: { type: "integer", maximum } };
  const responses = { 200: { description: "ok", content: { "application/json": { schema } } } };
  return {
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: { "/things": { get: { operationId: "listThings", parameters: [limit], responses } } },
  };
}

const TEXT = { type: "string" };
const LIST = { type: "array", items: TEXT };
const compared = (base: OpenApiDocument, revision: OpenApiDocument) => compare(base, revision);
const callers = ({ changes }: Comparison) => changes.filter(({ affects }) => affects === "callers");

test("a property with another name and the same content is one change, a rename", async () => {
  const found = callers(
    await compared(documentWith({ origin: TEXT, id: TEXT }), documentWith({ source: TEXT, id: TEXT })),
  );
  expect(found).toMatchObject([
    {
      impact: "major",
      message: expect.stringMatching(/^`origin` was renamed to `source`/),
      old: '"origin"',
      new: '"source"',
    },
  ]);
});

test("among several changed properties, a bare type alone makes no rename", async () => {
  const [base, revision] = [
    { origin: TEXT, line: { type: "integer" }, id: TEXT },
    { source: TEXT, lines: { type: "integer" }, id: TEXT, at: TEXT },
  ];
  const described = { ...TEXT, description: "Where it comes from." };
  const messages = async (one: JsonObject, other: JsonObject) =>
    callers(await compared(documentWith(one), documentWith(other)))
      .map(({ message }) => message)
      .join("\n");
  expect(await messages(base, revision)).not.toContain("renamed");
  expect(await messages({ ...base, origin: described }, { ...revision, source: described })).toContain(
    "`origin` was renamed",
  );
  expect(
    await messages({ a_line: TEXT, id: TEXT, b: { type: "integer" } }, { c_line: TEXT, id: TEXT, d: LIST }),
  ).toContain("`a_line` was renamed");
});

test("a property with another name and other content is removed and added", async () => {
  const found = callers(
    await compared(documentWith({ origin: TEXT, id: TEXT }), documentWith({ source: { type: "integer" }, id: TEXT })),
  );
  expect(found.map(({ message }) => message).join("\n")).not.toContain("renamed");
  expect(found.length).toBeGreaterThan(1);
});

test("a change names its operation, direction, old and new value, and who is affected", async () => {
  const text = FORMATS.text(await compared(documentWith({ id: TEXT }), documentWith({ id: TEXT }, 50)), "main");
  expect(text).toContain(`Breaking:
  \`maximum\` of the query parameter \`limit\` was changed from 100 to 50.
      listThings (request)
      100 → 50
      affects: clients that send it
      #/paths/~1things/get/parameters/0/schema/maximum`);
});

test("a change of types is one change, which quotes the line that no longer compiles", async () => {
  const text = FORMATS.text(
    await compared(documentWith({ id: TEXT }), documentWith({ id: { type: "integer" } })),
    "main",
  );
  expect(text).toMatch(
    /changed from string to integer\.\n {6}listThings \(response\)\n.*\n {6}\(data: Ok<.*=> data;\n {6}affects: clients that read it/,
  );
});

test("markdown has a table for each impact, in which no text of the contract is markup", async () => {
  const base = documentWith({ "a|b<i>": TEXT, id: TEXT });
  const text = FORMATS.markdown(await compared(base, documentWith({ id: TEXT })), "main");
  expect(text).toContain(
    "#### Breaking\n\n| change | operation | old → new | who is affected |\n|---|---|---|---|\n| ",
  );
  expect(text).toContain("a&#124;b&#60;i&#62;");
  expect(text).not.toContain("<i>");
});

test("github has a command for each change: errors, warnings and notices", async () => {
  const comparison = await compared(documentWith({ id: TEXT }, 50), documentWith({ id: TEXT }, 100));
  const breaking = {
    ...comparison,
    changes: comparison.changes.map((each) => ({ ...each, impact: "major" as const })),
  };
  expect(FORMATS.github(comparison, "main")).toMatch(/^::notice title=listThings \(request\)::.*%0A50 → 100%0A/);
  expect(FORMATS.github(breaking, "main")).toMatch(/^::error /);
  const unstable = { ...breaking, changes: breaking.changes.map((each) => ({ ...each, unstable: true })) };
  expect(FORMATS.github(unstable, "main")).toMatch(/^::warning /);
});

test("json is the comparison as data", async () => {
  const comparison = await compared(documentWith({ id: TEXT }), documentWith({ id: TEXT }, 50));
  const parsed = asObject(JSON.parse(FORMATS.json(comparison, "main")));
  expect(parsed.changes).toMatchObject([
    { uses: [{ operation: "listThings", direction: "request" }], old: "100", new: "50" },
  ]);
});

test("a renamed component breaks code that imports its type, and no caller", async () => {
  const withComponent = (name: string): OpenApiDocument => ({
    ...documentWith({ id: { $ref: `#/components/schemas/${name}` } }),
    components: { schemas: { [name]: TEXT } },
  });
  const [base, revision] = [withComponent("Id"), withComponent("Key")];
  const { changes } = await compare(base, revision);
  expect(changes.map(({ affects, message }) => [affects, message])).toEqual([
    ["importers", "The type `Id` can no longer be imported."],
  ]);
  expect(await compare(base, revision, { isWire: true })).toMatchObject({ changes: [], impact: "none" });
});
