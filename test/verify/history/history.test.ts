import { expect, test } from "vitest";
import { sample } from "../../sample.js";
import { runBoards } from "./boards.js";
import { HISTORY_FAULTS } from "./faults.js";

test("a server without a fault has no finding", async () => {
  expect((await runBoards({ tag: ({ id, name }) => `"${id}-${Buffer.from(name).toString("hex")}"` })).causes).toEqual(
    [],
  );
});

test.each(sample(HISTORY_FAULTS, 5, 2))("found by the history: %s", async (_, behavior, title) => {
  const titles = (await runBoards(behavior())).causes.map((cause) => cause.title);
  expect(
    titles.filter((each) => title.test(each)),
    titles.join("\n"),
  ).not.toEqual([]);
});

/** Milliseconds by which replicas are behind. REPLICA_LAG=2000 takes two minutes for each row. */
const LAG = Number(process.env.REPLICA_LAG ?? 100);

const LEGAL: [title: string, run: Parameters<typeof runBoards>[1]][] = [
  [`whose replicas are up to ${LAG} ms behind`, { lag: LAG }],
  ["that closes each kept connection after an error", { closes: true }],
];

const LEGAL_ROWS = LEGAL.flatMap(([title, run]) => [1, 8, 32].map((parallel) => [title, parallel, run] as const));
test.each(sample(LEGAL_ROWS, 4))(
  "a legal server %s has no finding, at %i requests at once",
  async (_, parallel, run) => {
    expect((await runBoards({}, { ...run, parallel })).causes.map(({ title }) => title)).toEqual([]);
  },
);
