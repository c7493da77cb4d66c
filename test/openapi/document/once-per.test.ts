import { expect, test } from "vitest";
import { oncePer } from "#openapi/document/once-per.js";

test("oncePer finds a result once for each object, also if it is undefined, until the result is forgotten", () => {
  const asked: object[] = [];
  const sizeOf = oncePer((list: unknown[]) => {
    asked.push(list);
    return list.length > 0 ? list.length : undefined;
  });
  const [empty, other] = [[], [1]];
  expect([sizeOf(empty), sizeOf(other), sizeOf(empty), sizeOf(other)]).toEqual([undefined, 1, undefined, 1]);
  expect(asked).toEqual([empty, other]);
  sizeOf.forget(empty);
  sizeOf(empty);
  expect(asked).toEqual([empty, other, empty]);
});

test("oncePer asks again after an error", () => {
  let isReady = false;
  const resultOf = oncePer((_: object) => {
    if (!isReady) throw new Error("not ready");
    return 1;
  });
  const key = {};
  expect(() => resultOf(key)).toThrow("not ready");
  isReady = true;
  expect(resultOf(key)).toBe(1);
});
