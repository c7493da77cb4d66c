import type { Behavior, Board } from "./boards.js";

/** A fault that needs an exchange which no test case sent for it, and the sentence by which a report names it. */
export type HistoryFault = [title: string, behavior: () => Behavior, named: RegExp];

/** Another board than the given one. */
function otherThan(board: Board, boards: ReadonlyMap<number, Board>): Board | undefined {
  return [...boards.values()].find((one) => one !== board);
}

/** Changes another board. */
function rename(board: Board, boards: ReadonlyMap<number, Board>, name: string): void {
  const other = otherThan(board, boards);
  if (other) other.name = name;
}

const isEach = (count: number, { id }: Board) => id % count === 0;

export const HISTORY_FAULTS: readonly HistoryFault[] = [
  [
    "each fifth board gets the identifier of an existing one",
    () => ({ id: (boards, next) => (next % 5 === 0 ? ([...boards.keys()].at(-1) ?? next) : next) }),
    /gives a new resource the identifier of another one/,
  ],
  [
    "each fourth board is shown as another one",
    () => ({ read: (board, boards) => (isEach(4, board) ? otherThan(board, boards) : board) ?? board }),
    /has another resource than the one that addBoard created/,
  ],
  [
    "each third board lists the cards of others too",
    () => ({
      cards: (board, boards) =>
        [...(isEach(3, board) ? boards.values() : [board])].flatMap((one) => [...one.cards.values()]),
    }),
    /listed below another resource too/,
  ],
  [
    "a change of each second board changes another one",
    () => ({ renamed: (board, boards) => void (isEach(2, board) && rename(board, boards, board.name)) }),
    /changed \/name of another resource/,
  ],
  [
    "a change of each second board removes another one",
    () => ({
      renamed(board, boards) {
        const other = isEach(2, board) ? otherThan(board, boards) : undefined;
        if (other) boards.delete(other.id);
      },
    }),
    /removed another resource/,
  ],
  [
    "a card that is added renames another board",
    () => ({ cardAdded: (_, board, boards) => rename(board, boards, "Busy") }),
    /\/name/,
  ],
  [
    "a card that is removed renames another board",
    () => ({ cardRemoved: (_, board, boards) => rename(board, boards, "Quiet") }),
    /\/name/,
  ],
  [
    "a board that is removed renames another one",
    () => ({ removed: (board, boards) => rename(board, boards, "Last") }),
    /\/name/,
  ],
  [
    "a board that is created renames the one before",
    () => ({
      created(board, boards) {
        const before = [...boards.values()].at(-2);
        if (before && isEach(3, board)) before.name = board.name;
      },
    }),
    /\/name/,
  ],
  [
    "a rejected board renames another one",
    () => ({
      rejected: (_, board, boards) =>
        void (board === undefined && rename({ id: 0, name: "", cards: new Map() }, boards, "Nameless")),
    }),
    /\/name/,
  ],
  [
    "a rejected name of each second board is stored",
    () => ({
      rejected(name, board) {
        if (board && isEach(2, board) && typeof name === "string") board.name = name;
      },
    }),
    /stores it|\/name/,
  ],
  [
    "a change without a name renames each board",
    () => ({
      rejected(name, board) {
        if (board && name === undefined) board.name = "Untitled";
      },
    }),
    /stores it|\/name/,
  ],
  [
    "a board whose body has an unknown member is rejected, and stored",
    () => ({
      rejected(name, board, boards) {
        if (board || typeof name !== "string" || name.length < 3 || name.length > 60) return;
        const id = Math.max(0, ...boards.keys()) + 1_000_000;
        boards.set(id, { id, name, cards: new Map() });
      },
    }),
    /stores it/,
  ],
  [
    "each third board is created twice",
    () => ({
      created(board, boards) {
        if (isEach(3, board)) boards.set(board.id + 100_000, { ...board, id: board.id + 100_000 });
      },
    }),
    /listed twice/,
  ],
  [
    "each third card is created twice",
    () => {
      let count = 0;
      return {
        cardAdded(card, { cards }) {
          count += 1;
          if (count % 3 === 0) cards.set(`${card.id}-2`, { ...card, id: `${card.id}-2` });
        },
      };
    },
    /listed twice/,
  ],
  [
    "the list shows each fourth board twice",
    () => ({
      listed: (boards) => [...boards.values()].flatMap((board) => (isEach(4, board) ? [board, board] : [board])),
    }),
    /listed twice/,
  ],
  [
    "the list shows another name of each fourth board",
    () => ({
      listed: (boards) => [...boards.values()].map((board) => (isEach(4, board) ? { ...board, name: "Board" } : board)),
    }),
    /lists another \/name/,
  ],
  [
    "each fourth board loses its name when it is read for the second time",
    () => {
      const reads = new Map<number, number>();
      return {
        read(board) {
          reads.set(board.id, (reads.get(board.id) ?? 0) + 1);
          return isEach(4, board) && (reads.get(board.id) ?? 0) > 1 ? { ...board, name: "Board" } : board;
        },
      };
    },
    /\/name/,
  ],
  [
    "each third board comes back after its removal, when another one is created",
    () => {
      const removed: Board[] = [];
      return {
        removed: (board) => void (isEach(3, board) && removed.push(board)),
        created(_, boards) {
          for (const board of removed.splice(0)) boards.set(board.id, board);
        },
      };
    },
    /still exists|still lists/,
  ],
  [
    "each third board stays in the list after its removal",
    () => {
      const removed: Board[] = [];
      return {
        removed: (board) => void (isEach(3, board) && removed.push(board)),
        listed: (boards) => [...boards.values(), ...removed],
      };
    },
    /deleted/,
  ],
  [
    "each third card stays in the list after its removal",
    () => {
      const removed = new Map<Board, { id: string; title: string }[]>();
      let count = 0;
      return {
        cardRemoved(card, board) {
          count += 1;
          if (count % 3 === 0) removed.set(board, [...(removed.get(board) ?? []), card]);
        },
        cards: (board) => [...board.cards.values(), ...(removed.get(board) ?? [])],
      };
    },
    /deleted/,
  ],
  ["the entity tag of a board is its number", () => ({ tag: ({ id }) => `"${id}"` }), /entity tag/],
  [
    "the entity tag of each second board stays when its name changes",
    () => ({
      tag: ({ id, name }) =>
        isEach(2, { id, name, cards: new Map() }) ? `"${id}"` : `"${id}-${Buffer.from(name).toString("hex")}"`,
    }),
    /entity tag/,
  ],
  [
    "each third card is shown as the first one of its board",
    () => {
      let count = 0;
      const later = new Set<string>();
      return {
        cardAdded({ id }) {
          count += 1;
          if (count % 3 === 0) later.add(id);
        },
        readCard: (card, { cards }) =>
          later.has(card.id) ? { ...card, title: [...cards.values()][0]?.title ?? "" } : card,
      };
    },
    /\/title|another resource/,
  ],
  [
    "each fourth board is not found by its number",
    () => ({ read: (board) => (isEach(4, board) ? undefined : board) }),
    /does not find what it created/,
  ],
];
