import { expect, test } from "vitest";
import { runBoards } from "./boards.js";
import { HISTORY_FAULTS } from "./faults.js";

test("a server without a fault has no finding", async () => {
  expect((await runBoards({ tag: ({ id, name }) => `"${id}-${Buffer.from(name).toString("hex")}"` })).causes).toEqual(
    [],
  );
});

test.each(HISTORY_FAULTS)("found by the history: %s", async (_, behavior, title) => {
  const titles = (await runBoards(behavior())).causes.map((cause) => cause.title);
  expect(
    titles.filter((each) => title.test(each)),
    titles.join("\n"),
  ).not.toEqual([]);
});
