import { expect, test } from "vitest";
import { KnownTexts } from "#verify/requests/known-texts.js";

function knowing(...texts: string[]): KnownTexts {
  const known = new KnownTexts();
  for (const text of texts) known.add(text);
  return known;
}

const UUID = "0f8fad5b-d9cb-4469-a165-70867728950e";

test.each<[what: string, text: string, found: string[]]>([
  ["alone", "k3jd9x2m1q", ["k3jd9x2m1q"]],
  ["within other letters", "Verifyk3jd9x2m1qs", ["k3jd9x2m1q"]],
  ["behind a part of itself", "k3jd9k3jd9x2m1q", ["k3jd9x2m1q"]],
  ["in JSON", JSON.stringify({ name: "k3jd9x2m1q", ids: [UUID] }), ["k3jd9x2m1q", UUID]],
  [
    "in another order, in that in which they were added",
    `${UUID} p0p0p0p0p0 k3jd9x2m1q`,
    ["k3jd9x2m1q", UUID, "p0p0p0p0p0"],
  ],
  ["more than once", "k3jd9x2m1q k3jd9x2m1q", ["k3jd9x2m1q"]],
  ["not if a part of it is missing", "k3jd9x2m1 9x2m1q 0f8fad5b-d9cb", []],
  ["not in capital letters", "K3JD9X2M1Q", []],
])("a known text is found %s", (_, text, found) => {
  expect(knowing("k3jd9x2m1q", UUID, "p0p0p0p0p0").in(text)).toEqual(found);
});

test("texts with the same beginning are told apart", () => {
  const known = knowing("abcdef12", "abcdef", "abcdef34");
  expect(known.in("xabcdef34")).toEqual(["abcdef", "abcdef34"]);
});

test("a text that is so short that it occurs by chance is not looked for", () => {
  expect(knowing("abcde").in("abcde")).toEqual([]);
});
