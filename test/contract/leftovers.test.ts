import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { only } from "../../src/contract/embedded.js";
import { Environment } from "../../src/contract/environment.js";
import { plan } from "../../src/contract/plan.js";
import { runAll } from "../../src/contract/run-all.js";
import { loadDocument } from "../../src/openapi/load.js";
import { bodyOf, refusal, succeeded } from "../faults/answers.js";
import { type Change, type FaultyServer, startFaulty } from "../faults/server.js";
import { temporaryFolder } from "../temporary.js";
import { testTarget } from "./target.js";

let server: FaultyServer;
afterEach(() => server.close());

/**
 * Ids of all that a run added on a server, and what the run says that it left.
 *
 * @param module a provision module
 */
async function madeAndLeft(
  change: Partial<Change>,
  module?: string,
  before: (url: string) => Promise<unknown> = async () => {},
): Promise<{ made: string[]; left: string[] }> {
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
  await before(server.url);
  made.clear();
  const provision = module === undefined ? undefined : { module, url: server.url };
  const target = testTarget(server.url, { hasExamples: false, keys, timeout: 10_000, provision });
  const environment = new Environment(await loadDocument("openapi/openapi.yaml"), target);
  await runAll(environment, plan(environment), 4);
  return { made: [...made].toSorted(), left: environment.leftovers.toSorted() };
}

/** Open: which 2xx an add is answered by, and what a second one does (U1, U11). */
const always201: Partial<Change> = {
  answer: (answer, _, { operation }) =>
    operation === "addSuppression" && succeeded(answer) ? { ...answer, status: 201 } : undefined,
};

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
  const example = / \(it may have been there before\)$/;
  expect(left.map((each) => each.replace(example, ""))).toEqual(made.map((id) => `addSuppression ${id}`));
  expect(left.filter((each) => example.test(each)).length).toBeLessThan(2);
});

test.each([
  ["tells of it by 200", {}],
  ["answers 201 whatever was there", always201],
] as const)("what an example names and somebody had before is not removed from a server that %s", async (_, change) => {
  const folder = await temporaryFolder("provision");
  const [module, removals] = [join(folder, "provision.mjs"), join(folder, "removed.txt")];
  await writeFile(
    module,
    `import { appendFile } from "node:fs/promises";
export default () => ({
  async remove({ body }) {
    await appendFile(${JSON.stringify(removals)}, body.id + "\\n");
    return true;
  },
});`,
  );
  let theirs = "";
  const { made, left } = await madeAndLeft(change, module, async (url) => {
    const headers = { authorization: `Bearer ${server.keys.first}`, "content-type": "application/json" };
    const body = JSON.stringify({ email: "kim+autumn@example.com" });
    const added = await fetch(`${url}/suppressions`, { method: "POST", headers, body });
    expect(added.status).toBe(201);
    theirs = (await added.json()).id;
  });
  expect(made).toContain(theirs);
  expect(left).toEqual([`addSuppression ${theirs} (it may have been there before)`]);
  const removed = (await readFile(removals, "utf8")).trim().split("\n");
  expect(removed.toSorted()).toEqual(made.filter((id) => id !== theirs));
});
