import { expect, test } from "vitest";
import { statesCascade } from "#statements/cascades.js";
import { contractOf } from "./document.js";

const [OPERATION] = contractOf({
  "/shelves/{id}": { delete: { responses: { "204": { description: "Gone." } } } },
}).operations;

function said(summary: string, description: string): boolean {
  if (!OPERATION) throw new Error("The document has no such operation.");
  return statesCascade({ ...OPERATION, summary, description }, "/shelves/{id}/books");
}

test.each([
  ["Deletes a shelf with its books", ""],
  ["Delete a shelf", "This also deletes all books on the shelf."],
  ["Delete a shelf", "Removes the shelf, and as well removes every one of the books."],
  ["Delete a shelf", "Deletes a shelf completely, resulting in all books of the shelf also being deleted."],
  ["Delete a shelf", "All books of the shelf are deleted, too."],
  ["Delete a shelf", "Be careful.\nThe run of it\nalso removes its books."],
])("the words %j %j say that the books go with the shelf", (summary, description) => {
  expect(said(summary, description)).toBe(true);
});

test.each([
  ["Delete a shelf", "Fails if all books are not removed."],
  ["Delete a shelf", "It does not remove its books."],
  ["Delete a shelf", "All books must be deleted before."],
  ["Delete a shelf", "Also deletes all labels of the shelf. Books stay."],
  ["Delete a shelf", "Deletes the shelf. Books are counted."],
])("the words %j %j do not say so", (summary, description) => {
  expect(said(summary, description)).toBe(false);
});
