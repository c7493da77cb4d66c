import { afterEach, expect, test } from "vitest";
import { type Mock, type MockOptions, startMock } from "#mock/mock.js";
import { documentOf } from "#test/verify/small-document.js";
import { fields, kind, named } from "./placed-shapes.js";

// Bad conditions, and responses that a request prefers, change nothing of a state.

let mock: Mock | undefined;
afterEach(() => mock?.close());

const DOCUMENT = documentOf(kind("/things", "/things/{id}", fields("id", "name"), named("id")));

async function start(options: Partial<MockOptions>): Promise<void> {
  mock = await startMock({ document: DOCUMENT, port: 0, state: true, control: true, controlToken: "t", ...options });
}

async function create(id: string, headers: Record<string, string> = {}) {
  const body = JSON.stringify({ id, name: "New" });
  const { status, headers: received } = await fetch(`${mock?.url}/things`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });
  return { id, status, choice: received.get("x-mock-choice"), state: received.get("mock-state") };
}

/** The identifiers of the kept things, by the control plane, which no condition applies to. */
async function kept(): Promise<string[]> {
  const snapshot = await fetch(`${mock?.url}/_mock/snapshot`, { headers: { authorization: "Bearer t" } });
  const [data = {}] = Object.values<object>(await snapshot.json());
  return Object.values(data).flatMap((things) => things.map(({ id }: { id: string }) => id));
}

test.each<[string, Partial<MockOptions>, number]>([
  ["fail", { fail: 0.5, seed: 7 }, 503],
  ["exceed the limit of a second", { rate: 3 }, 429],
])("creations that %s are not stored, and others are", async (_, options, wanted) => {
  await start(options);
  const sent = await Promise.all(Array.from({ length: 12 }, (__, index) => create(`t${index}`)));
  const done = sent.filter(({ status }) => status === 201).map(({ id }) => id);
  expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201, wanted]));
  expect((await kept()).toSorted()).toEqual(done.toSorted());
});

test("a delayed response is from the state, and says both", async () => {
  await start({ latency: [20, 30] });
  const { status, choice, state } = await create("a");
  expect([status, state, choice]).toEqual([201, "kept", expect.stringMatching(/^delay \d+ ms .*; state of the mock$/)]);
  expect(await kept()).toEqual(["a"]);
});

test.each(["code=201", "dynamic=true", "code=404"])(
  "a response that the request prefers stores nothing: %s",
  async (prefer) => {
    await start({});
    await create("a");
    expect(await create("b", { prefer })).toMatchObject({ state: "documented" });
    expect(await kept()).toEqual(["a"]);
  },
);

test("a response from the state that is to come later is stored at once", async () => {
  await start({});
  const { status, choice } = await create("a", { prefer: "delay=30" });
  expect([status, choice]).toEqual([201, expect.stringContaining("30 ms")]);
  expect(await kept()).toEqual(["a"]);
});
