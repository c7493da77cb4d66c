import { requirementPlace } from "#openapi/document/requirements.js";
import type { Operation } from "#openapi/operations/operation.js";
import type { Replay } from "../finding/replay.js";
import type { OTHER_ACTORS } from "../target/target.js";
import type { CaseContext } from "./case-context.js";
import type { Skip } from "./need.js";

/** The suites that test cases belong to. `rules` are of one API alone, and `traffic` is of a proxy or a HAR file. */
export const SUITES = [
  "examples",
  "accepted-values",
  "invalid-requests",
  "unknown-resources",
  "robustness",
  "authentication",
  "lists",
  "life-cycle",
  "conditional",
  "patches",
  "jobs",
  "files",
  "unsupported-methods",
  "exploration",
  "rules",
  "traffic",
] as const;
export type SuiteId = (typeof SUITES)[number];

/** The beginning of the names of test cases whose requests are others in each run. */
export const RANDOM = "random";

/** Whether the requests of a test case are others in each run. */
export function isRandomCase(name: string): boolean {
  return name.includes(`› ${RANDOM} `);
}

/** One behavior of a target, tested by one or several requests. */
export interface TestCase {
  /** `operationId › what is expected`; unique in a run. */
  name: string;
  suite: SuiteId;
  operation: Operation;
  /** The parts of the contract that the test case covers if it passes. */
  covers: readonly CoveredPlaces[];
  /** Whether it sends anything but safe methods. */
  writes: boolean;
  /**
   * Whether it may run beside others that write. A legal server rejects its requests, or its findings depend only on
   * resources of its own. These were created by the test case, or provided for it alone. So it reads no list for items that
   * others may add or remove.
   */
  isolated?: boolean;
  /**
   * Whether it runs beside those that write and are not isolated, but not beside others of its kind. Those of other
   * operations do not see what it changes.
   */
  apart?: boolean;
  /** Whether it sends many requests one after the other. It begins early, so that it does not run alone at the end. */
  isLong?: boolean;
  /** Whether it creates a resource although the run could not remove one before: it shows what the removal does. */
  showsRemoval?: boolean;
  /** Its turn among those that send what all others leave of the budget. They run after these, the lowest turn first. */
  turnOfRest?: number;
  /** The parameter that it concerns, if it concerns one. */
  parameter?: string;
  /** The actor, beside the team under test, whose key it needs. */
  actor?: (typeof OTHER_ACTORS)[number];
  /** The requests of an earlier run that it sends again. */
  replay?: Replay;
  /** Why it cannot run, where that is known before the run. */
  skip?: Skip;
  /**
   * Sends requests, and adds findings to the context.
   *
   * @throws Skipped if the target lacks what the test case needs; NoResponse
   */
  run(context: CaseContext): Promise<void>;
}

/** Places of the contract that a test case covers. */
export interface CoveredPlaces {
  operation: string;
  /** Level by level from the whole to the part; the innermost level that states a requirement counts. */
  places: readonly (readonly string[])[];
  /** Whether the test case also covers requirements that only a running server can show. */
  atRuntime: boolean;
}

/** Covers the places of an operation, and what only a running server can show of them. */
export function covers(operation: Operation, ...places: readonly (readonly string[])[]): CoveredPlaces {
  return { operation: operation.id, places, atRuntime: true };
}

/** Covers what the document states at the places of an operation, but nothing that only a running server can show. */
export function coversStated(operation: Operation, places: readonly string[]): CoveredPlaces {
  return { operation: operation.id, places: [places], atRuntime: false };
}

/** Covers requirements by their ids. */
export function coversRequirements(operation: Operation, ...ids: readonly string[]): CoveredPlaces {
  return { operation: operation.id, places: [ids.map(requirementPlace)], atRuntime: true };
}
