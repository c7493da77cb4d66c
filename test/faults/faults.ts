import type { Change } from "./change.js";
import { ADD } from "./faults/add.js";
import { ADDED } from "./faults/added.js";
import { AUTHENTICATION } from "./faults/authentication.js";
import { BODIES } from "./faults/bodies.js";
import { FAILURES } from "./faults/failures.js";
import { HAS_MORE } from "./faults/has-more.js";
import { IMPORT } from "./faults/import.js";
import { ISOLATION } from "./faults/isolation.js";
import { LIST } from "./faults/list.js";
import { NARROW } from "./faults/narrow.js";
import { PAGING } from "./faults/paging.js";
import { RETRIEVE } from "./faults/retrieve.js";
import { RETRIEVE_ADDRESS } from "./faults/retrieve-address.js";
import { REVOKE } from "./faults/revoke.js";
import { REVOKE_OTHERS } from "./faults/revoke-others.js";
import { REVOKE_STATES } from "./faults/revoke-states.js";
import { SUPPRESSION } from "./faults/suppression.js";
import { WIRE } from "./faults/wire.js";

/** Servers that each break one promise of the reference. */
export const FAULTS: readonly Change[] = [
  ...AUTHENTICATION,
  ...REVOKE,
  ...REVOKE_STATES,
  ...REVOKE_OTHERS,
  ...ADD,
  ...ADDED,
  ...SUPPRESSION,
  ...LIST,
  ...PAGING,
  ...HAS_MORE,
  ...RETRIEVE,
  ...RETRIEVE_ADDRESS,
  ...IMPORT,
  ...ISOLATION,
  ...BODIES,
  ...NARROW,
  ...WIRE,
  ...FAILURES,
];
