import { refusal } from "../ask.js";
import { NotVerified } from "../case.js";
import { succeeded } from "../case-run.js";
import { expectNothingLeft } from "../cases/refused.js";
import { goodAsk, unknownReason } from "../known.js";
import { SAFE_METHODS } from "../target.js";
import { type Rule, requireKey } from "./rule.js";

/** Only a team enrolled in the private beta is served: one outside is refused, and nothing is done for it. */
export const G3: Rule = ({ operations, promises }) =>
  operations
    .filter(
      ({ id, stability }) =>
        stability === "beta" && promises.some((each) => each.id === "G3" && each.operations.includes(id)),
    )
    .map((operation) => ({
      name: `${operation.id} › G3 refuses a team outside the beta`,
      kind: "rule",
      operation,
      proves: ["G3"],
      writes: !SAFE_METHODS.includes(operation.method),
      async run(run) {
        requireKey(run, "outsideBeta", "a key of a team outside the beta");
        const ask = await goodAsk(run, operation);
        if (!ask) throw new NotVerified(unknownReason(operation));
        const expected = refusal(operation, "the team is not enrolled in the beta", { promises: ["G3"] });
        const exchange = await run.ask({ ...ask, key: "outsideBeta" }, expected);
        if (!succeeded(exchange)) await expectNothingLeft(run, operation, { ...ask, key: "outsideBeta" }, expected);
      },
    }));
