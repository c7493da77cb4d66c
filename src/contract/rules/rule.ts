import { asObject } from "../../openapi/document.js";
import type { Operation } from "../../openapi/operation.js";
import { type Ask, missing, success } from "../ask.js";
import { type Case, NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import type { Environment } from "../environment.js";
import { jsonOf, succeeded } from "../exchange.js";
import type { Team } from "../provision.js";
import type { Holder } from "../target.js";

/** Proves a promise that no document can state; nothing for a document that does not have its operations. */
export type Rule = (environment: Environment) => Case[];

/** The operations with these operationIds; undefined if the document lacks one. */
export function operationsNamed<Name extends string>(
  { operations }: Environment,
  ...names: Name[]
): Record<Name, Operation> | undefined {
  const found = names.flatMap((name): [Name, Operation][] => {
    const operation = operations.find(({ operationId }) => operationId === name);
    return operation ? [[name, operation]] : [];
  });
  return found.length === names.length ? (Object.fromEntries(found) as Record<Name, Operation>) : undefined;
}

/** A request with one path parameter and nothing else. */
export function askFor(operation: Operation, value: string): Ask {
  const parameter = operation.parameters.find((each) => each.in === "path");
  return { operation, parameters: parameter ? [{ parameter, value }] : [] };
}

/** Adds an address; undefined if that did not succeed, which is among the findings then. */
export async function addAddress(
  run: CaseRun,
  add: Operation,
  email: string,
  why: string,
  promises: string[] = [],
  key: Holder = "own",
): Promise<{ id: string } | undefined> {
  const exchange = await run.ask(
    { operation: add, parameters: [], body: { type: "application/json", value: { email } }, key },
    success(add, why, { promises }),
  );
  const { id } = asObject(jsonOf(exchange));
  return succeeded(exchange) && typeof id === "string" ? { id } : undefined;
}

/** Adds an address that nobody had before. */
export async function addNewAddress(run: CaseRun, add: Operation) {
  const email = `verify-${run.environment.unique()}@example.com`;
  return { email, made: await addAddress(run, add, email, "the address is new") };
}

/**
 * A grant that the run may revoke.
 *
 * @throws NotVerified if there is none
 */
export async function disposableGrant(run: CaseRun, revoke: Operation, team: Team = "own") {
  const grant = await run.environment.disposable(revoke, "oauth_grant_id", team);
  if (grant) return grant;
  throw new NotVerified(
    team === "own"
      ? "it needs a disposable grant: give a list in the target file, values.revokeOauthGrant.oauth_grant_id.active"
      : "it needs a grant of another team: name a provision module in the target file",
  );
}

/** What a grant that cannot be revoked any more is answered with. */
export function noGrant(revoke: Operation, why: string, promise: string) {
  return missing(revoke, why, { promises: [promise] });
}
