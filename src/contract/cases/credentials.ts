import type { Operation } from "../../openapi/operation.js";
import { type Ask, type KeyChange, type KeyUse, refusal, success } from "../ask.js";
import { type Case, NotVerified } from "../case.js";
import type { CaseRun } from "../case-run.js";
import type { Environment } from "../environment.js";
import { succeeded } from "../exchange.js";
import { goodAsk, unknownReason } from "../known.js";
import { promisesStated, securityPlaces } from "../proves.js";
import { SAFE_METHODS } from "../target.js";
import { expectNothingLeft } from "./left-behind.js";
import { madeUpParameters } from "./made-up.js";
import { type WayToAsk, waysToAsk } from "./ways-to-ask.js";

/** A key that is not good, and in words. */
interface BadKey {
  use: KeyUse;
  what: string;
}

/** Without a key, or with one that opens nothing, an operation is refused. */
export function credentialCases(environment: Environment, operation: Operation): Case[] {
  const { document, promises, schemes, operations } = environment;
  const names = [...new Set(operation.security.flat())];
  const guarded = operation.security.length > 0 && operation.security.every((each) => each.length > 0);
  if (!guarded || !names.some((name) => schemes[name])) return [];
  const bearer = names.some((name) => schemes[name]?.type === "bearer");
  const places = securityPlaces(document, names);
  const common = {
    kind: "credentials" as const,
    operation,
    proves: promisesStated(promises, operation.id, places, true),
    writes: !SAFE_METHODS.includes(operation.method),
  };
  const first = operations.find(({ method, security }) => method === "get" && security.length > 0);
  const badKeys = badKeysOf(environment, bearer, operation === first);
  if (consumes(operation)) {
    return [
      {
        ...common,
        name: `${operation.id} › is not done for a stranger`,
        run: (run) => tryStrangers(run, operation, badKeys, places),
      },
    ];
  }
  const otherWays = waysToAsk(operation);
  return [
    ...badKeys.map(({ use, what }) => ({
      ...common,
      name: `${operation.id} › refuses ${what}`,
      run: (run: CaseRun) => tryBadKey(run, operation, use, what, places),
    })),
    ...(otherWays.length === 0 ? [] : [withoutKey(operation, otherWays, places, common)]),
  ];
}

/** Without a key there is nothing to be had, by whatever parameter it is asked for. */
function withoutKey(
  operation: Operation,
  ways: readonly WayToAsk[],
  places: string[],
  common: Pick<Case, "kind" | "operation" | "proves" | "writes">,
): Case {
  return {
    ...common,
    name: `${operation.id} › refuses a request without a key, ${ways.map(({ what }) => what).join(", ")}`,
    async run(run) {
      const expected = refusal(operation, "there is no key", { location: places[0] ?? operation.pointer, places });
      const asks = (await Promise.all(ways.map(({ askFor }) => askFor(run)))).filter((ask) => ask !== undefined);
      if (asks.length === 0) throw new NotVerified(unknownReason(operation));
      for (const ask of asks) await run.ask({ ...ask, key: "none" }, expected);
    },
  };
}

/** True for what is done to one thing and cannot be done again: it takes a value that may be used up. */
export function consumes({ method, parameters }: Operation): boolean {
  return method === "delete" && parameters.some((each) => each.in === "path");
}

function badKeysOf({ target }: Environment, bearer: boolean, thorough: boolean): BadKey[] {
  if (!target.keys.own) return [{ use: "none", what: "a request without a key" }];
  const keys = Object.values(target.keys.own).map(({ value }) => value);
  const cased = keys.every((key) => otherCase(key) !== key);
  return [
    { use: "none", what: "a request without a key" },
    { use: UNKNOWN, what: "a key that is nobody's" },
    { use: ALTERED, what: "a key with another last character" },
    ...(bearer ? [{ use: EMPTY, what: "an empty key" }] : []),
    // How a key is compared is the same everywhere, more often than not.
    ...(thorough
      ? [
          { use: LONGER, what: "a key with one character more" },
          { use: SHORTER, what: "a key with one character less" },
          ...(cased ? [{ use: OTHER_CASE, what: "a key in the other case" }] : []),
          { use: PRECEDED, what: "a key with one character in front" },
          { use: FIRST, what: "a key with another first character" },
          { use: LAST_BUT_ONE, what: "a key with another last character but one" },
          { use: PATTERN, what: "a pattern that fits every key" },
          { use: UNDEFINED, what: "what a program sends that has no key" },
          ...(bearer
            ? [
                { use: BARE, what: "a key without its scheme" },
                { use: BASIC, what: "a key under another scheme" },
                { use: TOKEN, what: "a key under a scheme that nobody knows" },
              ]
            : []),
        ]
      : []),
  ];
}

