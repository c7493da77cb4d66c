import { expect, test } from "vitest";
import { Concurrency } from "#verify/transport/concurrency.js";

/** Notes responses until the limit has been the same for a while. Returns all limits on the way. */
function limits(concurrency: Concurrency, durationAt: (limit: number) => number): number[] {
  const seen = [concurrency.limit];
  for (let count = 0; count < 100; count += 1) {
    concurrency.note(durationAt(concurrency.limit));
    if (concurrency.limit !== seen.at(-1)) seen.push(concurrency.limit);
  }
  return seen;
}

test("where nothing sets it, the limit grows from 8 to 16 as long as a distant target stays as quick", () => {
  expect(limits(new Concurrency(), () => 200)).toEqual([8, 12, 16]);
});

test("the limit of a near target does not grow", () => {
  expect(limits(new Concurrency(), () => 5)).toEqual([8]);
});

test("the limit goes back to 8 where more requests at once make responses slower, and stays there", () => {
  expect(limits(new Concurrency(), (limit) => limit * 25)).toEqual([8, 12, 8]);
});

test("a few slow responses among quick ones do not matter", () => {
  let count = 0;
  expect(limits(new Concurrency(), () => (++count % 3 === 0 ? 2000 : 100))).toEqual([8, 12, 16]);
});

test("after the target asked for fewer requests, the limit is 8", () => {
  const concurrency = new Concurrency();
  limits(concurrency, () => 200);
  concurrency.hold();
  expect(limits(concurrency, () => 200)).toEqual([8]);
});

test("a limit that is set neither grows nor shrinks", () => {
  expect(limits(new Concurrency(3), (limit) => limit * 200)).toEqual([3]);
  expect(limits(new Concurrency(30), (limit) => limit * 200)).toEqual([30]);
});
