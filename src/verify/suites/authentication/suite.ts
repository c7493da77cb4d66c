import { authorizationScheme } from "#http/credentials.js";
import type { Operation, Parameter } from "#openapi/operations/operation.js";
import { securityPlaces } from "#openapi/operations/places.js";
import { needsKey, type SecurityScheme } from "#openapi/operations/security.js";
import { nothingDeleted } from "#verify/judges/rejections.js";
import type { Contract } from "#verify/model/contract.js";
import { isAccessDenied, isSuccess } from "#verify/model/request/exchange.js";
import { type Expectation, rejection, success } from "#verify/model/request/expectation.js";
import type { RequestSpec } from "#verify/model/request/request-spec.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { covers, type TestCase } from "#verify/model/test-case/test-case.js";
import { missingConsumable, missingParts, missingValues, withoutExample } from "#verify/requests/missing-values.js";
import { resourceRequest } from "#verify/requests/resource-request.js";
import { type Provided, runOnExisting } from "#verify/resources/created/consumable-values.js";
import { createdFor } from "#verify/resources/created/created-values.js";
import { unknownParameters } from "#verify/resources/permission/unknown-values.js";
import { type RequestVariant, requestVariants } from "#verify/resources/request-variants.js";
import { allowedRequest, validRequest } from "#verify/resources/valid-request.js";
import { sendToReject } from "#verify/steps/expected-rejection.js";
import { expectNoSideEffect } from "#verify/steps/side-effects.js";
import { type Suite, testCase } from "../suite.js";
import { alternativeCases } from "./alternatives.js";
import { type InvalidCredential, invalidCredentials, invalidKeyOf, UNKNOWN_KEY } from "./mutations.js";
import { otherTeamCases } from "./other-team.js";

/** The parts of a request that fail: the key, and the word before it. */
const CREDENTIALS = "credentials";
const CREDENTIALS_SCHEME = "scheme of the credentials";

/**
 * Requests without a valid key are rejected, and have no effect. Each documented way to send a key is accepted. Another team does not reach what the own one created.
 */
export const authentication: Suite = (context, operation) => [
  ...invalidKeyCases(context, operation),
  ...alternativeCases(context, operation),
  ...otherTeamCases(context, operation),
];

const invalidKeyCases: Suite = ({ contract, target }, operation) => {
  const { schemes, operations } = contract;
  const names = [...new Set(operation.security.flat())];
  if (!needsKey(operation) || !names.some((name) => schemes[name])) return [];
  const places = securityPlaces(contract.document, names);
  const expected = ({ what, isOfScheme = false }: Omit<InvalidCredential, "use">) => {
    const fault = { part: isOfScheme ? CREDENTIALS_SCHEME : CREDENTIALS, what };
    return rejection(operation, what, { place: places[0] ?? operation.pointer, places, fault });
  };
  const caseOf = (behavior: string, run: TestCase["run"]) =>
    testCase("authentication", operation, behavior, { covers: [covers(operation, places)], isolated: true, run });
  const whole = invalidCredentials(target.ownKeys, {
    // The value of a whole header may have any scheme.
    bearer: target.givesAuthorization ? undefined : names.find((name) => schemes[name]?.type === "bearer"),
    hasBasic: names.some((name) => schemes[name]?.type === "basic"),
    documented: Object.values(schemes).flatMap((scheme) => authorizationScheme(scheme) ?? []),
    thorough: operation === operations.find(({ method, security }) => method === "get" && security.length > 0),
  });
  const single = target.ownKeys.length === 0 ? [] : neededTogether(operation, schemes).flatMap(invalidKeyOf);
  const invalid = [...whole, ...single];
  const path = operation.parameters.find((parameter) => parameter.in === "path");
  if (operation.method === "delete" && path) {
    return [
      caseOf("rejects every invalid key, and deletes nothing", (context) =>
        sendInvalidDeletions(context, path, { operation, invalid, expected }),
      ),
    ];
  }
  const tests = invalid.map((credential) =>
    caseOf(`rejects ${credential.what}`, (context) =>
      sendInvalidKey(context, operation, credential, expected(credential)),
    ),
  );
  const variants = requestVariants(operation);
  if (variants.length === 0) return tests;
  const behavior = `rejects a request without a key, ${variants.map(({ what }) => what).join(", ")}`;
  return [
    ...tests,
    caseOf(behavior, (context) =>
      sendVariantsWithoutKey(context, operation, variants, expected({ what: "a request without a key" })),
    ),
  ];
};

/**
 * The security schemes whose keys an operation needs together. A key without which another alternative remains is not one of
 * them.
 */
function neededTogether({ security }: Operation, schemes: Contract["schemes"]): readonly string[] {
  const alternatives = security.map((names) => names.filter((name) => schemes[name]));
  const [first = [], ...others] = alternatives;
  if (first.length < 2) return [];
  // Two keys in one header are one key.
  const isApart = (name: string) =>
    !isInAuthorization(schemes[name]) || first.filter((other) => isInAuthorization(schemes[other])).length === 1;
  return first.filter(isApart).filter((name) => {
    const rest = first.filter((other) => other !== name);
    return !others.some((names) => names.every((needed) => rest.includes(needed)));
  });
}

