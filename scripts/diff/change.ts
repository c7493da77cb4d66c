import type { Direction } from "#openapi/direction/absent-properties.js";
import type { Impact } from "./version.js";

/** An operation that a change concerns, and in which direction; neither for its description, for example. */
export interface Use {
  operation: string;
  direction: Direction | undefined;
}

/** A change between two revisions of the contract. */
export interface Change {
  /** The kind of the change, for programs. */
  rule: string;
  impact: Impact;
  message: string;
  /** The place in the old revision, or in the new one if the old revision does not have it. */
  pointer: string;
  /** The users that it affects: everyone who sends requests, or only those who import the generated code. */
  affects: "callers" | "importers";
  /** Whether it breaks only operations that may break in a minor version. */
  unstable: boolean;
  uses: readonly Use[];
  /** The value of the old revision as JSON; undefined if it has none. */
  old: string | undefined;
  /** The value of the new revision as JSON; undefined if it has none. */
  new: string | undefined;
  /** The line of the golden consumer that no longer compiles. */
  code: string | undefined;
}
