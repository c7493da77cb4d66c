import { rowsOf } from "../services.js";
import { MARQUEZ_FAULTS } from "./marquez/faults/faults.js";
import { MARQUEZ_LEGAL } from "./marquez/legal.js";
import { marquez } from "./marquez/service.js";

/** Services of public documents that have faults too. */
export const PUBLIC_SERVICES = await Promise.all([rowsOf(marquez, MARQUEZ_LEGAL, MARQUEZ_FAULTS)]);
