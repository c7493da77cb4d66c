import { AUTHORIZATION } from "#http/credentials.js";
import type { Json, JsonObject } from "#openapi/document/document.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Severities } from "../finding/severity.js";
import type { Connection } from "../request/connection.js";
import type { Limits } from "./limits.js";
import type { Writes } from "./writes.js";

/** A secret, and the environment variable that holds it. Reports show the variable's name. */
export interface Secret {
  value: string;
  variable: string;
  /**
   * The OAuth client whose access token is the value. It is empty until it is fetched (default: the value is given).
   */
  client?: OAuthClient;
  /** The login whose token is the value, which is empty until it is fetched. */
  login?: Login;
  /** Further values of it: those before it was renewed, and the tokens of other logins of the run. */
  former?: string[];
  /** Gets a new value if the current one is about to end. @throws Skipped if its server provides none */
  renew?(): Promise<void>;
}

/** An operation whose response has a token. */
export interface Login {
  /** Its place in the target file. */
  setting: string;
  operation: Operation;
  /** The media type of the body. */
  type: string;
  body: JsonObject;
  /** The variables that the body names. */
  secrets: readonly Secret[];
  /** JSON pointer to the token in the response. */
  token: string;
}

/**
 * A client of an OAuth 2 token server. It has a grant of its own (RFC 6749, 4.4), or that of a user, by a refresh token (6).
 */
export interface OAuthClient {
  /** Its place in the target file. */
  setting: string;
  id: string;
  /** Undefined for a public client (RFC 6749, 2.1), which has a refresh token. */
  secret: Secret | undefined;
  /** The refresh token, whose value the server may replace; undefined for the client credentials grant. */
  refresh: Secret | undefined;
  /** May be relative to the base URL of the target. */
  tokenUrl: string;
  scopes: readonly string[];
}

/**
 * Who sends a request. It is the team under test (`own`), the same team with another key, or another team. The last one is a
 * team that is not enrolled in a beta.
 */
export type Actor = "own" | "sameTeam" | "otherTeam" | "outsideBeta";

/** The actors that a target file may give a key for, beside the team under test. */
export const OTHER_ACTORS = ["sameTeam", "otherTeam", "outsideBeta"] as const satisfies readonly Actor[];

/** Keys by the name of the security scheme; `*` serves any scheme. */
export type Credentials = Readonly<Record<string, Secret>>;

/** One key for every scheme. */
export function singleCredential(value: string, variable: string): Credentials {
  return { "*": { value, variable } };
}

/** In place of the key of an example: a value for every request of an operation. */
export const EVERY_EXAMPLE = "*";

/** In place of the name of a parameter: the body of an operation's requests. */
export const REQUEST_BODY = "requestBody";

/** Stands for a value in the settings that reports suggest. A target file that still has it is rejected. */
export const PLACEHOLDER = "VALUE";

/**
 * Values that exist on the target in place of the examples' values. They are found by operationId, by parameter or
 * `requestBody`, and by example key or `*`. A list for a path parameter holds values that the run may consume, one by one.
 */
export type TargetValues = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Json>>>>>>;

/** Values that exist on the target, by the names of the parameters that have them in every operation. */
export type SharedValues = Readonly<Record<string, Json>>;

/** The server under test, and what the run may do there. */
export interface Target extends Omit<Limits, "parallel"> {
  /** Without a slash at the end. */
  baseUrl: string;
  /** Other origins to which requests and keys may go, where the document names them for an operation (default: none). */
  allowedOrigins?: ReadonlySet<string>;
  credentials: Partial<Record<Actor, Credentials>>;
  /** Whether requests have no key, although the document may require one (default: false). */
  withoutKey?: boolean;
  values: TargetValues;
  /** Values of parameters, by their names, for every operation that has such a parameter (default: none). */
  parameters?: SharedValues;
  /** Which unsafe requests may be sent (RFC 9110, 9.2.1). */
  writes: Writes;
  /** The operations that remove what others create, where the document does not show it: ids by ids (default: none). */
  removals?: ReadonlyMap<string, string>;
  /**
   * The ids of operations that may be sent although nothing shows that the run can undo them (default: none). `DELETE
   * /things` is an example.
   */
  allowed?: ReadonlySet<string>;
  /** Whether the target certainly has the data of the examples, and exists for this run alone: our sandbox, our mock. */
  hasExampleData: boolean;
  /** Whether the target keeps state; a mock does not. */
  keepsState: boolean;
  /** Sent with every request. */
  headers: Readonly<Record<string, string | Secret>>;
  connection: Connection;
  /**
   * Path or URL of a provision module, and what it receives. That is the base URL, and the token of a server of this
   * process.
   */
  provision: { module: string; url: string; token?: string | undefined } | undefined;
  /** How to start a server of the run again, after the run has ended. Undefined for any other server. */
  restart: Restart | undefined;
  /** Operations that the target lacks, by their ids, and the reason: a sandbox without a handler (default: none). */
  unavailable?: ReadonlyMap<string, string>;
  /** Operations to which no request is sent, by their ids, and the reason (default: none). */
  excluded?: ReadonlyMap<string, string>;
  /** The severities of findings that are not those of their evidence (default: none). */
  severities?: Severities;
  /** Whether fields that the document does not have are failures. */
  strict: boolean;
  /** The seed of generated values. */
  seed: number;
}

/** How a server of a run is started again, so that a reader can repeat a request. */
export interface Restart {
  /** A command line. */
  command: string;
  /** Its address then. */
  baseUrl: string;
  /** The default of each variable that holds a key. These keys are public. */
  keys: Readonly<Record<string, string>>;
}

/** The parts of a target that hold secrets. */
export type Secrets = Pick<Target, "credentials" | "headers">;

/** The secret value of the header `Authorization` that a target file gives in place of a key; undefined without one. */
export function givenAuthorization({ headers }: Pick<Target, "headers">): Secret | undefined {
  const [, value] = Object.entries(headers).find(([name]) => name.toLowerCase() === AUTHORIZATION) ?? [];
  return typeof value === "string" ? undefined : value;
}

/** Every secret of a target, those that it obtained others with included. */
export function secretsOf({ credentials, headers }: Secrets): Secret[] {
  const ofHeaders = Object.values(headers).filter((value) => typeof value !== "string");
  const keys = [...new Set(Object.values(credentials).flatMap((secrets) => Object.values(secrets)))];
  const sources = keys.flatMap(({ client, login }) => [
    ...[client?.secret, client?.refresh].flatMap((secret) => secret ?? []),
    ...(login?.secrets ?? []),
  ]);
  const current = [...keys, ...sources];
  const former = current.flatMap((secret) => (secret.former ?? []).map((value) => ({ ...secret, value })));
  return [...current, ...former, ...ofHeaders];
}

/**
 * Whether a target may have data of others. A run then has to take care what it changes there, and to remove what it
 * creates.
 */
export function mayHaveDataOfOthers({
  keepsState,
  hasExampleData,
}: Pick<Target, "keepsState" | "hasExampleData">): boolean {
  return keepsState && !hasExampleData;
}
