import type { Target } from "../model/target/target.js";

/** A token, and how long it is valid, in seconds; undefined if its server did not say. */
export interface IssuedToken {
  token: string;
  lifetime: number | undefined;
}

/** How the servers that issue tokens are reached. */
export type Issuing = Pick<Target, "baseUrl" | "connection" | "timeout">;
