import { expect, test } from "vitest";
import type { RecordedFinding } from "#verify/model/finding/finding.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { confirm } from "#verify/steps/confirm.js";

const finding = (message: string, isVolatile: boolean): RecordedFinding => ({
  ...{ check: "pagination", message, place: "#/paths", places: [], expected: "", received: "", isVolatile },
  ...{ exchange: undefined, assumes: [] },
});

/** Runs `confirm` on attempts that each have findings and say whether the data stayed; undefined for one that is skipped. */
async function confirmed(...attempts: ([messages: string[], isUnchanged: boolean] | undefined)[]) {
  const reported: RecordedFinding[] = [];
  let count = 0;
  const tryOnce = async (found: RecordedFinding[]) => {
    const attempt = attempts[Math.min(count, attempts.length - 1)];
    count += 1;
    if (!attempt) {
      found.push(finding("unconfirmed", true), finding("certain", false));
      throw new Skipped("the budget is used up");
    }
    const [messages, isUnchanged] = attempt;
    found.push(...messages.map((message) => finding(message, true)));
    return isUnchanged;
  };
  const running = confirm(tryOnce, (certain) => void reported.push(...certain));
  const result = await running.catch((error: Error) => error.message);
  return { result, messages: reported.map(({ message }) => message), count };
}

test("a finding that recurs while the data stays is kept", async () => {
  expect(await confirmed([["a"], true])).toEqual({ result: true, messages: ["a"], count: 2 });
});

test("a finding that does not recur is dropped", async () => {
  expect(await confirmed([["a"], true], [[], true])).toEqual({ result: true, messages: [], count: 2 });
});

test("findings about data that change each time are dropped", async () => {
  expect(await confirmed([["a"], false])).toEqual({ result: false, messages: [], count: 5 });
});

test("different findings of several undisturbed attempts are kept: the fault may be random", async () => {
  const attempts = ["a", "b", "c", "d", "e"].map((each): [string[], boolean] => [[each], true]);
  expect(await confirmed(...attempts)).toEqual({ result: true, messages: ["e"], count: 5 });
});

test("an attempt that cannot be completed leaves only findings that are certain", async () => {
  expect(await confirmed([["a"], false], undefined)).toEqual({
    result: "the budget is used up",
    messages: ["certain"],
    count: 2,
  });
});