async function tryBadKey(
  run: CaseRun,
  operation: Operation,
  key: KeyUse,
  what: string,
  places: string[],
): Promise<void> {
  const good = await goodAsk(run, operation);
  const ask: Ask = good ? { ...good, key } : { operation, parameters: madeUpParameters(run, operation), key };
  const exchange = await run.send(ask);
  const expected = refusal(operation, what, { location: places[0] ?? operation.pointer, places });
  if (!good && !succeeded(exchange) && exchange.status !== 401 && exchange.status !== 403) {
    // Without something that is there, 404 may mean either.
    throw new NotVerified(unknownReason(operation));
  }
  await run.judge(ask, expected, exchange);
  // What becomes of a request that is refused depends little on why: it is looked at for no key, and for an unknown one.
  const looked = key === "none" || key === UNKNOWN;
  if (good && looked && !succeeded(exchange)) await expectNothingLeft(run, operation, good, expected);
}

/** Strangers ask for something that is there: they are refused, and it is still there for its owner. */
async function tryStrangers(
  run: CaseRun,
  operation: Operation,
  badKeys: readonly BadKey[],
  places: string[],
): Promise<void> {
  const parameter = operation.parameters.find((each) => each.in === "path");
  const free = parameter && (await run.environment.disposable(operation, parameter.name));
  const location = places[0] ?? operation.pointer;
  if (!parameter || !free) {
    const statuses: number[] = [];
    for (const { use, what } of badKeys) {
      const ask: Ask = { operation, parameters: madeUpParameters(run, operation), key: use };
      statuses.push((await run.ask(ask, refusal(operation, what, { location, places }))).status);
    }
    if (statuses.every((status) => status === 401 || status === 403)) return;
    throw new NotVerified(
      `it needs a value that may be used up: give a list in the target file, values.${operation.id}`,
    );
  }
  const parameters = [{ parameter, value: free.value }];
  for (const { use, what } of badKeys) {
    await run.ask({ operation, parameters, key: use }, refusal(operation, what, { location, places }));
  }
  if (run.findings.length > 0) return;
  await run.ask(
    { operation, parameters },
    success(operation, "strangers were refused, so it is still there for its owner", { location, places }),
  );
}

function replaceLast(key: string): string {
  const last = key.at(-1) ?? "";
  return `${key.slice(0, -1)}${last === "x" ? "y" : "x"}`;
}

function otherCase(key: string): string {
  return key === key.toLowerCase() ? key.toUpperCase() : key.toLowerCase();
}

/** A key of the same shape that has nothing to do with the own one. */
const UNKNOWN: KeyChange = {
  name: "nobody's",
  apply: (key) =>
    [...key]
      .map((each) => (/[a-z]/.test(each) ? "q" : /[A-Z]/.test(each) ? "Q" : /\d/.test(each) ? "7" : each))
      .join(""),
  show: (variable) => `$(echo -n "$${variable}" | tr a-zA-Z0-9 '[q*26][Q*26][7*10]')`,
};
const ALTERED: KeyChange = { name: "altered", apply: replaceLast, show: (variable) => `\${${variable}%?}x` };
const LONGER: KeyChange = { name: "longer", apply: (key) => `${key}x`, show: (variable) => `\${${variable}}x` };
const SHORTER: KeyChange = {
  name: "shorter",
  apply: (key) => key.slice(0, -1),
  show: (variable) => `\${${variable}%?}`,
};
const OTHER_CASE: KeyChange = { name: "other case", apply: otherCase, show: (variable) => `\${${variable}^^}` };
const PRECEDED: KeyChange = { name: "preceded", apply: (key) => `x${key}`, show: (variable) => `x$${variable}` };
const FIRST: KeyChange = {
  name: "another beginning",
  apply: (key) => `${key.startsWith("x") ? "y" : "x"}${key.slice(1)}`,
  show: (variable) => `x\${${variable}#?}`,
};
const LAST_BUT_ONE: KeyChange = {
  name: "another last but one",
  apply: (key) => `${key.slice(0, -2)}${key.at(-2) === "x" ? "y" : "x"}${key.slice(-1)}`,
  show: (variable) => `\${${variable}%??}x\${${variable}: -1}`,
};
const PATTERN: KeyChange = { name: "pattern", apply: () => "%", show: () => "%" };
const UNDEFINED: KeyChange = { name: "undefined", apply: () => "undefined", show: () => "undefined" };
const asItIs = { apply: (key: string) => key, show: (variable: string) => `$${variable}` };
const BARE: KeyChange = { name: "bare", ...asItIs, scheme: "" };
const BASIC: KeyChange = { name: "under another scheme", ...asItIs, scheme: "Basic" };
const TOKEN: KeyChange = { name: "under an unknown scheme", ...asItIs, scheme: "Token" };
const EMPTY: KeyChange = { name: "empty", apply: () => "", show: () => "" };
