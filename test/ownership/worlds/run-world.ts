import type { ExplorationLimit } from "#verify/model/target/limits.js";
import type { Leftover } from "#verify/model/target/ownership.js";
import { singleCredential } from "#verify/model/target/target.js";
import { verify } from "#verify/verify.js";
import { testTarget } from "../../verify/target.js";
import { worldDocument } from "./document.js";
import { Draw } from "./draw.js";
import { type Level, settingsOf } from "./levels.js";
import { type Item, labelOf, Store } from "./store.js";
import { unnamedOf } from "./unnamed.js";
import type { World, WorldOperation } from "./world.js";
import { type LoggedRequest, startWorld, type TeamData } from "./world-server.js";

/** How a server treats a second team: it has data of its own, or everything is everybody's. */
export type Tenancy = "one team" | "apart" | "shared";

/** The end of all paths of a server. Django has a slash there. */
export type Ending = "" | "/";

/** So many identifiers name an item of the second team and one that the run creates. */
const TWINS = 12;
const OWN_KEY = "own-key-of-the-run";
const OTHER_KEY = "key-of-another-team";

/** What a run did to the server of a world. */
export interface WorldRun {
  world: World;
  operations: readonly WorldOperation[];
  seed: number;
  level: Level;
  tenancy: Tenancy;
  explored: boolean;
  unsafe: readonly LoggedRequest[];
  /** The requests that changed or used what the run does not own. */
  violations: readonly LoggedRequest[];
  /** The requests that created what no operation removes, although the level does not allow it. */
  beyond: readonly LoggedRequest[];
  /** What the run created, left, and did not name. */
  unnamed: readonly Item[];
  /** The same of what the server made in secret. */
  secret: readonly Item[];
  /** What became of the data of others. */
  differences: readonly string[];
  leftovers: readonly Leftover[];
  /** Test cases with a defect of the engine: their reasons. */
  defects: readonly string[];
}

/** Verifies the server of a world, as a team would with data of others. */
export async function runWorld(
  world: World,
  seed: number,
  level: Level,
  explore: ExplorationLimit | undefined,
  tenancy: Tenancy = "one team",
  ending: Ending = "",
): Promise<WorldRun> {
  const store = new Store();
  const operations = operationsOf(world, seed, store, ending);
  const other = tenancy === "apart" ? secondTeam(world, seed, ending) : undefined;
  const server = await startWorld(operations, store, other ? { [OTHER_KEY]: other } : {});
  const stores = other ? [store, other.store] : [store];
  try {
    const keys = { own: singleCredential(OWN_KEY, "OWN_KEY"), otherTeam: singleCredential(OTHER_KEY, "OTHER_KEY") };
    const credentials = tenancy === "one team" ? {} : keys;
    const target = testTarget(server.url, { credentials, hasExampleData: false, seed, ...settingsOf(level) });
    const contract = worldDocument(world.name, operations, tenancy !== "one team");
    const { cases, leftovers } = await verify({ contract, target, parallel: 4, explore });
    const { unsafe } = server;
    const left = stores.flatMap((each) => each.left());
    const unnamed = unnamedOf(
      left.filter(({ secret }) => !secret),
      leftovers,
      operations,
    );
    return {
      ...{ world, operations, seed, level, tenancy, explored: explore !== undefined, unsafe, leftovers },
      violations: unsafe.filter(({ touched }) => touched.length > 0),
      beyond: unsafe.filter(({ created }) => {
        const shown = created.filter(({ secret }) => !secret);
        return level !== "creations" && shown.some(({ kind }) => level === "none" || !store.removable.has(kind));
      }),
      unnamed,
      secret: left.filter(({ secret }) => secret),
      differences: stores.flatMap((each) => each.differences()),
      defects: cases.flatMap(({ outcome }) =>
        outcome.verdict === "error" && outcome.stack !== undefined ? [outcome.stack] : [],
      ),
    };
  } finally {
    await server.close();
  }
}

/** The data of a second team: some of its items have the identifiers that the first one gets next. */
function secondTeam(world: World, seed: number, ending: Ending): TeamData {
  const store = new Store(TWINS);
  return { operations: operationsOf(world, seed, store, ending), store };
}

function operationsOf(world: World, seed: number, store: Store, ending: Ending): WorldOperation[] {
  const operations = world.operations(new Draw(world.name, seed), store);
  return operations.map((operation) => ({ ...operation, path: operation.path.replace(/\/?$/, ending) }));
}

/** What runs did to others, for a person: each kind of violation of a run once, with its number. */
export function violationLines(runs: readonly WorldRun[]): string[] {
  return runs.flatMap(({ world, seed, level, tenancy, explored, violations, beyond, unnamed }) => {
    const where = `${world.name}, seed ${seed}, ${level}, ${tenancy}${explored ? ", explored" : ""}`;
    const rules = new Map<string, LoggedRequest[]>();
    for (const request of [...violations, ...beyond])
      rules.set(request.rule, [...(rules.get(request.rule) ?? []), request]);
    const lines = [...rules.values()].flatMap((requests) => {
      const [first] = requests;
      if (!first) return [];
      const { method, url, body, status, touched } = first;
      const sent = `${method} ${url} ${body.slice(0, 120)}`.trim();
      return [
        `${where}: ${sent} -> ${status}: ${touched.slice(0, 3).join(", ") || "created what nothing removes"} (${requests.length} in all)`,
      ];
    });
    const [item] = unnamed;
    if (!item) return lines;
    return [
      ...lines,
      `${where}: ${labelOf(item)}, created by ${item.by}, is left and not named (${unnamed.length} in all)`,
    ];
  });
}
