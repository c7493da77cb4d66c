import { rowsOf } from "../services.js";
import { FATTURE_FAULTS } from "./fatture/faults/faults.js";
import { FATTURE_LEGAL } from "./fatture/legal.js";
import { fatture } from "./fatture/service.js";
import { INVENTREE_FAULTS } from "./inventree/faults/faults.js";
import { INVENTREE_LEGAL } from "./inventree/legal.js";
import { inventree } from "./inventree/service.js";
import { MARQUEZ_FAULTS } from "./marquez/faults/faults.js";
import { MARQUEZ_LEGAL } from "./marquez/legal.js";
import { marquez } from "./marquez/service.js";

/** Services of public documents that have faults too. */
export const PUBLIC_SERVICES = await Promise.all([
  rowsOf(marquez, MARQUEZ_LEGAL, MARQUEZ_FAULTS),
  rowsOf(fatture, FATTURE_LEGAL, FATTURE_FAULTS),
  rowsOf(inventree, INVENTREE_LEGAL, INVENTREE_FAULTS),
]);
