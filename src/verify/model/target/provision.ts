import type { Actor } from "./target.js";

/** A value that the run may consume: the id of a resource to delete, for example. */
export interface Disposable {
  value: string;
  /** Tokens that were issued under it and must become invalid with it. */
  tokens: readonly string[];
}

/** The team that a provisioned value belongs to: the team under test, another team, or a team outside the beta. */
export type Team = "own" | "other" | "outsideBeta";

/** A request as it is sent: serialized, with its keys. */
export interface SignableRequest {
  method: string;
  url: string;
  /** By their names in lower case. */
  headers: Readonly<Record<string, string>>;
  /** Undefined for a request without one. */
  body: Uint8Array | undefined;
  /** Whose key the request has. */
  actor: Actor;
}

/** Signs a request. Returns the headers to add, by their names: `signature`, say. */
export type Sign = (request: SignableRequest) => Promise<Record<string, string>>;

/** The functions that a provision module may offer. All of them are optional. */
export interface Provision {
  /** Provides a value for a parameter of an operation: a resource to consume, or to retrieve. */
  disposable?(wanted: { operation: string; parameter: string; team: Team }): Promise<Disposable | undefined>;
  /**
   * Provides a value in place of an example's, for an example of an error response. It is the id of a deleted resource, say.
   */
  valueFor?(wanted: { operation: string; parameter: string; example: string }): Promise<string | undefined>;
  /** Whether a token is valid. */
  isTokenValid?(token: string): Promise<boolean>;
  /** The state of a disposable as it can be seen behind the API, compared before and after a request. */
  stateOf?(value: string): Promise<unknown>;
  /**
   * Removes a resource that the run created, by the response of the operation that created it.
   *
   * @returns whether it was removed
   */
  remove?(created: { operation: string; body: unknown }): Promise<boolean>;
  /**
   * Signs each request over what is sent (RFC 9421, AWS Signature Version 4). A request without a key, or with a changed one, is not
   * signed.
   */
  sign?: Sign;
  /** Called once at the end of the run. */
  cleanUp?(): Promise<void>;
}
