import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { NotVerified } from "./case.js";

/** A value that the run may use up: the id of something to delete, say. */
export interface Disposable {
  value: string;
  /** Credentials that were issued under it, and must stop working with it. */
  tokens: readonly string[];
}

/** Whose the minted value is: the team's that the run is made for, another's, or one's that is outside the beta. */
export type Team = "own" | "other" | "outsideBeta";

/** What a provision module may offer. All of it is optional. */
export interface Provision {
  /** Mints a value for a parameter of an operation: something to use up, or to ask for. */
  disposable?(wanted: { operation: string; parameter: string; team: Team }): Promise<Disposable | undefined>;
  /** A value in place of an example's, for an example that is answered by no success: the id of what is gone, say. */
  valueFor?(wanted: { operation: string; parameter: string; example: string }): Promise<string | undefined>;
  /** Whether a token is good. */
  isTokenValid?(token: string): Promise<boolean>;
  /** All that can be seen of a disposable behind the API, to be compared before and after. */
  stateOf?(value: string): Promise<unknown>;
  /** Removes something that the run created: what the operation that created it answered. */
  remove?(created: { operation: string; body: unknown }): Promise<boolean>;
  /** Called once at the end. */
  cleanUp?(): Promise<void>;
}

/** What each function has to return, in words, and whether it did. */
const RETURNS: Record<keyof Provision, { wanted: string; fits(returned: unknown): boolean }> = {
  disposable: {
    wanted: "{ value, tokens } of texts, or nothing",
    fits: (returned) => {
      if (returned === undefined) return true;
      const { value, tokens } = Object(returned);
      return typeof value === "string" && Array.isArray(tokens) && tokens.every((each) => typeof each === "string");
    },
  },
  valueFor: {
    wanted: "a text, or nothing",
    fits: (returned) => returned === undefined || typeof returned === "string",
  },
  isTokenValid: { wanted: "true or false", fits: (returned) => typeof returned === "boolean" },
  stateOf: { wanted: "what can be seen of the value", fits: (returned) => returned !== undefined },
  remove: { wanted: "true or false", fits: (returned) => typeof returned === "boolean" },
  cleanUp: { wanted: "nothing", fits: () => true },
};

/** Milliseconds that a function of a provision module may take: it may well have to wait for something slow. */
const PATIENCE = 30_000;

/** Milliseconds that a provision module may cost a run in vain: each function is given up once. */
export const LONGEST_PROVISION = PATIENCE * Object.keys(RETURNS).length;

class TooLate extends Error {
  constructor(patience: number) {
    super(`it took longer than ${patience / 1000} s`);
  }
}

/**
 * Loads a provision module: its default export, or its export `provision`, is a function that takes `{ baseUrl }` and
 * returns what it offers.
 *
 * @param patience in milliseconds: how long the module may take to load, and each of its functions
 * @returns its functions, whose failures say that they are the module's own: what it could not do cannot be verified
 * @throws Error if it cannot be loaded, exports no such function, or offers what no provision module has
 */
export async function loadProvision(module: string, baseUrl: string, patience = PATIENCE): Promise<Provision> {
  const fail = (what: string): never => {
    throw new Error(`The provision module ${module} ${what}`);
  };
  const href = module.startsWith("file:") ? module : pathToFileURL(module).href;
  const loaded: unknown = await settled(import(href), patience).catch((error: unknown) =>
    fail(`cannot be loaded: ${messageOf(error)}`),
  );
  const make: unknown = Object(loaded).provision ?? Object(loaded).default;
  if (typeof make !== "function") return fail("exports no function. Export `provision({ baseUrl })`.");
  const offered: unknown = await settled((async (): Promise<unknown> => make({ baseUrl }))(), patience).catch(
    (error: unknown) => fail(`cannot be used: ${messageOf(error)}`),
  );
  const names = Object.keys(RETURNS).join(", ");
  if (typeof offered !== "object" || offered === null) return fail(`offers nothing. Return an object of ${names}.`);
  for (const [name, offer] of Object.entries(offered)) {
    if (name in RETURNS) {
      if (offer !== undefined && typeof offer !== "function") return fail(`offers ${name}, which is no function.`);
    } else if (typeof offer === "function") return fail(`offers ${name}, which nothing asks for. There are ${names}.`);
  }
  return guarded(offered, patience);
}

/** The same functions, whose failures are told as the module's, whatever it is that they do in place of their work. */
function guarded(provision: Provision, patience: number): Provision {
  const fail = (what: string): never => {
    throw new NotVerified(`the provision module failed: ${what}`);
  };
  const late = new Set<keyof Provision>();
  const guard = <Args extends unknown[], Result>(
    name: keyof Provision,
    work: ((...args: Args) => Promise<Result>) | undefined,
  ) =>
    work &&
    (async (...args: Args): Promise<Result> => {
      if (late.has(name)) return fail(`${name} took too long before, and was not called again`);
      // In a function of its own, so that what throws at once is caught as well.
      const working = (async () => work.apply(provision, args))();
      const returned = await settled(working, patience).catch((error: unknown) => {
        if (error instanceof TooLate) late.add(name);
        return fail(`${name}: ${messageOf(error)}`);
      });
      const { wanted, fits } = RETURNS[name];
      // What it returned may hold a token, and is not shown.
      return fits(returned) ? returned : fail(`${name} has to return ${wanted}`);
    });
  const { disposable, valueFor, isTokenValid, stateOf, remove, cleanUp } = provision;
  return withoutUndefined({
    disposable: guard("disposable", disposable),
    valueFor: guard("valueFor", valueFor),
    isTokenValid: guard("isTokenValid", isTokenValid),
    stateOf: guard("stateOf", stateOf),
    remove: guard("remove", remove),
    cleanUp: guard("cleanUp", cleanUp),
  });
}

type Defined<Whole> = { [Name in keyof Whole]?: Exclude<Whole[Name], undefined> };

function withoutUndefined<Whole extends object>(whole: Whole): Defined<Whole>;
function withoutUndefined(whole: object): object {
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @throws TooLate if a promise is not settled in time */
async function settled<Value>(promise: Promise<Value>, patience: number): Promise<Value> {
  const ended = new AbortController();
  const late = setTimeout(patience, undefined, { signal: ended.signal }).then((): never => {
    throw new TooLate(patience);
  });
  return Promise.race([promise, late]).finally(() => ended.abort());
}
