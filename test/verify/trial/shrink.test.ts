import { expect, test } from "vitest";
import { shrink } from "#verify/trial/shrink.js";

/** Shrinks a text whose letters can be removed. */
async function shrunk(text: string, isFailing: (rest: string) => boolean) {
  const tried: string[] = [];
  const smallest = await shrink(
    text,
    [...text],
    (from, letters) => letters.reduce((rest, letter) => rest.replace(letter, ""), from),
    async (rest) => {
      tried.push(rest);
      return isFailing(rest);
    },
  );
  return { smallest, tried };
}

test.each([
  ["abcdefgh", "c", "c"],
  ["abcdefgh", "bg", "bg"],
  ["abcd", "", ""],
])("%s is reduced to the parts that the failure needs", async (text, needed, smallest) => {
  const result = await shrunk(text, (rest) => [...needed].every((each) => rest.includes(each)));
  expect(result.smallest).toBe(smallest);
});

test("everything stays if each part is needed", async () => {
  expect((await shrunk("abcd", (rest) => rest === "abcd")).smallest).toBe("abcd");
});

test("the number of tries is limited", async () => {
  const letters = "abcdefghijklmnopqrstuvwxyz";
  const { tried } = await shrunk(letters, () => false);
  expect(tried.length).toBe(24);
});
