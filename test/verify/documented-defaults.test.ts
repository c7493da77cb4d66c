import { expect, test } from "vitest";
import { isObject, type JsonObject } from "#openapi/document/document.js";
import { verifyServer } from "./small-document.js";
import { data, isText, lifeOf, messages, object, stored, text } from "./small-store.js";

const FIELDS: JsonObject = {
  title: text,
  state: { type: "string", enum: ["draft", "live"], default: "draft" },
  copies: { type: "integer", minimum: 0, maximum: 99, default: 5 },
  isOpen: { type: "boolean", default: true },
};
const SENT = object(FIELDS, ["title"]);
const SHOWN = object({ id: text, ...FIELDS, state: { enum: ["draft", "DRAFT", "live", null] } }, ["id", "title"]);

/** The resource that a server makes of what it was sent. */
type Make = (sent: JsonObject) => JsonObject;

/** The warnings of a store that makes its resources so. */
async function warningsFor(make: Make, sent = SENT, shown = SHOWN): Promise<string[]> {
  const isWrapped = isObject(shown.properties) && "book" in shown.properties;
  const respond = stored("books", {
    show: (record) => (isWrapped ? { book: record } : record),
    make: (body) => {
      const content = isObject(body.book) ? body.book : body;
      if (!isText(content.title)) return 400;
      return { ...make(content), ...content };
    },
  });
  const { results } = await verifyServer(
    lifeOf("books", sent, shown),
    respond,
    { ...data, settle: 0 },
    { only: ["default-not-applied"] },
  );
  return messages(results).filter(
    (message) => message.startsWith("add_books: add_books") && message.includes("default"),
  );
}

const lacks = (field: string) =>
  `add_books: add_books succeeded without /${field}, but the resource does not have its documented default`;

test.each<[string, Make]>([
  ["applies each default", (sent) => ({ state: "draft", copies: 5, isOpen: true, ...sent })],
  ["shows no field that was not sent", (sent) => sent],
  ["applies the default in capitals", (sent) => ({ state: "DRAFT", copies: 5, isOpen: true, ...sent })],
])("a server that %s has no warning about defaults", async (_, make) => {
  expect(await warningsFor(make)).toEqual([]);
});

test.each<[string, string[], Make]>([
  ["has another text", ["state"], (sent) => ({ state: "live", copies: 5, isOpen: true, ...sent })],
  ["has another number", ["copies"], (sent) => ({ state: "draft", copies: 1, isOpen: true, ...sent })],
  ["has another flag", ["isOpen"], (sent) => ({ state: "draft", copies: 5, isOpen: false, ...sent })],
  ["has null", ["state"], (sent) => ({ state: null, copies: 5, isOpen: true, ...sent })],
  ["has zero and false", ["copies", "isOpen"], (sent) => ({ state: "draft", copies: 0, isOpen: false, ...sent })],
])("a server that %s in place of a default has a warning", async (_, fields, make) => {
  expect((await warningsFor(make)).toSorted()).toEqual(fields.map(lacks));
});

test("a field in an envelope has its documented default, whether or not responses have the envelope", async () => {
  const sent = object({ book: SENT }, ["book"]);
  const make: Make = (body) => ({ state: "live", ...body });
  expect(await warningsFor(make, sent)).toEqual([lacks("state")]);
  expect(await warningsFor(make, sent, object({ book: SHOWN }, ["book"]))).toEqual([lacks("state")]);
});

test("a default of another type says nothing, and neither does that of a field which only servers set", async () => {
  const fields: JsonObject = {
    title: text,
    copies: { type: "integer", default: "5" },
    rank: { type: "integer", readOnly: true, default: 7 },
  };
  const make: Make = (sent) => ({ copies: 1, rank: 1, ...sent });
  expect(await warningsFor(make, object(fields, ["title"]), object({ id: text, ...fields }, ["id"]))).toEqual([]);
});
