import type { ExplorationLimit } from "#verify/model/target/limits.js";
import { singleCredential } from "#verify/model/target/target.js";
import { verify } from "#verify/verify.js";
import { testTarget } from "../verify/target.js";
import type { Api } from "./api.js";
import { apiDocument } from "./api-document.js";
import { startLoggingServer, type UnsafeRequest, violations } from "./logging-server.js";
import { randomApi } from "./random-api.js";

/** What a run did to the server of a random API. */
export interface ApiRun {
  seed: number;
  explored: boolean;
  unsafe: readonly UnsafeRequest[];
  violations: readonly UnsafeRequest[];
  differences: readonly string[];
  /** Whether the run created a resource, and then changed or deleted one that it had created. */
  changedOwn: boolean;
  /** Test cases with a defect of the engine: their reasons. */
  defects: readonly string[];
  /** What the kinds of the API are like. */
  traits: string;
}

/** Verifies the server of the random API of a seed, with writes. */
export async function runApi(seed: number, explore: ExplorationLimit | undefined): Promise<ApiRun> {
  const api = randomApi(seed);
  const server = await startLoggingServer(api);
  try {
    const credentials = api.secured ? { own: singleCredential("k", "KEY") } : {};
    const target = testTarget(server.url, { credentials, hasExampleData: false, seed });
    const { cases } = await verify({ contract: apiDocument(api), target, parallel: 4, explore });
    const { unsafe } = server;
    const first = unsafe.findIndex(({ effect }) => effect === "created");
    return {
      seed,
      explored: explore !== undefined,
      unsafe,
      violations: violations(server),
      differences: server.differences(),
      changedOwn: first >= 0 && unsafe.slice(first).some(({ effect }) => effect === "changed own"),
      defects: cases.flatMap(({ outcome }) =>
        outcome.verdict === "error" && outcome.stack !== undefined ? [outcome.stack] : [],
      ),
      traits: traitsOf(api),
    };
  } finally {
    await server.close();
  }
}

/** What the kinds of an API are like, in few words each. */
function traitsOf({ kinds }: Api): string {
  const lines = kinds.map(({ name, ids, verbs, creation, clientIds, examples, ignoresParent }) => {
    const { status, form, names, location, links } = creation;
    const client = clientIds === "never" ? "" : `, client ids ${clientIds}`;
    const parents = ignoresParent ? ", below any parent" : "";
    const creates = `POST ${status} ${form} ${names}, Location ${location}, links ${links}`;
    return `${name} (${ids.label}, examples ${examples}${client}${parents}; ${[...verbs].join(" ")}; ${creates})`;
  });
  return lines.join("; ");
}

/** The violations of runs, in few lines: the first of each rule of a seed, and how many there are. */
export function violationLines(runs: readonly ApiRun[]): string[] {
  const all = runs.reduce((sum, { violations: found }) => sum + found.length, 0);
  if (all === 0) return [];
  const sent = runs.reduce((sum, { unsafe }) => sum + unsafe.length, 0);
  const lines = runs.flatMap(({ seed, explored, violations: found, traits }) => {
    const firsts = [...new Map(found.toReversed().map((request) => [request.rule, request])).values()].reverse();
    const lines = firsts.map(({ method, url, body, rule, addressed, sources, status }) => {
      const count = found.filter((request) => request.rule === rule).length;
      const records = addressed.slice(0, 3).join(", ");
      return `  ${method} ${url} ${body.slice(0, 120)} -> ${status}; rule ${rule}, addressed ${records} (ids from: ${sources.join(", ")}), ${count} in all`;
    });
    return lines.length === 0 ? [] : [`seed ${seed}${explored ? ", explored" : ""}: ${traits}`, ...lines];
  });
  return [`${all} of ${sent} unsafe requests addressed existing data:`, ...lines];
}
