import { isSuccess } from "#verify/model/request/exchange.js";
import { success } from "#verify/model/request/expectation.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { readSettled } from "#verify/resources/read-settled.js";
import { defineRule, requestFor } from "./rule.js";

/** I3: the counters of an empty import are 0, not null and not missing. */
export const emptyImport = defineRule(["retrieveContactImport"], {
  operation: "retrieveContactImport",
  name: "the counters of an empty import are 0",
  covers: ["I1", "I2", "I3"],
  async run(context, { retrieveContactImport: retrieve }) {
    const empty = await context.resources.disposable(retrieve, "id");
    if (!empty) throw new Skipped({ reason: "it needs an empty import", needs: [{ kind: "provision" }] });
    await readSettled(
      context,
      requestFor(retrieve, empty),
      isSuccess,
      success(retrieve, "the import was just created"),
    );
  },
});
