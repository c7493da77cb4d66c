import type { Json } from "../openapi/document.js";
import type { Connection } from "./connection.js";

/** A secret, and the environment variable that holds it, which is shown in its place. */
export interface Secret {
  value: string;
  variable: string;
}

/**
 * Whose key a request carries: the one that the run is made with, another of the same team, one of another team, or one
 * of a team that is not enrolled in a beta.
 */
export type Holder = "own" | "sameTeam" | "otherTeam" | "outsideBeta";

/** Keys by the name of the security scheme; `*` serves any. */
export type Keys = Readonly<Record<string, Secret>>;

/**
 * What exists on the target in place of the examples' values: by operationId, parameter and example key. A list holds
 * values that the run may use up, one by one.
 */
export type Values = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Json>>>>>>;

/** Where the cases are sent, and what may be done there. */
export interface Target {
  /** Without a slash at the end. */
  baseUrl: string;
  keys: Partial<Record<Holder, Keys>>;
  values: Values;
  /** How long an answer may take, body included, in milliseconds. */
  timeout: number;
  /** Whether anything but safe methods (RFC 9110, 9.2.1) may be sent. */
  writes: boolean;
  /** Whether the target surely has what the examples name, and exists for this run alone: our sandbox, our mock. */
  hasExamples: boolean;
  /** Whether the target keeps what it is told; a mock does not. */
  hasState: boolean;
  /** Sent with every request. */
  headers: Readonly<Record<string, string | Secret>>;
  /** Requests a second at most; undefined for no limit. */
  rate: number | undefined;
  connection: Connection;
  /** Path or URL of a module that mints and cleans up values, and what it is told. */
  provision: { module: string; url: string } | undefined;
  /** Whether fields that the document does not have are findings. */
  strict: boolean;
  /** What made-up values are derived from. */
  seed: number;
}

/** Methods that ask and change nothing (RFC 9110, 9.2.1). */
export const SAFE_METHODS: readonly string[] = ["get", "head", "options", "trace"];

/** Every secret of a target. */
export function secretsOf({ keys, headers }: Pick<Target, "keys" | "headers">): Secret[] {
  const ofHeaders = Object.values(headers).filter((value) => typeof value !== "string");
  return [...Object.values(keys).flatMap((each) => Object.values(each)), ...ofHeaders];
}
