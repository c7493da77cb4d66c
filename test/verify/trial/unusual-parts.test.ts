import { expect, test } from "vitest";
import { partsInWords, type UnusualPart } from "#verify/trial/unusual-parts.js";

const part = (name: string, value?: string): UnusualPart => ({
  operation: "addThing",
  part: `/body/${name}`,
  place: undefined,
  ...(value === undefined
    ? { what: `a body without ${name}`, lacks: name }
    : { what: `${name} ${value}`, plain: `${name} …` }),
});

test.each<[what: string, plain: string, parts: UnusualPart[]]>([
  ["size 0", "size …", [part("size", "0")]],
  ["a body without name", "a body without name", [part("name")]],
  [
    "a body without name, sort and title",
    "a body without name, sort and title",
    [part("name"), part("sort"), part("title")],
  ],
  ["size 0 with a body without name", "size … with a body without name", [part("name"), part("size", "0")]],
  ["a request without a body", "a request without a body", [part("")]],
  ["", "", []],
])("the parts of a rejected request in words: %s, and without values: %s", (what, plain, parts) => {
  expect(partsInWords(parts, " with ")).toEqual({ what, plain });
});
