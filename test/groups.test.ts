import { expect, test } from "vitest";
import { type GroupedRow, GroupRuns, groupsOf, type SharedRun } from "./groups.js";

const rows: GroupedRow[] = ["a", "b", "c", "d", "e"].map((title) => ({ title }));
const waiting: GroupedRow[] = ["v", "w"].map((title) => ({ title, waits: true }));
const titlesOf = (groups: readonly (readonly GroupedRow[])[]) =>
  groups.map((group) => group.map(({ title }) => title).join(""));

/** Judges rows by a run that records the rows of each run. */
function judged(run: (titles: string) => Partial<SharedRun<GroupedRow>>) {
  const ran: string[] = [];
  const runs = new GroupRuns([rows.slice(0, 3)], async (members) => {
    const [titles = ""] = titlesOf([members]);
    ran.push(titles);
    return { failures: [], effective: new Set(members), ...run(titles) };
  });
  const failures = async () => Promise.all(rows.slice(0, 3).map((row) => runs.failuresOf(row)));
  return { ran, failures };
}

test("neighbors are in different groups, rows that wait share runs, and those that need it have a run of their own", () => {
  expect(titlesOf(groupsOf([...rows, ...waiting], ({ title }) => title === "e"))).toEqual(["ac", "bd", "vw", "e"]);
});

test("one run judges all rows of a group that pass", async () => {
  const { ran, failures } = judged(() => ({}));
  expect(await failures()).toEqual([[], [], []]);
  expect(ran).toEqual(["abc"]);
});

test("a row without an effect in the run of its group is judged by a run of its own", async () => {
  const { ran, failures } = judged((titles) =>
    titles === "abc" ? { effective: new Set(rows.slice(0, 2)) } : { failures: ["red"] },
  );
  expect(await failures()).toEqual([[], [], ["red"]]);
  expect(ran).toEqual(["abc", "c"]);
});

test("if the run of a group fails, the row fails that fails in a run of its own", async () => {
  const { failures } = judged((titles) => ({ failures: titles.includes("b") ? ["red"] : [] }));
  expect(await failures()).toEqual([[], ["red"], []]);
});

test("if rows fail together only, each says so", async () => {
  const { failures } = judged((titles) => ({ failures: titles === "abc" ? ["red"] : [] }));
  const message =
    'Each passes in a run of its own, but not together: "a", "b", "c". Give one of them a run of its own.';
  expect(await failures()).toEqual([1, 2, 3].map(() => [message, "red"]));
});
