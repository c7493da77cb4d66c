import { asObject } from "#openapi/document/document.js";
import { requirementPlace } from "#openapi/document/requirements.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Rule } from "#verify/model/api.js";
import type { Breach } from "#verify/model/finding/breach.js";
import type { FindingDraft } from "#verify/model/finding/finding.js";
import { type Exchange, isSuccess, jsonOf } from "#verify/model/request/exchange.js";
import { success } from "#verify/model/request/expectation.js";
import { FROM_RESPONSE, GENERATED, type RequestSpec, type ValueSource } from "#verify/model/request/request-spec.js";
import type { Team } from "#verify/model/target/provision.js";
import type { Actor } from "#verify/model/target/target.js";
import type { CaseContext } from "#verify/model/test-case/case-context.js";
import { valueSetting } from "#verify/model/test-case/need.js";
import { Skipped } from "#verify/model/test-case/skipped.js";
import { coversRequirements, type TestCase } from "#verify/model/test-case/test-case.js";
import type { Provided } from "#verify/resources/created/consumable-values.js";
import { testCase } from "#verify/suites/suite.js";

/** A test case of a rule. By default, it writes if its operation is not safe. */
export interface RuleCase<Name extends string>
  extends Partial<Pick<TestCase, "writes" | "isolated" | "apart" | "isLong" | "actor">> {
  /** The operation that the test case belongs to. */
  operation: Name;
  /** The expected behavior: `a second revoke is a 404, and changes nothing`. */
  name: string;
  /** Ids of the requirements that it covers (default: none). */
  covers?: readonly string[];
  run(context: CaseContext, operations: Record<Name, Operation>): Promise<void>;
}

/** Defines a rule. @param names operationIds that it needs */
export function defineRule<const Name extends string>(
  names: readonly Name[],
  ...cases: readonly RuleCase<NoInfer<Name>>[]
): Rule {
  return ({ contract }) => {
    const operations = Object.fromEntries(names.map((name) => [name, contract.operationNamed(name)]));
    if (!isComplete(names, operations)) return [];
    return cases.map(({ operation: id, name, covers = [], run, ...facts }) => {
      const operation = operations[id];
      return testCase("rules", operation, name, {
        ...facts,
        covers: [coversRequirements(operation, ...covers)],
        run: (context) => run(context, operations),
      });
    });
  };
}

function isComplete<Name extends string>(
  names: readonly Name[],
  operations: Record<string, Operation | undefined>,
): operations is Record<Name, Operation> {
  return names.every((name) => operations[name] !== undefined);
}

/** A request with one path parameter and nothing else: the value of a disposable, or one from a response. */
export function requestFor(
  operation: Operation,
  { value, source = FROM_RESPONSE }: { value: string; source?: ValueSource },
): RequestSpec {
  const parameter = operation.parameters.find((candidate) => candidate.in === "path");
  return { operation, parameters: parameter ? [{ parameter, value, source }] : [] };
}

/** A suppression that a test case added. */
export interface Added {
  id: string;
  email: string;
}

/** The request that adds an address. */
export function addRequest(add: Operation, email: string): RequestSpec {
  return { operation: add, parameters: [], body: { type: "application/json", value: { email }, source: GENERATED } };
}

/** Adds an address (default: a new one); undefined if that failed, which is a finding then. */
export async function addAddress(
  context: CaseContext,
  add: Operation,
  email = newAddress(context),
  why = "the address is new",
  requirements: readonly string[] = [],
  credential: Actor = "own",
): Promise<Added | undefined> {
  const expected = success(add, why, { requirements });
  const exchange = await context.expect({ ...addRequest(add, email), credential }, expected);
  const { id } = asObject(jsonOf(exchange));
  return isSuccess(exchange) && typeof id === "string" ? { id, email } : undefined;
}

/** An address that no team has added. */
export function newAddress({ generator }: CaseContext): string {
  return `verify-${generator.unique()}@example.com`;
}

/** A grant that the run may revoke. @throws Skipped if there is none */
export async function disposableGrant(context: CaseContext, revoke: Operation, team: Team = "own"): Promise<Provided> {
  const grant = await context.resources.disposable(revoke, "oauth_grant_id", team);
  if (grant) return grant;
  throw noGrant(team);
}

/** The reason of test cases for which there is no grant. */
export function noGrant(team: Team = "own"): Skipped {
  const setting = valueSetting("revokeOauthGrant", "oauth_grant_id", "active");
  return new Skipped(
    team === "own"
      ? { reason: "it needs a grant to revoke", needs: [{ kind: "value", setting, isList: true }] }
      : { reason: "it needs a grant of another team", needs: [{ kind: "provision" }] },
  );
}

/** Adds a finding that breaks requirements which no other place of the document states. */
export function failRequirements(
  context: CaseContext,
  requirements: readonly [string, ...string[]],
  finding: Omit<FindingDraft, "place" | "places">,
  exchange?: Exchange,
): void {
  const places = [requirements.map(requirementPlace)];
  context.judge([{ finding: { ...finding, place: requirementPlace(requirements[0]), places }, exchange }]);
}

/** How many of several tokens are valid; undefined where the provision module cannot tell. */
export async function countValid({ resources }: CaseContext, tokens: readonly string[]): Promise<number | undefined> {
  const { isTokenValid } = await resources.provision();
  if (!isTokenValid) return undefined;
  const valid = await Promise.all(tokens.map((token) => isTokenValid(token)));
  return valid.filter(Boolean).length;
}

/**
 * Checks that either all tokens are valid, or none is. Where the provision module cannot tell, they pass.
 *
 * @param statement of the finding
 */
export async function expectTokens(
  context: CaseContext,
  tokens: readonly string[],
  wanted: "all valid" | "none valid",
  requirements: readonly [string, ...string[]],
  breach: Breach,
): Promise<void> {
  const count = wanted === "all valid" ? tokens.length : 0;
  const valid = (await countValid(context, tokens)) ?? count;
  if (valid === count) return;
  const facts = { expected: `${count} of ${tokens.length} tokens are valid`, received: `${valid} of ${tokens.length}` };
  failRequirements(context, requirements, { ...breach, ...facts });
}

/** The state of a disposable behind the API, as text; `unknown` where the provision module cannot show it. */
export async function stateOf({ resources }: CaseContext, value: string): Promise<string> {
  const { stateOf: read } = await resources.provision();
  return read ? JSON.stringify(await read(value)) : "unknown";
}
