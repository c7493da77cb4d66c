import { expect, test } from "vitest";
import type { JsonObject } from "#openapi/document/document.js";
import { createdListed } from "#verify/history/lists/created-listed.js";
import { contract, creationOf, exchanged, ledgerOf, nothingAround, operationOf } from "./own-things.js";

/** The findings about a list that shows the first of two things. */
function findingsOf(first: JsonObject, second: JsonObject, credential?: "otherTeam"): string[] {
  const { ledger, own } = ledgerOf([creationOf(first), creationOf(second, credential)]);
  const items = [{ ...first, id: "t0" }];
  const list = { operation: operationOf("list_things"), parameters: [], body: undefined };
  const read = exchanged(list, 100, { body: JSON.stringify(items) });
  const listed = own.slice(0, 1).map((each) => ({ own: each, item: items[0] ?? {} }));
  const found = createdListed(contract, ledger).note(read, { ...nothingAround(), listed });
  return found.map(({ expected }) => String(expected));
}

const open = (name: string) => ({ name, state: "open" });

test("a whole list lacks a thing that was created like one that it has", () => {
  expect(findingsOf(open("name-1"), open("name-2"))).toEqual([expect.stringContaining("t1")]);
});

test("a whole list may leave out a thing with another value", () => {
  expect(findingsOf(open("name-1"), { name: "name-2", state: "closed" })).toEqual([]);
});

test("a whole list has nothing of another team", () => {
  expect(findingsOf(open("name-1"), open("name-2"), "otherTeam")).toEqual([]);
});
