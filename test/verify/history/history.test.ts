import { expect, test } from "vitest";
import { type Behavior, type Board, runBoards } from "./boards.js";

const titlesOf = async (behavior: Behavior) => (await runBoards(behavior)).causes.map(({ title }) => title);

test("a server without a fault has no finding", async () => {
  expect(await titlesOf({})).toEqual([]);
});

/** Another board than the given one. */
const otherThan = (board: Board, boards: ReadonlyMap<number, Board>) =>
  [...boards.values()].find((one) => one !== board);

test.each<[string, Behavior, RegExp]>([
  [
    "each fifth board gets the identifier of an existing one",
    { id: (boards, next) => (next % 5 === 0 ? ([...boards.keys()].at(-1) ?? next) : next) },
    /gives a new resource the identifier of another one/,
  ],
  [
    "each fourth board is shown as another one",
    { read: (board, boards) => (board.id % 4 === 0 ? otherThan(board, boards) : board) ?? board },
    /has another resource than the one that addBoard created/,
  ],
  [
    "each third board lists the cards of others too",
    {
      cards: ({ id, cards }, boards) =>
        [...(id % 3 === 0 ? boards.values() : [{ cards }])].flatMap((one) => [...one.cards.values()]),
    },
    /listed below another resource too/,
  ],
  [
    "a change of each second board changes another one",
    {
      renamed: (board, boards) => {
        const other = board.id % 2 === 0 ? otherThan(board, boards) : undefined;
        if (other) other.name = board.name;
      },
    },
    /changed \/name of another resource/,
  ],
  [
    "a change of each second board removes another one",
    {
      renamed: (board, boards) => {
        const other = board.id % 2 === 0 ? otherThan(board, boards) : undefined;
        if (other) (boards as Map<number, Board>).delete(other.id);
      },
    },
    /removed another resource/,
  ],
])("found by the history: %s", async (_, behavior, title) => {
  const titles = await titlesOf(behavior);
  expect(
    titles.filter((each) => title.test(each)),
    titles.join("\n"),
  ).not.toEqual([]);
});
