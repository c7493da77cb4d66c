import { missing } from "../ask.js";
import { requireAsk, requireKey } from "../known.js";
import { operationsNamed, type Rule } from "./rule.js";

/** An import is its team's: another team does not find it. */
export const I1: Rule = (environment) => {
  const named = operationsNamed(environment, "retrieveContactImport");
  if (!named) return [];
  const retrieve = named.retrieveContactImport;
  return [
    {
      name: "retrieveContactImport › is kept from another team",
      kind: "rule",
      operation: retrieve,
      proves: [],
      writes: false,
      async run(run) {
        requireKey(run, "otherTeam", "a key of another team");
        const ask = await requireAsk(run, retrieve);
        await run.ask({ ...ask, key: "otherTeam" }, missing(retrieve, "it is another team's"));
      },
    },
  ];
};
