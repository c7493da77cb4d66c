import type { Impact } from "./version.js";

/** A change between two revisions of the contract. */
export interface Change {
  impact: Impact;
  message: string;
  /** Where it stands: in the old revision, if it is there. */
  pointer: string;
  /** Whom it concerns: all who send requests, or those who import the generated code. */
  of: "contract" | "importers";
  /** It breaks what may break in a minor version, and nothing else. */
  unstable: boolean;
}
