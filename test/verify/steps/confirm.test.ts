import { expect, test } from "vitest";
import type { RecordedFinding } from "#verify/model/finding/finding.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { broken } from "#verify/rules/sentence.js";
import { confirm } from "#verify/steps/confirm.js";

const finding = (pages: string, isVolatile: boolean): RecordedFinding => ({
  ...broken("pages-have-other-items", { pages }),
  ...{ message: pages, place: "#/paths", places: [], expected: "", received: "", isVolatile },
  ...{ exchange: undefined, assumes: [] },
});

/** The numbers of requests that the last confirmation excused. */
let excused: number[] = [];

/** Runs `confirm` on attempts that each add findings and say whether the data stayed; undefined for one that is skipped. */
async function confirmed(...attempts: ([messages: string[], isUnchanged: boolean] | undefined)[]) {
  let findings: RecordedFinding[] = [finding("earlier", false)];
  let count = 0;
  const statuses: number[] = [];
  excused = [];
  const context: Parameters<typeof confirm>[0] = {
    async collect(found, attempt) {
      const outer = findings;
      findings = found;
      return attempt().finally(() => {
        findings = outer;
      });
    },
    report: (found) => void findings.push(...found),
    statuses,
    excuse: (requests) => void excused.push(requests),
  };
  const running = confirm(context, async () => {
    const attempt = attempts[Math.min(count, attempts.length - 1)];
    count += 1;
    statuses.push(200, 200);
    if (!attempt) {
      findings.push(finding("unconfirmed", true), finding("certain", false));
      throw new Skipped("the budget is used up");
    }
    const [messages, isUnchanged] = attempt;
    findings.push(...messages.map((message) => finding(message, true)));
    return isUnchanged;
  });
  const result = await running.catch((error: Error) => error.message);
  return { result, messages: findings.map(({ message }) => message), count };
}

test("a finding that recurs while the data stays is kept", async () => {
  expect(await confirmed([["a"], true])).toEqual({ result: true, messages: ["earlier", "a"], count: 2 });
});

test("a finding that does not recur is dropped", async () => {
  expect(await confirmed([["a"], true], [[], true])).toEqual({ result: true, messages: ["earlier"], count: 2 });
});

test("findings about data that change each time are dropped", async () => {
  expect(await confirmed([["a"], false])).toEqual({ result: false, messages: ["earlier"], count: 5 });
});

test("different findings of several undisturbed attempts are kept: the fault may be random", async () => {
  const attempts = ["a", "b", "c", "d", "e"].map((each): [string[], boolean] => [[each], true]);
  expect(await confirmed(...attempts)).toEqual({ result: true, messages: ["earlier", "e"], count: 5 });
});

test("an attempt that cannot be completed leaves only findings that are certain", async () => {
  expect(await confirmed([["a"], false], undefined)).toEqual({
    result: "the budget is used up",
    messages: ["earlier", "certain"],
    count: 2,
  });
});

test("requests during which others changed the data count for nothing", async () => {
  await confirmed([["lost"], false], [["lost"], true], [["lost"], true]);
  expect(excused).toEqual([2]);
});
