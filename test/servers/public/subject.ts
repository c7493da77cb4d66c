import type { Target } from "#verify/model/target/target.js";
import type { Subject } from "../run.js";
import type { Tables } from "./tables.js";

/** A service of a public document, and the settings of a team that verifies it. */
export interface PublicSubject extends Subject<Tables> {
  /** Settings of the target file beside the key. */
  settings?: Partial<Target>;
}
