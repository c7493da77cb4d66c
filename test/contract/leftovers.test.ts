import { afterEach, expect, test } from "vitest";
import { only } from "../../src/contract/embedded.js";
import { Environment } from "../../src/contract/environment.js";
import { plan } from "../../src/contract/plan.js";
import { runAll } from "../../src/contract/run-all.js";
import { loadDocument } from "../../src/openapi/load.js";
import { bodyOf, refusal, succeeded } from "../faults/answers.js";
import { type Change, type FaultyServer, startFaulty } from "../faults/server.js";
import { testTarget } from "./target.js";

let server: FaultyServer;
afterEach(() => server.close());

/** Ids of all that a run made on a server without a provision module, and what the run says that it left. */
async function madeAndLeft(change: Partial<Change>): Promise<{ made: string[]; left: string[] }> {
  const made = new Set<string>();
  server = await startFaulty({
    id: "noted",
    title: "Notes what is made.",
    ...change,
    answer: async (answer, request, tools) => {
      const { id } = tools.operation === "addSuppression" && succeeded(answer) ? bodyOf(answer) : {};
      if (typeof id === "string") made.add(id);
      return change.answer?.(answer, request, tools);
    },
  });
  const { first, otherTeam } = server.keys;
  const keys = { own: only(first, "KEY"), otherTeam: only(otherTeam, "OTHER") };
  const target = testTarget(server.url, { hasExamples: false, keys, timeout: 10_000 });
  const environment = new Environment(await loadDocument("openapi/openapi.yaml"), target);
  await runAll(environment, plan(environment), 4);
  return { made: [...made].toSorted(), left: environment.leftovers.toSorted() };
}

test.each<[string, Partial<Change>]>([
  ["keeps its promises", {}],
  [
    "gives no answer to who retrieves what was added",
    {
      socket: (request, response) => {
        const isAdded = request.method === "GET" && /verify/i.test(request.path);
        if (isAdded) response.destroy();
        return isAdded;
      },
    },
  ],
  [
    "refuses who retrieves",
    { answer: (_, __, { operation }) => (operation === "retrieveSuppression" ? refusal(403) : undefined) },
  ],
  [
    "limits who lists",
    { answer: (_, __, { operation }) => (operation === "listSuppressions" ? refusal(429) : undefined) },
  ],
])("all that a run made is told as left, once each, on a server that %s", async (_, change) => {
  const { made, left } = await madeAndLeft(change);
  expect(made.length).toBeGreaterThan(5);
  expect(left).toEqual(made.map((id) => `addSuppression ${id}`));
});
