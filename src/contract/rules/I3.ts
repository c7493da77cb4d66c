import { success } from "../ask.js";
import { NotVerified } from "../case.js";
import { askFor, operationsNamed, type Rule } from "./rule.js";

/** The counters are integers where nothing was counted, too: 0, and neither null nor left out. */
export const I3: Rule = (environment) => {
  const named = operationsNamed(environment, "retrieveContactImport");
  if (!named) return [];
  const retrieve = named.retrieveContactImport;
  return [
    {
      name: "retrieveContactImport › I3 counts nothing as 0",
      kind: "rule",
      operation: retrieve,
      proves: ["I1", "I2", "I3"],
      writes: false,
      async run(run) {
        const empty = await run.environment.disposable(retrieve, "id");
        if (!empty) {
          throw new NotVerified("it needs an import of nothing: name a provision module in the target file");
        }
        await run.ask(askFor(retrieve, empty.value), success(retrieve, "the import was just made"));
      },
    },
  ];
};
