import type { Fault } from "../../variations.js";
import { FAULTS_OF_ONE } from "./one.js";
import { PART_FAULTS } from "./parts.js";
import { PROJECT_FAULTS } from "./projects.js";

/** Each needs two exchanges, except for those of `FAULTS_OF_ONE`. */
export const HARBOR_FAULTS: Fault[] = [...PROJECT_FAULTS, ...PART_FAULTS, ...FAULTS_OF_ONE];
