import { randomUUID } from "node:crypto";
import { address, mintSuppression } from "./control.js";
import { added } from "./operations.js";
import { walkForward } from "./pages.js";
import type { Origin, Suppression } from "./suppression.js";

// Three origins of this size make more than 100 suppressions, so that even the largest page is not the whole list.
const ROWS_PER_ORIGIN = 36;

let filling: Promise<void> | undefined;

export function filled(): Promise<void> {
  filling ??= fill();
  return filling;
}

async function fill(): Promise<void> {
  for (let row = 0; row < ROWS_PER_ORIGIN; row += 1) {
    await mintSuppression("first", "bounce", randomUUID());
    await mintSuppression("first", "complaint", row % 2 === 0 ? randomUUID() : null);
    await added(address("manual"));
  }
}

/** The whole list as it stands now, which every other way through it is held against. */
export async function wholeList(kind?: Origin): Promise<Suppression[]> {
  await filled();
  return walkForward({ limit: 100, origin: kind });
}
