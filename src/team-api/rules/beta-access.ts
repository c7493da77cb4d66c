import type { Operation } from "#openapi/operations/operation.js";
import type { Rule } from "#verify/model/api.js";
import { isSuccess } from "#verify/model/request/exchange.js";
import { rejection, success } from "#verify/model/request/expectation.js";
import type { Team } from "#verify/model/target/provision.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { coversRequirements, type TestCase } from "#verify/model/test-case/test-case.js";
import { missingValues } from "#verify/requests/missing-values.js";
import type { Provided } from "#verify/resources/created/consumable-values.js";
import { requestVariants } from "#verify/resources/request-variants.js";
import { validRequest } from "#verify/resources/valid-request.js";
import { expectNoSideEffect } from "#verify/steps/side-effects.js";
import { testCase } from "#verify/suites/suite.js";
import { requestFor } from "./rule.js";

/** The requirement that beta operations are for teams in the beta. */
export const BETA_ACCESS = "G3";

/** G3: beta operations reject a team that is not enrolled in the beta; all others accept it. */
export const betaAccess: Rule = ({ contract: { operations, requirements } }) => {
  const requirement = requirements.find(({ id }) => id === BETA_ACCESS);
  if (!requirement) return [];
  const isConcerned = ({ id }: Operation) => requirement.operations.includes(id);
  const isBeta = ({ stability }: Operation) => stability === "beta";
  const hasPath = ({ parameters }: Operation) => parameters.some((parameter) => parameter.in === "path");
  return [
    ...operations.filter((operation) => isBeta(operation) && isConcerned(operation)).map(rejectsOutsider),
    ...operations
      .filter((operation) => !isBeta(operation) && !isConcerned(operation) && hasPath(operation))
      .map(acceptsOutsider),
  ];
};

function rejectsOutsider(operation: Operation): TestCase {
  return testCase("rules", operation, "rejects a team outside the beta", {
    isolated: true,
    covers: [coversRequirements(operation, BETA_ACCESS)],
    actor: "outsideBeta",
    async run(context) {
      // A resource of another team is rejected anyway, so one of its own shows more.
      const own = await disposableOf(context, operation, "outsideBeta");
      const request = own ? requestFor(operation, own) : await validRequest(context, operation);
      if (!request) throw new Skipped(missingValues(context, operation));
      const expected = rejection(operation, "the team is not enrolled in the beta", { requirements: [BETA_ACCESS] });
      const exchange = await context.expect({ ...request, credential: "outsideBeta" }, expected);
      for (const requestVariant of requestVariants(operation)) {
        const variant = await requestVariant.requestFor(context);
        if (variant) await context.expect({ ...variant, credential: "outsideBeta" }, expected);
      }
      if (!isSuccess(exchange)) await expectNoSideEffect(context, operation, request, expected);
    },
  });
}

function acceptsOutsider(operation: Operation): TestCase {
  return testCase("rules", operation, "accepts a team outside the beta", {
    actor: "outsideBeta",
    async run(context) {
      const theirs = await requireDisposable(context, operation, "outsideBeta");
      // Keys may have permission levels (U7): if the own key is rejected too, the beta is not the reason.
      const own =
        (await validRequest(context, operation)) ??
        requestFor(operation, await requireDisposable(context, operation, "own"));
      const comparison = await context.send(own);
      if (!isSuccess(comparison)) {
        throw new Skipped(`the team's own key was rejected with ${comparison.status}: keys may lack access`);
      }
      const why = "the operation is not part of the beta, and the resource belongs to the team";
      const request = { ...requestFor(operation, theirs), credential: "outsideBeta" } as const;
      await context.expect(request, success(operation, why, { requirements: [BETA_ACCESS] }));
    },
  });
}

async function disposableOf(
  { resources }: CaseContext,
  operation: Operation,
  team: Team,
): Promise<Provided | undefined> {
  const parameter = operation.parameters.find((candidate) => candidate.in === "path");
  return parameter && resources.disposable(operation, parameter.name, team);
}

/** @throws Skipped if the target has no such resource */
async function requireDisposable(context: CaseContext, operation: Operation, team: Team): Promise<Provided> {
  const found = await disposableOf(context, operation, team);
  if (found) return found;
  const whose = team === "own" ? "the team" : "the team outside the beta";
  throw new Skipped({ reason: `it needs a resource of ${whose}`, needs: [{ kind: "provision" }] });
}
