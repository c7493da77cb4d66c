import type { Json } from "../openapi/document.js";
import { type ExamplePair, examplePairs } from "../openapi/example-pairs.js";
import type { Operation, Parameter } from "../openapi/operation.js";
import { valueAt } from "../openapi/pointer.js";
import { isUuid } from "../openapi/uuid.js";
import type { Ask, AskBody, Given } from "./ask.js";
import { success } from "./ask.js";
import { NotVerified } from "./case.js";
import type { CaseRun } from "./case-run.js";
import type { Environment } from "./environment.js";
import { itemsIn, succeeded } from "./exchange.js";
import { SAFE_METHODS } from "./target.js";

/** The first example of an operation that is answered by success. */
export function goodPair(operation: Operation): ExamplePair | undefined {
  const pairs = examplePairs(operation);
  return (
    pairs.find(({ response }) => response.status.startsWith("2")) ??
    pairs.find(({ response }) => response.status === "default")
  );
}

/** The value that the target file gives for an example's parameter; a list is for using up, and not given here. */
export function mappedValue(
  { target }: CaseRun,
  operation: Operation,
  parameter: Parameter,
  key: string,
): Json | undefined {
  const value = target.values[operation.id]?.[parameter.name]?.[key];
  return Array.isArray(value) ? undefined : value;
}

/**
 * A request that is to succeed: the required parameters with values that exist on the target, and the example's body
 * with what must be new in it made up. Optional parameters are left out.
 *
 * @returns undefined if a value is not known, or would be used up
 */
export async function goodAsk(run: CaseRun, operation: Operation): Promise<Ask | undefined> {
  const pair = goodPair(operation);
  const parameters: Given[] = [];
  for (const parameter of operation.parameters.filter(({ required }) => required)) {
    const value = await knownValue(run, operation, parameter, pair);
    if (value === undefined) return undefined;
    parameters.push({ parameter, value });
  }
  if (operation.requestBody?.required && !pair?.body) return undefined;
  return { operation, parameters, body: pair?.body && freshBody(run, pair.body.value, pair.body.mediaType.name) };
}

/** @throws NotVerified where no such request is known */
export async function requireAsk(run: CaseRun, operation: Operation): Promise<Ask> {
  const ask = await goodAsk(run, operation);
  if (!ask) throw new NotVerified(unknownReason(operation));
  return ask;
}

/** A value of a required parameter that is there on the target. */
async function knownValue(
  run: CaseRun,
  operation: Operation,
  parameter: Parameter,
  pair: ExamplePair | undefined,
): Promise<Json | undefined> {
  const key = pair?.key ?? "";
  const mapped = mappedValue(run, operation, parameter, key);
  if (mapped !== undefined) return mapped;
  const example = pair?.parameters.find((given) => given.parameter === parameter)?.value;
  if (parameter.in !== "path") return example;
  // What a method that writes would be done to must be meant for it.
  if (!SAFE_METHODS.includes(operation.method)) return undefined;
  if (run.target.hasExamples) return example;
  return (await listedValues(run, operation, parameter))[0];
}

/**
 * Values of a path parameter that a list of the same resources shows: `/things` lists what `/things/{thing}` retrieves.
 * The parameter says by `x-identifies` where its value stands.
 */
export async function listedValues(run: CaseRun, operation: Operation, parameter: Parameter): Promise<Json[]> {
  const items = await listedItems(run, operation);
  return items.flatMap((item) => parameter.identifies.flatMap((pointer) => valueAt(item, pointer) ?? []).slice(0, 1));
}

/** The list beside an operation: `/things` beside `/things/{thing}`. */
export function listBeside(environment: Environment, { path }: Operation): Operation | undefined {
  const collection = path.replace(/\/\{[^{}]+\}$/, "");
  if (collection === path) return undefined;
  return environment.operationsAt(collection).find(({ method, pagination }) => method === "get" && pagination);
}

/** Makes what lists show, this one and the one beside it, be asked for again. */
export function forgetListed(run: CaseRun, operation: Operation): void {
  for (const id of [operation.id, listBeside(run.environment, operation)?.id]) {
    run.environment.forget(`items of ${id}`);
    run.environment.forget(`whole ${id}`);
  }
}

/** The items that the list beside an operation shows on its first page; none if there is no such list. */
export async function listedItems(run: CaseRun, operation: Operation) {
  const list = listBeside(run.environment, operation);
  if (!list?.pagination) return [];
  const { pagination } = list;
  return run.environment.shared(`items of ${list.id}`, async () => {
    const ask = await goodAsk(run, list);
    const exchange = ask && (await run.send(ask));
    return exchange && succeeded(exchange) ? itemsIn(pagination, exchange) : [];
  });
}

/** A body in which addresses and UUIDs are new, so that it can be sent more than once. */
export function freshBody({ environment }: Pick<CaseRun, "environment">, value: Json, type: string): AskBody {
  const note = (made: string): string => {
    environment.madeUp.add(made);
    return made;
  };
  const renew = (part: Json): Json => {
    if (Array.isArray(part)) return part.map(renew);
    if (typeof part === "object" && part !== null) {
      return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, renew(each)]));
    }
    if (typeof part !== "string") return part;
    if (/^[^\s@/]+@[^\s@/]+$/.test(part)) return note(`verify-${environment.unique()}@${part.split("@").at(-1)}`);
    return isUuid(part) ? note(environment.uuid()) : part;
  };
  return { type, value: renew(value) };
}

/** What `goodAsk` found missing, for people. */
export function unknownReason(operation: Operation): string {
  const names = operation.parameters.filter((each) => each.in === "path").map(({ name }) => name);
  const key = goodPair(operation)?.key ?? "example";
  return `no value is known for ${names.join(" and ") || "what it requires"}: give one in the target file, values.${operation.id}.${names[0] ?? "parameter"}.${key}`;
}

/** Expects the success of what is known to be there. */
export function known(operation: Operation) {
  return success(operation, "what is asked for exists");
}

/** @throws NotVerified without the key */
export function requireKey(run: CaseRun, holder: "sameTeam" | "otherTeam" | "outsideBeta", whose: string): void {
  if (run.target.keys[holder]) return;
  throw new NotVerified(`it needs ${whose}: give one in the target file, credentials.${holder}`);
}
