import { type Family, itemOperation } from "../family.js";
import { filledPath } from "../filled-path.js";
import type { Stored } from "../store.js";
import { tagOf } from "./conditions.js";
import type { Outcome } from "./outcome.js";

/** The outcome of a request that shows one resource. @param isNew whether the request created it */
export function shown(family: Family, stored: Stored, isNew: boolean): Outcome {
  const operation = itemOperation(family);
  const values = [...stored.scope, ...(family.resource ? [stored.key] : [])];
  const own = operation && filledPath(operation, values);
  return { kind: "resource", stored, isNew, tag: tagOf(stored), path: own };
}
