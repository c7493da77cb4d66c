import { allNames } from "#cli/names-text.js";
import { withKeys } from "#http/credentials.js";
import { isSafe } from "#openapi/operations/methods.js";
import type { Operation } from "#openapi/operations/operation.js";
import { securityPlaces } from "#openapi/operations/places.js";
import type { SecurityScheme } from "#openapi/operations/security.js";
import { success } from "#verify/model/request/expectation.js";
import { skipFor } from "#verify/model/test-case/need.js";
import type { PlanContext, TargetFacts } from "#verify/model/test-case/request-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { covers, type TestCase } from "#verify/model/test-case/test-case.js";
import { missingValues } from "#verify/requests/missing-values.js";
import { validRequest } from "#verify/resources/valid-request.js";
import { testCase } from "../suite.js";
import { keyOfScheme } from "./mutations.js";

/**
 * Each alternative of the security of an operation suffices (Security Requirement Object, OpenAPI 3.1, 4.8.30). All other
 * test cases send the keys of one. A read shows whether the server accepts those of another.
 */
export function alternativeCases({ contract, target }: PlanContext, operation: Operation): TestCase[] {
  const { document, schemes } = contract;
  if (!isSafe(operation) || target.ownSchemes.length === 0) return [];
  return unusualAlternatives(operation, schemes, target).map(({ names, own }) => {
    const places = securityPlaces(document, names);
    const missing = names.find((name) => !hasKeyOf(target, name));
    return testCase("authentication", operation, `accepts ${keysOf(names)}`, {
      covers: [covers(operation, places)],
      ...(missing === undefined ? {} : { skip: skipFor({ kind: "scheme", name: missing }) }),
      async run(context) {
        const request = await validRequest(context, operation);
        if (!request) throw new Skipped(missingValues(context, operation));
        const expected = success(operation, `its security has ${keysOf(names)}`, { places });
        await context.expect({ ...request, credential: keyOfScheme(own) }, expected);
      },
    });
  });
}

function keysOf(names: readonly string[]): string {
  return `the ${names.length > 1 ? "keys" : "key"} of ${allNames(names)}`;
}

interface Alternative {
  names: readonly string[];
  /** A scheme that no alternative before it has. */
  own: string;
}

/** The alternatives that the other test cases do not send. A request cannot choose one without a scheme of its own. */
function unusualAlternatives(
  { security }: Operation,
  schemes: Readonly<Record<string, SecurityScheme>>,
  { ownSchemes }: Pick<TargetFacts, "ownSchemes">,
): Alternative[] {
  const alternatives = withKeys(security, schemes);
  const isHeld = (name: string) => ownSchemes.includes(name) || ownSchemes.includes("*");
  const usual = alternatives.findIndex((names) => names.every(isHeld));
  return alternatives.flatMap((names, index) => {
    const before = alternatives.slice(0, index).flat();
    const own = names.find((name) => !before.includes(name));
    return index === usual || own === undefined ? [] : [{ names, own }];
  });
}

/** Whether the run has a key of a scheme. One that is given for any scheme need not be the key of this one. */
function hasKeyOf({ ownSchemes, hasExampleData }: TargetFacts, name: string): boolean {
  return ownSchemes.includes(name) || (hasExampleData && ownSchemes.includes("*"));
}
