import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { TEAM_API } from "#team-api/team-api.js";
import { bodyOf, refusal, succeeded } from "#test/faults/answers.js";
import type { Change } from "#test/faults/change.js";
import { type FaultyServer, startFaulty } from "#test/faults/server.js";
import { sample } from "#test/sample.js";
import { referenceContract } from "#test/team-api/reference-contract.js";
import { temporaryFolder } from "#test/temporary.js";
import { singleCredential, type Target } from "#verify/model/target/target.js";
import { verify } from "#verify/verify.js";
import { testTarget } from "../target.js";

let server: FaultyServer;
afterEach(() => server.close());

/** Starts a server that records the ids that its add operation returns. */
async function startRecording(change: Partial<Change>): Promise<Set<string>> {
  const created = new Set<string>();
  server = await startFaulty({
    id: "recording",
    title: "Records created ids.",
    ...change,
    answer: async (answer, request, tools) => {
      const { id } = tools.operation === "addSuppression" && succeeded(answer) ? bodyOf(answer) : {};
      if (typeof id === "string") created.add(id);
      return change.answer?.(answer, request, tools);
    },
  });
  return created;
}

/** Verifies the server, and returns the leftovers of the report. */
async function leftoversOf(provision?: Target["provision"], allowed: readonly string[] = []): Promise<string[]> {
  const { first, otherTeam } = server.keys;
  const credentials = { own: singleCredential(first, "KEY"), otherTeam: singleCredential(otherTeam, "OTHER") };
  const target = testTarget(server.url, { hasExampleData: false, credentials, provision, allowed: new Set(allowed) });
  const { leftovers } = await verify({
    contract: await referenceContract(),
    api: TEAM_API,
    target,
    parallel: 4,
  });
  return leftovers
    .map(({ operation, resource, reason }) => `${operation} ${resource.split("/")[2]} (${reason})`)
    .toSorted();
}

/** U1 and U11 leave open which 2xx an add returns, and what a second add of an address does. */
const always201: Partial<Change> = {
  answer: (answer, _, { operation }) =>
    operation === "addSuppression" && succeeded(answer) ? { ...answer, status: 201 } : undefined,
};

test.each(
  sample<[title: string, change: Partial<Change>]>(
    [
      ["follows its contract", {}],
      [
        "closes the connection when an added address is retrieved",
        {
          socket: (request, response) => {
            const isAdded = request.method === "GET" && /verify/i.test(request.path);
            if (isAdded) response.destroy();
            return isAdded;
          },
        },
      ],
      [
        "rejects every retrieval",
        { answer: (_, __, { operation }) => (operation === "retrieveSuppression" ? refusal(403) : undefined) },
      ],
      [
        "responds to every list with 429",
        { answer: (_, __, { operation }) => (operation === "listSuppressions" ? refusal(429) : undefined) },
      ],
    ],
    6,
  ),
)("each created resource is reported once as a leftover of a server that %s", async (_, change) => {
  const created = await startRecording(change);
  const leftovers = await leftoversOf();
  expect(created.size).toBeGreaterThan(5);
  const reason = "the document has no operation that removes it";
  expect(leftovers).toEqual([...created].toSorted().map((id) => `addSuppression ${id} (${reason})`));
});

test.each<[title: string, change: Partial<Change>]>([
  ["responds to its second add with 200", {}],
  ["responds to every add with 201", always201],
])("an address that existed before the run is not removed from a server that %s", async (_, change) => {
  const created = await startRecording(change);
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
  const existing = await addExample();
  created.clear();

  const leftovers = await leftoversOf({ module, url: server.url }, ["addSuppression"]);
  expect(leftovers).toEqual([`addSuppression ${existing} (it may have existed before)`]);
  const removed = (await readFile(removals, "utf8")).trim().split("\n");
  expect(removed).not.toContain(existing);
  expect(new Set(removed)).toEqual(new Set([...created].filter((id) => id !== existing)));
  expect(new Set(removed).size).toBe(removed.length);
});

/** Adds the address of the contract's example, as somebody may have done. Returns its id. */
async function addExample(): Promise<string> {
  const headers = { authorization: `Bearer ${server.keys.first}`, "content-type": "application/json" };
  const body = JSON.stringify({ email: "kim+autumn@example.com" });
  const response = await fetch(`${server.url}/suppressions`, { method: "POST", headers, body });
  expect(response.status).toBe(201);
  const { id }: { id: string } = await response.json();
  return id;
}
