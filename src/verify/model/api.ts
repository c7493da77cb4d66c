import type { OpenApiDocument } from "#openapi/document/document.js";
import type { Contract } from "./contract.js";
import type { Actor, Target } from "./target/target.js";
import type { PlanContext } from "./test-case/request-context.js";
import type { TestCase } from "./test-case/test-case.js";

/** Knowledge of an API that its document cannot hold. `verify` itself knows no API: its callers pass this in. */
export interface Api {
  /** Tests of the behavior that no document can state (default: none). */
  rules?: readonly Rule[];
  /** The keys that its rules need for a document, beside those of the two teams (default: none). */
  keysOfOthers?(contract: Contract): readonly Actor[];
  /** The id of the open point that a 429 belongs to (default: it is not recorded). */
  rateLimits?: string;
  /**
   * Starts a server of the API that keeps state.
   *
   * @returns undefined if it has none of the document's operations
   */
  startSandbox?(document: OpenApiDocument): Promise<EmbeddedTarget | undefined>;
}

/** Lists the test cases for a behavior that no document can state; none for a document without its operations. */
export type Rule = (context: PlanContext) => TestCase[];

/** A server that is started for one run. */
export interface EmbeddedTarget {
  /** Its name for people. */
  name: string;
  target: Pick<Target, "baseUrl" | "credentials" | "keepsState" | "provision" | "restart" | "unavailable">;
  close(): Promise<void>;
}
