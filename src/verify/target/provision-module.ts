import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { thrownText, UserError } from "#cli/user-error.js";
import type { Provision } from "../model/target/provision.js";
import type { Secrets, Target } from "../model/target/target.js";
import { Skipped } from "../model/test-case/skipped.js";
import { sanitize } from "../report/redaction/sanitize.js";

/** The result that each function has to return, in words, and its check. */
const RESULTS: Record<keyof Provision, { wanted: string; fits(returned: unknown): boolean }> = {
  disposable: {
    wanted: "{ value, tokens } of texts, or nothing",
    fits: (returned) => {
      if (returned === undefined) return true;
      const { value, tokens } = Object(returned);
      return typeof value === "string" && Array.isArray(tokens) && tokens.every((token) => typeof token === "string");
    },
  },
  valueFor: {
    wanted: "a text, or nothing",
    fits: (returned) => returned === undefined || typeof returned === "string",
  },
  isTokenValid: { wanted: "true or false", fits: (returned) => typeof returned === "boolean" },
  stateOf: { wanted: "the state of the value", fits: (returned) => returned !== undefined },
  remove: { wanted: "true or false", fits: (returned) => typeof returned === "boolean" },
  sign: {
    wanted: "an object of headers with texts",
    fits: (returned) => {
      const isObject = typeof returned === "object" && returned !== null;
      return isObject && Object.values(returned).every((value) => typeof value === "string");
    },
  },
  cleanUp: { wanted: "nothing", fits: () => true },
};

/** Milliseconds that a function of a provision module may take: it may wait for slow systems. */
const TIMEOUT = 30_000;

class TimedOut extends Error {
  constructor(timeout: number) {
    super(`it took longer than ${timeout / 1000} s`);
  }
}

/**
 * Loads a provision module. Its default export, or its export `provision`, is a function that receives `{ baseUrl }` and
 * returns the functions of `Provision`. It also receives the `token` of a server that was started for the run.
 *
 * @param secrets are left out of messages: the module may read a key, and name it in its errors
 * @param timeout in milliseconds: for loading the module, and for each call of its functions
 * @returns the functions; if one of them fails, the test case is skipped, and the reason names the module
 * @throws UserError if the module cannot be loaded, or does not export such a function
 */
export async function loadProvision(
  { module, url: baseUrl, token }: NonNullable<Target["provision"]>,
  secrets: Secrets,
  timeout = TIMEOUT,
): Promise<Provision> {
  const messageOf = (error: unknown) => sanitize(thrownText(error), secrets);
  const fail = (problem: string): never => {
    throw new UserError(`The provision module ${module} ${problem}`);
  };
  const href = module.startsWith("file:") ? module : pathToFileURL(module).href;
  const loaded: unknown = await withTimeout(import(href), timeout).catch((error: unknown) =>
    fail(`cannot be loaded: ${messageOf(error)}`),
  );
  const create: unknown = Object(loaded).provision ?? Object(loaded).default;
  if (typeof create !== "function") return fail("does not export a function. Export `provision({ baseUrl })`.");
  const { offered, members } = await withTimeout(
    (async () => {
      const made: unknown = await create({ baseUrl, ...(token === undefined ? {} : { token }) });
      // Reading the members may throw as well.
      return { offered: made, members: Object.entries(Object(made)) };
    })(),
    timeout,
  ).catch((error: unknown) => fail(`cannot be used: ${messageOf(error)}`));
  const names = Object.keys(RESULTS).join(", ");
  if (typeof offered !== "object" || offered === null) {
    return fail(`does not return an object. Return an object with functions of these names: ${names}.`);
  }
  for (const [name, offer] of members) {
    const isFunction = typeof offer === "function";
    if (isName(name) && offer !== undefined && !isFunction) return fail(`returns ${name}, which is not a function.`);
    if (!isName(name) && isFunction) {
      return fail(`returns the unknown function ${sanitize(name, secrets)}. Use: ${names}.`);
    }
  }
  return guarded(offered, timeout, messageOf);
}

/** The same functions, with a time limit, and with failures that name the module. */
function guarded(provision: Provision, timeout: number, messageOf: (error: unknown) => string): Provision;
function guarded(provision: object, timeout: number, messageOf: (error: unknown) => string): object {
  const fail = (problem: string): never => {
    throw new Skipped(`the provision module failed: ${problem}`);
  };
  const functions = Object.entries(provision).filter(([, work]) => typeof work === "function");
  return Object.fromEntries(
    functions.map(([name, work]) => {
      let hasTimedOut = false;
      const guard = async (...args: unknown[]): Promise<unknown> => {
        if (hasTimedOut) return fail(`${name} timed out before and was not called again`);
        // An async function, so that errors of a function that is not async are caught as well.
        const working = (async () => {
          const returned: unknown = await work.apply(provision, args);
          return { returned, fits: !isName(name) || RESULTS[name].fits(returned) };
        })();
        const { returned, fits } = await withTimeout(working, timeout).catch((error: unknown) => {
          hasTimedOut = error instanceof TimedOut;
          return fail(`${name}: ${messageOf(error)}`);
        });
        // The result may hold a token, so the message does not show it.
        return fits || !isName(name) ? returned : fail(`${name} has to return ${RESULTS[name].wanted}`);
      };
      return [name, guard];
    }),
  );
}

function isName(name: string): name is keyof Provision {
  return name in RESULTS;
}

/** @throws TimedOut if a promise is not settled within milliseconds */
async function withTimeout<Value>(promise: Promise<Value>, timeout: number): Promise<Value> {
  const ended = new AbortController();
  const late = setTimeout(timeout, undefined, { signal: ended.signal }).then((): never => {
    throw new TimedOut(timeout);
  });
  return Promise.race([promise, late]).finally(() => ended.abort());
}
