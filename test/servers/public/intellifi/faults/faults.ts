import type { Fault } from "../../variations.js";
import { ITEM_FAULTS } from "./items.js";
import { FAULTS_OF_ONE } from "./one.js";
import { PLACE_FAULTS } from "./places.js";

/** Each needs two exchanges, except for those of `FAULTS_OF_ONE`. */
export const INTELLIFI_FAULTS: Fault[] = [...ITEM_FAULTS, ...PLACE_FAULTS, ...FAULTS_OF_ONE];
