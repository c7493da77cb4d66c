import { expect, test } from "vitest";
import type { Json, JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import { operationsOf } from "#openapi/operations/operations.js";
import type { Outcome } from "#state/acts/outcome.js";
import { createState } from "#state/create-state.js";
import { isRelease, sample } from "#test/sample.js";
import { PAGINGS, type ThingsPaging, thingsDocument } from "./things.js";

/** Creating the resources takes most of the time. */
const MANY = isRelease ? 100_000 : 20_000;
const FEW = 1_000;

/** How much longer an act may take with many resources. One that visits each takes at least twenty times as long. */
const MOST = 8;

const SORT: JsonObject = { name: "sort", in: "query", schema: { type: "string", enum: ["name", "-name"] } };

/** A state with some things, and what sends it requests. */
function stateOf(count: number, paging: ThingsPaging | undefined) {
  const document = thingsDocument(paging && { ...paging, parameters: [...paging.parameters, SORT] });
  const operations = operationsOf(document);
  const state = createState(document);
  const colors = ["red", "green", "blue"];
  const things = Array.from({ length: count }, (_, index) => ({
    ...{ id: identifier(index), name: `thing ${(index * 7919) % count}`, code: `C${index}`, createdAt: MOMENT },
    color: colors[index % colors.length] ?? "",
  }));
  const parts = Array.from({ length: count }, (_, index) => ({ id: index + 1, label: "screw" }));
  state.add("", { "/things": things });
  // One kind is enough to see that a deletion does not visit them.
  if (paging === PAGINGS.cursor) state.add("", { [`/things/${identifier(0)}/parts`]: parts });
  const named = (id: string): Operation => {
    const operation = operations.find(({ operationId }) => operationId === id);
    if (!operation) throw new Error(`The document has no ${id}.`);
    return operation;
  };
  const send = (id: string, values: Readonly<Record<string, Json>>, sent?: JsonObject): Outcome => {
    const operation = named(id);
    const parameters = operation.parameters.flatMap((parameter) => {
      const value = values[parameter.name];
      return value === undefined ? [] : [{ parameter, value, texts: [String(value)] }];
    });
    const body = sent && { type: "application/json", value: sent };
    const query = new URLSearchParams(Object.entries(values).map(([name, value]) => [name, String(value)]));
    const outcome = state.respond({ operation, reading: { parameters, body }, tenant: "", query });
    if (!outcome) throw new Error(`${id} is not inferred.`);
    return outcome;
  };
  const page = (values: Readonly<Record<string, Json>>) => {
    const outcome = send("listThings", values);
    if (outcome.kind !== "page") throw new Error(`The list is ${outcome.kind}.`);
    return outcome.page;
  };
  return { count, send, page };
}

type Sending = ReturnType<typeof stateOf>;

const MOMENT = "2026-01-01T00:00:00.000Z";

function identifier(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

const states = new Map<string, Sending>();

function known(count: number, kind: string): Sending {
  const state = states.get(`${count} ${kind}`) ?? stateOf(count, PAGINGS[kind]);
  states.set(`${count} ${kind}`, state);
  return state;
}

/** The time of an act in milliseconds: the least of several, because the machine may do other work meanwhile. */
function timeOf(act: () => void): number {
  const times = Array.from({ length: 6 }, () => {
    const begun = performance.now();
    for (let round = 0; round < 10; round += 1) act();
    return performance.now() - begun;
  });
  return Math.min(...times);
}

/** A page near the end of a list, by each kind of paging. */
const FAR: Readonly<Record<string, (state: Sending) => JsonObject>> = {
  page: ({ count }) => ({ page: count / 10 - 1, limit: 10 }),
  offset: ({ count }) => ({ offset: count - 20, limit: 10 }),
  cursor: (state) => ({ cursor: state.page({ limit: state.count - 20 }).next ?? null, limit: 10 }),
  item: ({ count }) => ({ starting_after: identifier(count - 20), limit: 10 }),
};

const ACTS: readonly (readonly [what: string, kind: string, act: (state: Sending) => () => void])[] = [
  ...Object.keys(FAR).flatMap((kind) => [
    [`the last pages of a list, by ${kind}`, kind, far(kind, {})] as const,
    [`the last pages of a sorted list, by ${kind}`, kind, far(kind, { sort: "-name" })] as const,
    [
      `the first page of a filtered list, by ${kind}`,
      kind,
      (state: Sending) => () => state.page({ color: "red", limit: 10 }),
    ] as const,
  ]),
  [
    "one resource",
    "cursor",
    ({ send, count }) =>
      () =>
        send("getThing", { id: identifier(count / 2) }),
  ],
  [
    "a change",
    "cursor",
    ({ send, count }) =>
      () =>
        send("replaceThing", { id: identifier(count / 2) }, { name: "new" }),
  ],
  [
    "a creation, and a deletion with what is below",
    "cursor",
    ({ send }) =>
      () => {
        const created = send("createThing", {}, { name: "new" });
        if (created.kind === "resource") send("deleteThing", { id: created.stored.key });
      },
  ],
];

function far(kind: string, more: JsonObject) {
  return (state: Sending) => {
    const values = { ...FAR[kind]?.(state), ...more };
    expect(state.page(values).stored.length).toBeGreaterThan(8);
    return () => state.page(values);
  };
}

test.each(sample(ACTS, 4))(`%s take no longer with ${MANY} resources than with ${FEW}`, (_, kind, act) => {
  const times = [FEW, MANY].map((count) => timeOf(act(known(count, kind))));
  const [few = 1, many = 1] = times;
  expect(many / few, `${many} ms and ${few} ms`).toBeLessThan(MOST);
});