function isInAuthorization(scheme: SecurityScheme | undefined): boolean {
  return scheme !== undefined && authorizationScheme(scheme) !== undefined;
}

/** A request without a key is rejected with each optional parameter too. */
async function sendVariantsWithoutKey(
  context: CaseContext,
  operation: Operation,
  variants: readonly RequestVariant[],
  expected: Expectation,
): Promise<void> {
  const requests = await Promise.all(variants.map(({ requestFor }) => requestFor(context)));
  const complete = requests.filter((request) => request !== undefined);
  if (complete.length === 0) {
    const isValid = (await validRequest(context, operation)) !== undefined;
    const optional = operation.parameters.filter(({ in: place, required }) => place === "query" && !required);
    throw new Skipped(isValid ? withoutExample(optional.map(({ name }) => name)) : missingValues(context, operation));
  }
  for (const request of complete) await context.expect({ ...request, credential: "none" }, expected);
}

async function sendInvalidKey(
  context: CaseContext,
  operation: Operation,
  { use }: InvalidCredential,
  expected: Expectation,
): Promise<void> {
  const valid = await validRequest(context, operation);
  const allowed = valid ?? (await allowedRequest(context, operation));
  const base = allowed ?? { operation, parameters: await unknownParameters(context, operation) };
  const { request, exchange } = await sendToReject(context, base, {
    requestOf: (usual) => ({ ...usual, credential: use }),
    isElsewhere: () => true,
  });
  // Without an existing resource, 404 does not show whether the key was checked.
  if (!valid && !isSuccess(exchange) && !isAccessDenied(exchange)) throw new Skipped(missingValues(context, operation));
  await context.check(request, expected, exchange);
  // Side effects depend little on the kind of invalid key, so two kinds are enough.
  const isSample = use === "none" || use === UNKNOWN_KEY;
  if (valid && isSample && !isSuccess(exchange)) await expectNoSideEffect(context, operation, valid, expected);
}

/** The invalid keys of an operation, and why each is rejected. */
interface InvalidKeys {
  operation: Operation;
  invalid: readonly InvalidCredential[];
  expected(credential: Omit<InvalidCredential, "use">): Expectation;
}

/** Sends a request with each invalid key. Returns whether each response denies access. */
async function sendInvalidKeys(
  context: CaseContext,
  { invalid, expected }: InvalidKeys,
  requestFor: () => RequestSpec | Promise<RequestSpec>,
): Promise<boolean> {
  let isDenied = true;
  for (const credential of invalid) {
    const request = { ...(await requestFor()), credential: credential.use };
    const exchange = await context.expect(request, expected(credential));
    isDenied &&= isAccessDenied(exchange);
  }
  return isDenied;
}

/**
 * Sends a DELETE with each invalid key. Afterwards, the owner of the resource can still delete it.
 *
 * @throws Skipped if there is no resource to delete, and a response does not deny access. A 404 does not show whether the
 * key was checked
 */
async function sendInvalidDeletions(context: CaseContext, parameter: Parameter, keys: InvalidKeys): Promise<void> {
  const { operation, expected } = keys;
  const requestFor = ({ value, source }: Provided): RequestSpec => {
    return { operation, parameters: [{ parameter, value, source }] };
  };
  const isRun = await runOnExisting({
    next: () => context.resources.disposable(operation, parameter.name),
    consume: (value) => context.expect(requestFor(value), success(operation, "the resource exists")),
    async run(value) {
      const request = requestFor(value);
      await sendInvalidKeys(context, keys, () => request);
      if (context.hasFailed) return;
      const { place, places } = expected({ what: "" });
      const why = "invalid keys were rejected, so the resource still exists";
      await context.expect(request, success(operation, why, { place, places }));
    },
  });
  if (isRun || (await sendDeletionsOfCreated(context, keys))) return;
  const isDenied = await sendInvalidKeys(context, keys, async () => {
    return { operation, parameters: await unknownParameters(context, operation) };
  });
  if (isDenied) return;
  const last = operation.parameters.findLast((parameter) => parameter.in === "path")?.name;
  const missing = missingParts(context, operation).find(({ name }) => name === last);
  throw new Skipped(missingConsumable(missing?.setting ?? ["values", operation.id]));
}

/**
 * Sends the deletions to a resource that the run created; then it still exists.
 *
 * @returns false if none can be created
 */
async function sendDeletionsOfCreated(context: CaseContext, keys: InvalidKeys): Promise<boolean> {
  const { operation, expected } = keys;
  const created = await createdFor(context, operation);
  const request = created && resourceRequest(context, operation, created.path);
  if (!request) return false;
  await sendInvalidKeys(context, keys, () => request);
  const { retrieve } = created.resource;
  const lookup = retrieve && resourceRequest(context, retrieve, created.path);
  if (!lookup || context.hasFailed) return true;
  context.judge(nothingDeleted(operation, expected({ what: "" }), CREDENTIALS, await context.send(lookup)));
  return true;
}
