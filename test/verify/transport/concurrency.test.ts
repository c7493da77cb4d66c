import { expect, test } from "vitest";
import { Concurrency } from "#verify/transport/concurrency.js";

/** The limit after so many responses of a duration. */
function after(concurrency: Concurrency, count: number, milliseconds: number): number {
  for (let index = 0; index < count; index += 1) concurrency.note(milliseconds);
  return concurrency.limit;
}

test("a distant target that stays as quick gets 12, then 16 requests at once, and no more", () => {
  const concurrency = new Concurrency();
  expect(concurrency.limit).toBe(8);
  expect(after(concurrency, 8, 100)).toBe(12);
  expect(after(concurrency, 12, 120)).toBe(16);
  expect(after(concurrency, 64, 120)).toBe(16);
});

test("a target that becomes slower gets 8 requests at once from then on", () => {
  const concurrency = new Concurrency();
  expect(after(concurrency, 8, 100)).toBe(12);
  expect(after(concurrency, 12, 140)).toBe(8);
  expect(after(concurrency, 64, 100)).toBe(8);
});

test("a near target gets 8 requests at once", () => {
  expect(after(new Concurrency(), 64, 10)).toBe(8);
});

test("a limit that is set does not grow", () => {
  expect(after(new Concurrency(3), 64, 100)).toBe(3);
});
