import type { Operation } from "../../openapi/operation.js";
import { refusal, success } from "../ask.js";
import { type Case, NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import { expectNothingLeft } from "../cases/left-behind.js";
import { waysToAsk } from "../cases/ways-to-ask.js";
import { succeeded } from "../exchange.js";
import { goodAsk, requireKey, unknownReason } from "../known.js";
import type { Promised } from "../promises.js";
import type { Disposable, Team } from "../provision.js";
import { SAFE_METHODS } from "../target.js";
import { askFor, type Rule } from "./rule.js";

/**
 * Only a team enrolled in the private beta is served: one outside is refused, and nothing is done for it. What is no part of
 * the beta serves it like any other.
 */
export const G3: Rule = ({ operations, promises }) => {
  const known = promises.find(({ id }) => id === "G3");
  if (!known) return [];
  const outsiders = operations.filter(
    ({ id, stability, parameters }) =>
      stability !== "beta" && !known.operations.includes(id) && parameters.some((each) => each.in === "path"),
  );
  return [...refusals(operations, known), ...outsiders.map(served)];
};

function served(operation: Operation): Case {
  return {
    name: `${operation.id} › serves a team outside the beta`,
    kind: "rule",
    operation,
    proves: [],
    writes: !SAFE_METHODS.includes(operation.method),
    async run(run) {
      requireKey(run, "outsideBeta", "a key of a team outside the beta");
      const { value } = await madeFor(run, operation, "outsideBeta");
      // Keys may have levels (U7): where the own key is refused as well, nothing is said of the beta.
      const own = (await goodAsk(run, operation)) ?? askFor(operation, (await madeFor(run, operation, "own")).value);
      const comparison = await run.send(own);
      if (!succeeded(comparison)) {
        throw new NotVerified(
          `the own key was refused with ${comparison.status}: keys may lack access to this operation`,
        );
      }
      const why = "it is no part of the beta, and what is asked for is the team's own";
      const expected = success(operation, why, { promises: ["G3"] });
      await run.ask({ ...askFor(operation, value), key: "outsideBeta" }, expected);
    },
  };
}

/** @throws NotVerified if nothing can be made for the team outside the beta */
async function madeFor(run: CaseRun, operation: Operation, team: Team): Promise<Disposable> {
  const parameter = operation.parameters.find((each) => each.in === "path");
  const made = parameter && (await run.environment.disposable(operation, parameter.name, team));
  if (made) return made;
  const whose = team === "own" ? "the team" : "the team outside the beta";
  throw new NotVerified(`it needs something of ${whose}: name a provision module in the target file`);
}

function refusals(operations: readonly Operation[], known: Promised): Case[] {
  return operations
    .filter(({ id, stability }) => stability === "beta" && known.operations.includes(id))
    .map((operation) => ({
      name: `${operation.id} › G3 refuses a team outside the beta`,
      kind: "rule",
      operation,
      proves: ["G3"],
      writes: !SAFE_METHODS.includes(operation.method),
      async run(run) {
        requireKey(run, "outsideBeta", "a key of a team outside the beta");
        // What is another team's is refused anyway, so something of its own says more.
        const parameter = operation.parameters.find((each) => each.in === "path");
        const own = parameter && (await run.environment.disposable(operation, parameter.name, "outsideBeta"));
        const ask = own ? askFor(operation, own.value) : await goodAsk(run, operation);
        if (!ask) throw new NotVerified(unknownReason(operation));
        const expected = refusal(operation, "the team is not enrolled in the beta", { promises: ["G3"] });
        const exchange = await run.ask({ ...ask, key: "outsideBeta" }, expected);
        for (const way of waysToAsk(operation)) {
          const other = await way.askFor(run);
          if (other) await run.ask({ ...other, key: "outsideBeta" }, expected);
        }
        if (!succeeded(exchange)) await expectNothingLeft(run, operation, { ...ask, key: "outsideBeta" }, expected);
      },
    }));
}
