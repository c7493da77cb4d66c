import { randomUUID } from "node:crypto";
import { address, createSuppression } from "./control.js";
import { added } from "./operations.js";
import { readForward } from "./pages.js";
import type { Origin, Suppression } from "./suppression.js";

// Three origins of this size are more than 100 suppressions, so the largest page does not hold the whole list.
const ROWS_PER_ORIGIN = 36;

let filling: Promise<void> | undefined;

export function fillList(): Promise<void> {
  filling ??= fill();
  return filling;
}

async function fill(): Promise<void> {
  for (let row = 0; row < ROWS_PER_ORIGIN; row += 1) {
    await createSuppression("first", "bounce", randomUUID());
    await createSuppression("first", "complaint", row % 2 === 0 ? randomUUID() : null);
    await added(address("manual"));
  }
}

/** The whole list at this moment, for comparison with other ways to read it. */
export async function wholeList(kind?: Origin): Promise<Suppression[]> {
  await fillList();
  return readForward({ limit: 100, origin: kind });
}
