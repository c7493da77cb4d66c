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

/**
 * Loads a provision module: its default export, or its export `provision`, is a function that takes `{ baseUrl }` and
 * returns what it offers.
 *
 * @throws Error if it cannot be loaded or exports no such function
 */
export async function loadProvision(module: string, baseUrl: string): Promise<Provision> {
  const href = module.startsWith("file:") ? module : pathToFileURL(module).href;
  const loaded: unknown = await import(href).catch((error: unknown) => {
    throw new Error(
      `The provision module ${module} cannot be loaded: ${error instanceof Error ? error.message : error}`,
    );
  });
  const exported = Object(loaded);
  const make: unknown = exported.provision ?? exported.default;
  if (typeof make !== "function") {
    throw new Error(`The provision module ${module} exports no function. Export \`provision({ baseUrl })\`.`);
  }
  return make({ baseUrl });
}

/** The same module, whose failures say that they are its own: what it could not do cannot be verified. */
export function guarded(provision: Provision): Provision {
  const guard = <Args extends unknown[], Result>(work: ((...args: Args) => Promise<Result>) | undefined) =>
    work &&
    (async (...args: Args): Promise<Result> => {
      try {
        return await work.apply(provision, args);
      } catch (error) {
        throw new NotVerified(`the provision module failed: ${error instanceof Error ? error.message : error}`);
      }
    });
  const { disposable, valueFor, isTokenValid, stateOf, remove, cleanUp } = provision;
  return withoutUndefined({
    disposable: guard(disposable),
    valueFor: guard(valueFor),
    isTokenValid: guard(isTokenValid),
    stateOf: guard(stateOf),
    remove: guard(remove),
    cleanUp: guard(cleanUp),
  });
}

type Defined<Whole> = { [Name in keyof Whole]?: Exclude<Whole[Name], undefined> };

function withoutUndefined<Whole extends object>(whole: Whole): Defined<Whole>;
function withoutUndefined(whole: object): object {
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
}
