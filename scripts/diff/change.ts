import type { Impact } from "./version.js";

/** A change between two revisions of the contract. */
export interface Change {
  impact: Impact;
  message: string;
  /** The place in the old revision, or in the new one if the old revision does not have it. */
  pointer: string;
  /** The users that it affects: everyone who sends requests, or only those who import the generated code. */
  affects: "callers" | "importers";
  /** Whether it breaks only operations that may break in a minor version. */
  unstable: boolean;
}
